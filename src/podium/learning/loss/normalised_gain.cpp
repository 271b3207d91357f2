#include "podium/learning/loss/normalised_gain.hpp"

#include <algorithm>

namespace podium {

Gain gain_kind(LabelGain gain, const TruthView& truth) noexcept {
  if (gain == LabelGain::automatic) return truth.is_graded() ? Gain::exponential : Gain::linear;
  return gain == LabelGain::exponential ? Gain::exponential : Gain::linear;
}

std::size_t places_counted(std::size_t cutoff, std::size_t n) noexcept {
  return cutoff == 0 ? n : std::min(cutoff, n);
}

NormalisedGain::NormalisedGain(Gain kind, const TruthView& truth, std::span<const DocIndex> order,
                               std::size_t cutoff)
    : gain_of_(kind, order.empty() ? 0.0 : truth.label[order.front()]) {
  for (std::size_t place = 0; place < places_counted(cutoff, order.size()); ++place) {
    ideal_ += gain_of_(truth.label[order[place]]) * discount(Discount::log2, place);
  }
}

bool write_normalised_gains(LabelGain gain, std::size_t cutoff, const TruthView& truth,
                            std::span<const DocIndex> order, std::span<double> target) {
  const NormalisedGain gain_of(gain_kind(gain, truth), truth, order, cutoff);
  if (!gain_of.is_defined()) return false;
  for (std::size_t place = 0; place < order.size(); ++place) {
    target[place] = gain_of(truth.label[order[place]]);
  }
  return target.front() > target.back();
}

}  // namespace podium
