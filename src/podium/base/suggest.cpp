#include "podium/base/suggest.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>

#include "podium/base/text.hpp"

namespace podium {

namespace {

constexpr std::size_t most_suggestions = 3;

/// Insertions, deletions, replacements and swaps of neighbours that make `b` of `a`, none of them
/// inside another.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
    before_last.swap(last);
    last.swap(row);
  }
  return last.back();
}

}  // namespace

std::vector<std::string_view> closest_names(std::string_view name,
                                            std::span<const std::string_view> known) {
  constexpr std::size_t longest = 100;  // nobody misspells more, and the cost is quadratic
  if (name.size() > longest) return {};
  const std::string wanted = lower_case(name);
  std::size_t least = std::max<std::size_t>(name.size() / 3, 1);
  std::vector<std::string_view> closest;
  for (const std::string_view candidate : known) {
    if (candidate.size() > longest) continue;
    const std::size_t distance = edit_distance(wanted, lower_case(candidate));
    if (distance > least || distance >= candidate.size()) continue;
    if (distance < least) closest.clear();
    least = distance;
    closest.push_back(candidate);
  }
  closest.resize(std::min(closest.size(), most_suggestions));
  return closest;
}

}  // namespace podium
