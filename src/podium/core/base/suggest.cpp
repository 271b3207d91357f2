#include "podium/core/base/suggest.hpp"

#include <algorithm>
#include <numeric>

#include "podium/core/base/text.hpp"

namespace podium {

namespace {

/// The optimal string alignment distance, by three rows of its table.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

std::size_t distance(const std::string& name, std::string_view known) {
  constexpr std::size_t shortest_beginning = 3;
  const std::string other = lower_case(known);
  if (name.size() >= shortest_beginning && other.starts_with(name)) return 1;
  return edit_distance(name, other);
}

}  // namespace

std::vector<std::string_view> closest_names(std::string_view name,
                                            std::span<const std::string_view> known) {
  constexpr std::size_t max_names = 3;
  constexpr std::size_t longest_name = 64;  // longer ones are no names, and would take their time
  if (name.empty() || name.size() > longest_name) return {};
  const std::string typed = lower_case(name);
  const std::size_t allowed = std::max<std::size_t>(1, typed.size() / 3);
  std::vector<std::pair<std::size_t, std::string_view>> close;
  for (const std::string_view candidate : known) {
    const std::size_t away = distance(typed, candidate);
    // A name that is known, but cannot be meant here, is no suggestion.
    if (candidate == name) continue;
    if (away <= allowed && away < typed.size()) close.emplace_back(away, candidate);
  }
  std::ranges::stable_sort(close, {}, &std::pair<std::size_t, std::string_view>::first);
  std::vector<std::string_view> names;
  for (const auto& [away, candidate] : close) {
    if (names.size() < max_names) names.push_back(candidate);
  }
  return names;
}

std::string did_you_mean(std::string_view name, std::span<const std::string_view> known) {
  std::string question;
  for (const std::string_view candidate : closest_names(name, known)) {
    question += (question.empty() ? "; did you mean " : " or ") + in_quotes(candidate);
  }
  return question.empty() ? question : question + "?";
}

std::string unknown_name(std::string_view kind, std::string_view name,
                         std::span<const std::string_view> known) {
  const std::string question = did_you_mean(name, known);
  return "unknown " + std::string(kind) + " " + in_quotes(name) +
         (known.empty()
              ? "; none is known"
              : (question.empty() ? "; known are: " : question + " Known are: ") + joined(known));
}

}  // namespace podium
