#pragma once

#include <algorithm>
#include <cstddef>

#include "podium/core/data/truth.hpp"

namespace podium {

/// Size of the top T that the focused losses tell from the rest: the k places of a top-k truth, of
/// a graded one the documents with a label above 0. T are the first so many of any total_order().
inline std::size_t count_top(const TruthView& truth) {
  if (!truth.is_graded()) return truth.strict;
  const auto is_positive = [](double label) { return label > 0.0; };
  return static_cast<std::size_t>(std::ranges::count_if(truth.label, is_positive));
}

}  // namespace podium
