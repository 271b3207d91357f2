#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/measure/measure.hpp"
#include "podium/core/measure/own/formula.hpp"

namespace podium {

/// A measure that a user defined: "my=sum(gain*0.8^(rank-1))@10".
struct MeasureDefinition {
  std::string name;
  Formula formula;
  std::size_t cutoff = no_cutoff;  ///< where its use names none

  /// The definition as a text that parses back.
  std::string text() const;
};

/// The measures that a user defined, by name.
class MeasureDefinitions {
 public:
  MeasureDefinitions() = default;

  /// Reads texts "name=formula" or "name=formula@k", letters of any case. Throws UsageError for a
  /// name that is not a word, that another measure has or that is given twice, and for a formula
  /// that Formula refuses.
  explicit MeasureDefinitions(std::span<const std::string> texts);

  /// The definition that a name, with or without a cutoff, belongs to; null when there is none.
  const MeasureDefinition* find(std::string_view name) const;

  std::span<const MeasureDefinition> all() const noexcept { return all_; }

  /// The definitions as text, separated by semicolons; equal texts mean equal definitions.
  std::string text() const;

 private:
  std::vector<MeasureDefinition> all_;
};

/// Whether a row of measures() has that name, with or without a cutoff and in any spelling.
bool is_measure_name(std::string_view name);

/// As those of measure.hpp, for the measures of the library and those that are defined. A defined
/// measure is written "my" or, with another cutoff, "my@5"; it has no options.
const MeasureEntry& find_measure(std::string_view name, const MeasureDefinitions& definitions);
Measure parse_measure(std::string_view text, const Profile& profile,
                      const MeasureDefinitions& definitions);
std::vector<Measure> parse_measures(std::string_view text, const Profile& profile,
                                    const MeasureDefinitions& definitions);

}  // namespace podium
