#include "podium/learning/learn/trees/tree_dropout.hpp"

#include <fmt/format.h>

#include "podium/core/base/random.hpp"

namespace podium {

TreeDropout::TreeDropout(double share, double rate, std::uint64_t seed, std::size_t first)
    : share_(share), rate_(rate), seed_(seed), weights_(first, 1.0) {}

std::vector<std::size_t> TreeDropout::left_out() const {
  std::vector<std::size_t> drawn;
  if (share_ <= 0.0 || weights_.empty()) return drawn;
  RandomStream random(seed_, "", fmt::format("dropout {}", weights_.size() + 1));
  for (std::size_t tree = 0; tree < weights_.size(); ++tree) {
    if (random.uniform() < share_) drawn.push_back(tree);
  }
  if (drawn.empty()) drawn.push_back(random.below(weights_.size()));
  return drawn;
}

double TreeDropout::factor(std::size_t left_out) const noexcept {
  const auto count = static_cast<double>(left_out);
  return count / (count + rate_);
}

double TreeDropout::add_tree() {
  const std::vector<std::size_t> drawn = left_out();
  for (const std::size_t tree : drawn) weights_[tree] *= factor(drawn.size());
  weights_.push_back(drawn.empty() ? 1.0 : 1.0 / (static_cast<double>(drawn.size()) + rate_));
  return weights_.back();
}

}  // namespace podium
