#include "podium/core/measure/own/own_measure.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/measure/own/definitions.hpp"

namespace podium {

namespace {

constexpr MeasureEntry own_row{.name = "own",
                               .summary = "a measure that the user computes",
                               .cutoff = CutoffRule::none,
                               .minimum = -std::numeric_limits<double>::infinity(),
                               .maximum = std::numeric_limits<double>::infinity(),
                               .is_sequential = true};

constexpr MeasureEntry smaller_is_better_row() {
  MeasureEntry row = own_row;
  row.smaller_is_better = true;
  return row;
}
constexpr MeasureEntry own_loss_row = smaller_is_better_row();

}  // namespace

Measure OwnMeasure::under(const Profile& profile) const {
  if (name.empty()) throw UsageError("measure: found no name for a function, expected one");
  if (is_measure_name(name)) {
    throw UsageError("measure: " + in_quotes(name) +
                     " is a measure already; choose another name for the function");
  }
  const auto value = [name = name, function = function](
                         const JudgedRanking& judged,
                         Explanation* explanation) -> std::optional<double> {
    const std::optional<double> found = function(judged.ranked_label(), judged.ideal_label());
    if (found && !std::isfinite(*found)) {
      throw NumericError(fmt::format("the value of {} is {}", name, *found));
    }
    if (explanation != nullptr) explanation->formula = "a function of the user";
    return found;
  };
  return {smaller_is_better ? own_loss_row : own_row, name, no_cutoff, value, profile};
}

}  // namespace podium
