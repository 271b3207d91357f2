#include "podium/core/measure/own/definitions.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/measure/spelling.hpp"

namespace podium {

namespace {

bool is_word(std::string_view name) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  return !name.empty() && is_letter(name.front()) && std::ranges::all_of(name, [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

std::string_view without_cutoff(std::string_view name) {
  return name.substr(0, name.find_first_of("(@"));
}

MeasureDefinition parsed(std::string_view given) {
  const std::string text = lower_case(trimmed(given));
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) {
    throw UsageError("define: found " + in_quotes(given) + ", expected name=formula");
  }
  std::string name(trimmed(std::string_view(text).substr(0, equals)));
  if (!is_word(name)) {
    throw UsageError("define: found the name " + in_quotes(name) +
                     ", expected a letter, then letters, digits, '-' or '_'");
  }
  if (is_measure_name(name)) {
    throw UsageError("define: " + in_quotes(name) + " is a measure already; choose another name");
  }
  const std::size_t at = text.find('@', equals);
  MeasureDefinition definition{std::move(name),
                               Formula(std::string_view(text).substr(equals + 1, at - equals - 1))};
  if (at != std::string::npos) {
    const std::string_view cutoff = trimmed(std::string_view(text).substr(at + 1));
    definition.cutoff = parse_number<std::size_t>(cutoff).value_or(0);
    if (definition.cutoff == 0 || definition.cutoff == no_cutoff) {
      throw UsageError(fmt::format("define {}: found {}, expected a cutoff of 1 or more after '@'",
                                   definition.name, in_quotes(cutoff)));
    }
  }
  return definition;
}

}  // namespace

bool is_measure_name(std::string_view name) {
  const std::string known = native_spelling(lower_case(trimmed(name)));
  return std::ranges::count(measures(), without_cutoff(known), &MeasureEntry::name) > 0;
}

std::string MeasureDefinition::text() const {
  return name + "=" + formula.text() + (cutoff == no_cutoff ? "" : "@" + to_text(cutoff));
}

MeasureDefinitions::MeasureDefinitions(std::span<const std::string> texts) {
  for (const std::string& text : texts) {
    MeasureDefinition definition = parsed(text);
    if (find(definition.name) != nullptr) {
      throw UsageError("define: " + in_quotes(definition.name) + " is given twice");
    }
    all_.push_back(std::move(definition));
  }
}

const MeasureDefinition* MeasureDefinitions::find(std::string_view name) const {
  const std::string wanted = lower_case(trimmed(without_cutoff(name)));
  const auto found = std::ranges::find(all_, wanted, &MeasureDefinition::name);
  return found == all_.end() ? nullptr : &*found;
}

std::string MeasureDefinitions::text() const {
  std::vector<std::string> texts;
  for (const MeasureDefinition& definition : all_) texts.push_back(definition.text());
  return fmt::format("{}", fmt::join(texts, "; "));
}

}  // namespace podium
