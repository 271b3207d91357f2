#pragma once

#include <cmath>
#include <span>
#include <string>
#include <string_view>

#include "podium/base/table.hpp"

namespace podium {

/// The origin of a number of ours for which no learner was run: an input of the model, a value that
/// the model's options were chosen to match, or a result that nothing was chosen to match.
enum class NumberOrigin { put_in, calibrated, found };

/// The origin as people read it: "input".
std::string_view words_of(NumberOrigin origin);

/// A published number and ours, where ours does not come from a study of learners. The caller
/// that makes the report measures it and passes it in.
struct MeasuredNumber {
  std::string paper;    ///< "niu2012"
  std::string table;    ///< of the paper: "1"
  std::string method;   ///< "top-k"
  std::string measure;  ///< "judgements per query"
  double published = 0.0;
  double ours = 0.0;
  double tolerance = 0.0;  ///< largest accepted difference from the published value
  NumberOrigin origin = NumberOrigin::found;

  bool holds() const noexcept { return std::abs(ours - published) <= tolerance; }
};

/// Published, ours, tolerance, and whether the model "agrees" or "differs": no verdict on people.
Table measured_table(std::span<const MeasuredNumber> numbers);

}  // namespace podium
