#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/named.hpp"
#include "podium/base/text.hpp"
#include "podium/measure/measure.hpp"

namespace podium {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 2> aliases = {{
    {"ap", "map"},
    {"mrr", "rr"},
}};

constexpr std::size_t max_cutoffs = 1000;  // of one range; more is a slip of the finger

/// "rbp(p=0.9)@1-10" cut into "rbp", "p=0.9" and "1-10".
struct NameParts {
  std::string_view name;
  std::string_view options;
  std::string_view cutoff;
  bool has_cutoff = false;
};

[[noreturn]] void refuse(std::string_view text, std::string_view expected) {
  throw UsageError(fmt::format("measure: found {}, expected {}", in_quotes(text), expected));
}

NameParts parts_of(std::string_view text) {
  NameParts parts;
  const std::string_view whole = text;
  const auto bracket = text.find('(');
  if (bracket != std::string_view::npos) {
    const auto close = text.find(')', bracket);
    if (close == std::string_view::npos) refuse(whole, "a closing bracket");
    parts.name = text.substr(0, bracket);
    if (parts.name.find('@') != std::string_view::npos) {
      refuse(whole, "the cutoff after the options: rbp(p=0.9)@5");
    }
    parts.options = text.substr(bracket + 1, close - bracket - 1);
    text.remove_prefix(close + 1);
    if (!text.empty() && text.front() != '@') refuse(whole, "'@' or nothing after the options");
  } else {
    parts.name = text.substr(0, text.find('@'));
    text.remove_prefix(parts.name.size());
  }
  if (!text.empty()) {
    parts.has_cutoff = true;
    parts.cutoff = text.substr(1);
  }
  return parts;
}

OptionText options_of(std::string_view text) {
  OptionText options;
  for (const std::string_view part : split_outside_brackets(text, ',')) {
    const auto equals = part.find('=');
    if (equals == std::string_view::npos) refuse(part, "option=value");
    const std::string name(trimmed(part.substr(0, equals)));
    if (!options.emplace(name, trimmed(part.substr(equals + 1))).second) {
      throw UsageError("measure: option " + in_quotes(name) + " is given twice");
    }
  }
  return options;
}

std::size_t cutoff_of(std::string_view text) {
  const auto cutoff = parse_number<std::size_t>(text);
  if (!cutoff || *cutoff == 0 || *cutoff == no_cutoff) {
    refuse(text, "a cutoff of 1 or more after '@'");
  }
  return *cutoff;
}

/// First and last cutoff of "10", "1-10" or "1..10".
std::pair<std::size_t, std::size_t> range_of(std::string_view text) {
  for (const std::string_view separator : {std::string_view("-"), std::string_view("..")}) {
    const auto at = text.find(separator);
    if (at == std::string_view::npos) continue;
    const std::size_t first = cutoff_of(text.substr(0, at));
    const std::size_t last = cutoff_of(text.substr(at + separator.size()));
    if (last < first || last - first >= max_cutoffs) {
      refuse(text, fmt::format("an ascending range of at most {} cutoffs", max_cutoffs));
    }
    return {first, last};
  }
  const std::size_t cutoff = cutoff_of(text);
  return {cutoff, cutoff};
}

}  // namespace

const MeasureEntry& find_measure(std::string_view name) {
  std::string wanted = lower_case(trimmed(name));
  wanted.resize(std::min(wanted.find_first_of("(@"), wanted.size()));
  for (const auto& [alias, known] : aliases) {
    if (wanted == alias) wanted = known;
  }
  return find_named(measures(), wanted, "measure");
}

Measure parse_measure(std::string_view text, const Profile& profile) {
  const std::string lower = lower_case(trimmed(text));
  const NameParts parts = parts_of(lower);
  const MeasureEntry& entry = find_measure(parts.name);
  return {entry, options_of(parts.options), parts.has_cutoff ? cutoff_of(parts.cutoff) : no_cutoff,
          profile};
}

std::vector<Measure> parse_measures(std::string_view text, const Profile& profile) {
  std::vector<Measure> found;
  const std::string lower = lower_case(trimmed(text));
  for (const std::string_view part : split_outside_brackets(lower, ',')) {
    const NameParts parts = parts_of(trimmed(part));
    const MeasureEntry& entry = find_measure(parts.name);
    const auto [first, last] =
        parts.has_cutoff ? range_of(parts.cutoff) : std::pair(no_cutoff, no_cutoff);
    for (std::size_t cutoff = first;; ++cutoff) {
      Measure measure(entry, options_of(parts.options), cutoff, profile);
      const bool is_new = std::ranges::find(found, measure.name(), &Measure::name) == found.end();
      if (is_new) found.push_back(std::move(measure));
      if (cutoff == last) break;
    }
  }
  if (found.empty())
    throw UsageError("measures: found an empty list, expected for example map,ndcg@10");
  return found;
}

}  // namespace podium
