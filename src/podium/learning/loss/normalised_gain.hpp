#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "podium/core/data/truth.hpp"
#include "podium/core/measure/gain.hpp"

namespace podium {

/// What a label gains in losses made after NDCG. `automatic` is 2^label - 1 for grades and the
/// label itself for the places of an order or a top-k list, where powers of 2 would leave nothing
/// but the first few.
enum class LabelGain { automatic, exponential, linear };

inline constexpr std::array<std::string_view, 3> label_gain_names = {"auto", "exponential",
                                                                     "linear"};
inline constexpr std::string_view label_gain_help =
    "gain of a label; auto is exponential for grades, linear for orders";

Gain gain_kind(LabelGain gain, const TruthView& truth) noexcept;

/// Places that a cutoff leaves of n; a cutoff of 0 leaves all.
std::size_t places_counted(std::size_t cutoff, std::size_t n) noexcept;

/// Gains of labels over the DCG@K of the ideal list, as in the measure ndcg@K.
class NormalisedGain {
 public:
  /// `order` is best first, as LossQuery::order.
  NormalisedGain(Gain kind, const TruthView& truth, std::span<const DocIndex> order,
                 std::size_t cutoff);

  /// Whether any document gains; if none does, there is nothing to divide by.
  bool is_defined() const noexcept { return ideal_ > 0.0; }
  double operator()(double label) const noexcept { return gain_of_(label) / ideal_; }

 private:
  ScaledGain gain_of_;
  double ideal_ = 0.0;
};

/// target[place] = the normalised gain of the document at that place of `order`. Returns whether
/// two of them differ; if no document gains, nothing is written.
bool write_normalised_gains(LabelGain gain, std::size_t cutoff, const TruthView& truth,
                            std::span<const DocIndex> order, std::span<double> target);

}  // namespace podium
