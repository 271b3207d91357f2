#pragma once

#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "podium/core/base/table.hpp"

namespace podium::research {

/// The origin of a number of ours for which no learner was run: an input of the model, a value that
/// the model's options were chosen to match, a result that nothing was chosen to match, or no
/// result of the model at all: computed again from other published numbers.
enum class NumberOrigin { put_in, calibrated, found, recomputed };

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
  double low = std::numeric_limits<double>::quiet_NaN();   ///< 95 % of simulated studies of the
  double high = std::numeric_limits<double>::quiet_NaN();  ///< paper's size; NaN: not simulated
  NumberOrigin origin = NumberOrigin::found;

  /// Whether the published number is one that the model might well have given.
  bool agrees() const noexcept { return low <= published && published <= high; }

  /// "agrees" or "differs" of a result; "-" where the model has no say. No verdict on people.
  std::string_view outcome() const noexcept;
};

/// Published, ours, the interval of simulated studies, and whether the model agrees.
Table measured_table(std::span<const MeasuredNumber> numbers);

}  // namespace podium::research
