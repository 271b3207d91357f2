#pragma once

#include <concepts>
#include <cstddef>
#include <span>

#include "podium/core/base/random.hpp"
#include "podium/core/base/workspace.hpp"
#include "podium/core/data/dataset.hpp"

namespace podium {

/// A family of scoring functions f(x; w), differentiable in its parameters w. It holds the shape
/// (how many features, how many hidden units); parameters come as a flat vector, so that
/// optimisers are independent of it.
///
///   forward(w, rows, scores, workspace)   writes the scores of a query's documents and returns the
///                                         tape for backward, whose memory is in `workspace`
///   backward(w, rows, tape, score_gradient, gradient, workspace, next)
///                                         adds sum over documents of score_gradient[doc] * df/dw
///                                         to gradient; `next` are the features that the next
///                                         forward call reads, so that they can be prefetched
///   initialise(w, random)                 sets the start of training
template <class S>
concept Scorer = requires(const S& scorer, std::span<const double> w, const FeatureRows& rows,
                          std::span<double> out, Workspace& workspace, RandomStream& random) {
  { scorer.feature_count() } -> std::convertible_to<std::size_t>;
  { scorer.dimension() } -> std::convertible_to<std::size_t>;
  scorer.initialise(out, random);
  scorer.backward(w, rows, scorer.forward(w, rows, out, workspace), w, out, workspace,
                  rows.stored());
};

}  // namespace podium
