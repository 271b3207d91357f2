#pragma once

#include <array>
#include <string_view>

#include "podium/core/measure/measure.hpp"

namespace podium {

/// What a misplaced document of the true order costs, and when it is misplaced.
struct WeightedKendallOptions {
  enum class Weights { gain, one, kappa };
  enum class Ties { strict, count };
  Weights weights = Weights::gain;
  Ties ties = Ties::strict;
  bool capped = false;
  bool normalised = false;

  static auto fields() {
    using Self = WeightedKendallOptions;
    return std::array{
        field("weights", &Self::weights, std::array<std::string_view, 3>{"gain", "one", "kappa"},
              "weight of true place j: the gain of n - j, 1, or the gain that kappa-ndcg gives it"),
        field("ties", &Self::ties, std::array<std::string_view, 2>{"strict", "count"},
              "treatment of pairs with equal scores: no error (strict), or an error (count)"),
        field("capped", &Self::capped,
              "count a document at most once, however many are wrongly ranked above it"),
        field("normalised", &Self::normalised, "divide by the sum of the weights"),
    };
  }
};

/// Weighted Kendall's tau, a loss. [Lan13]
///
///   L = sum over the true places j = 1 .. k of  alpha(j) * m_j
///   m_j = documents truly below place j that have a higher score than its document
///   alpha(j) = (2^l_j - 1) / log2(1 + j),   l_j = n - j
///
/// k is the cutoff, or all strict places; l_j and m_j change with the options. With `kappa`, l_j is
/// the label of the truth: K + 1 - j for the K places of a top-k truth, whatever the cutoff. n and
/// m_j count judged documents only. Range [0, inf): 0 is
/// best, also for lists of one document. `normalised` gives L / (alpha(1) + ... + alpha(k)), for
/// which no list is too long; without it a weight beyond the range of a double is a NumericError.
/// It looks at scores, not ranks: the order of equal scores plays no part. O(n log n).
MeasureFunction make_weighted_kendall(const OptionText& text, std::size_t cutoff,
                                      const Profile& profile);

}  // namespace podium
