#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/named.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/measure/binary/binary_labels.hpp"
#include "podium/core/measure/measure.hpp"
#include "podium/core/measure/own/definitions.hpp"
#include "podium/core/measure/spelling.hpp"

namespace podium {

namespace {

// The rows of defined measures. Nothing is known of their values in general.
constexpr MeasureEntry defined_row{.name = "defined",
                                   .summary = "a measure that the user defined",
                                   .minimum = -std::numeric_limits<double>::infinity(),
                                   .maximum = std::numeric_limits<double>::infinity()};
constexpr MeasureEntry defined_loss_row{.name = "defined-loss",
                                        .summary = "a loss that the user defined",
                                        .minimum = -std::numeric_limits<double>::infinity(),
                                        .maximum = std::numeric_limits<double>::infinity(),
                                        .smaller_is_better = true};

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

/// ir_measures calls the smallest relevant label "rel".
OptionText native_options(const MeasureEntry& entry, OptionText options) {
  const auto rel = options.find("rel");
  if (rel == options.end() || entry.options == nullptr) return options;
  const auto known = entry.options();
  const auto has = [&](std::string_view name) {
    return std::ranges::count(known, name, &OptionInfo::name) > 0;
  };
  if (has("rel") || !has("from") || options.contains("from")) return options;
  options["from"] = rel->second;
  options.erase("rel");
  return options;
}

const MeasureEntry& row_of(const MeasureDefinition& definition) {
  return definition.formula.is_loss() ? defined_loss_row : defined_row;
}

/// A measure without its cutoff: a row with options, or a definition.
struct CutFamily {
  const MeasureDefinition* definition = nullptr;
  const MeasureEntry* entry = nullptr;
  OptionText options;

  CutFamily(const NameParts& parts, const MeasureDefinitions& definitions)
      : definition(definitions.find(parts.name)) {
    if (definition == nullptr) {
      entry = &podium::find_measure(parts.name);
      options = native_options(*entry, options_of(parts.options));
    } else if (!parts.options.empty()) {
      throw UsageError("measure " + definition->name + " does not take options");
    }
  }

  Measure at(std::size_t cutoff, const Profile& profile) const {
    if (definition == nullptr) return {*entry, options, cutoff, profile};
    const bool is_cut = cutoff != no_cutoff;
    const std::size_t used = is_cut ? cutoff : definition->cutoff;
    return {row_of(*definition), definition->name + (is_cut ? "@" + to_text(cutoff) : ""), used,
            definition->formula.under(profile, used), profile};
  }
};

/// The text of a measure as this library spells it; a defined name stays as it is.
std::string spelled(std::string_view text, const MeasureDefinitions& definitions) {
  const std::string lower = lower_case(trimmed(text));
  return definitions.find(lower) != nullptr ? lower : native_spelling(lower);
}

bool begins_with_digit(std::string_view text) {
  return !text.empty() && text.front() >= '0' && text.front() <= '9';
}

}  // namespace

const MeasureEntry& find_measure(std::string_view name) {
  std::string wanted = native_spelling(lower_case(trimmed(name)));
  wanted.resize(std::min(wanted.find_first_of("(@"), wanted.size()));
  return find_named(measures(), wanted, "measure");
}

const MeasureEntry& find_measure(std::string_view name, const MeasureDefinitions& definitions) {
  const MeasureDefinition* const definition = definitions.find(name);
  return definition == nullptr ? find_measure(name) : row_of(*definition);
}

Interval range_of_measure(std::string_view name) {
  name = name.substr(0, name.find_first_of("(@"));
  const auto row = std::ranges::find(measures(), name, &MeasureEntry::name);
  if (row == measures().end()) return {defined_row.minimum, defined_row.maximum};
  return {row->minimum, row->maximum};
}

Measure parse_measure(std::string_view text, const Profile& profile) {
  return parse_measure(text, profile, {});
}

Measure parse_measure(std::string_view text, const Profile& profile,
                      const MeasureDefinitions& definitions) {
  const std::string name = spelled(text, definitions);
  const NameParts parts = parts_of(name);
  return CutFamily(parts, definitions)
      .at(parts.has_cutoff ? cutoff_of(parts.cutoff) : no_cutoff, profile);
}

std::vector<Measure> parse_measures(std::string_view text, const Profile& profile) {
  return parse_measures(text, profile, {});
}

std::vector<Measure> parse_measures(std::string_view text, const Profile& profile,
                                    const MeasureDefinitions& definitions) {
  std::vector<Measure> found;
  std::optional<CutFamily> family;
  bool is_cut = false;
  const bool is_usual = text == usual_measures;
  for (const std::string_view part : split_outside_brackets(trimmed(text), ',')) {
    std::pair<std::size_t, std::size_t> cutoffs(no_cutoff, no_cutoff);
    if (begins_with_digit(trimmed(part))) {  // "ndcg@1,5": another cutoff of the measure before it
      if (!is_cut) refuse(trimmed(part), "a measure with a cutoff before it, as in ndcg@1,5,10");
      cutoffs = range_of(trimmed(part));
    } else {
      const std::string name = spelled(part, definitions);
      const NameParts parts = parts_of(name);
      family.emplace(parts, definitions);
      is_cut = parts.has_cutoff;
      if (is_cut) cutoffs = range_of(parts.cutoff);
    }
    if (is_usual && family->entry != nullptr &&
        (!has_measure(profile, *family->entry, is_cut) ||
         needs_binary_labels(profile, *family->entry))) {
      continue;
    }
    for (std::size_t cutoff = cutoffs.first;; ++cutoff) {
      Measure measure = family->at(cutoff, profile);
      const bool is_new = std::ranges::find(found, measure.name(), &Measure::name) == found.end();
      if (is_new) found.push_back(std::move(measure));
      if (cutoff == cutoffs.second) break;
    }
  }
  if (found.empty())
    throw UsageError("measures: found an empty list, expected for example map,ndcg@10");
  return found;
}

}  // namespace podium
