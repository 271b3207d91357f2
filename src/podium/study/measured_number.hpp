#pragma once

#include <cmath>
#include <span>
#include <string>
#include <string_view>

#include "podium/base/table.hpp"

namespace podium {

/// What a number of ours is, where no learner was run for it: what went into a model, what the
/// model's options were chosen to meet, or what came out without either.
enum class NumberOrigin { put_in, calibrated, found };

/// The origin as people read it: "put in".
std::string_view words_of(NumberOrigin origin);

/// A published number beside one that is not of a study of learners. Whoever makes the report
/// measures it and hands it in.
struct MeasuredNumber {
  std::string paper;    ///< "niu2012"
  std::string table;    ///< of the paper: "1"
  std::string method;   ///< "top-k"
  std::string measure;  ///< "judgements per query"
  double published = 0.0;
  double ours = 0.0;
  double tolerance = 0.0;  ///< of ours around what was published
  NumberOrigin origin = NumberOrigin::found;

  bool holds() const noexcept { return std::abs(ours - published) <= tolerance; }
};

/// Published, ours, tolerance and verdict, "holds" or "differs".
Table measured_table(std::span<const MeasuredNumber> numbers);

}  // namespace podium
