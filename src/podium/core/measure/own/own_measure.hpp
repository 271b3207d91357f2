#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "podium/core/measure/measure.hpp"

namespace podium {

/// The value of one ranked list, or nothing when it is not defined: `ranked` has the label at each
/// rank, negative where a document is not judged, `ideal` those of all judged documents, best
/// first.
using OwnMeasureFunction = std::function<std::optional<double>(std::span<const double> ranked,
                                                               std::span<const double> ideal)>;

/// A measure that the user computes, outside the library. Queries are given one after another.
struct OwnMeasure {
  std::string name;
  OwnMeasureFunction function;
  bool smaller_is_better = false;

  /// The measure; a value that is not finite is a NumericError. Throws UsageError for a name that a
  /// measure of the library has.
  Measure under(const Profile& profile) const;
};

}  // namespace podium
