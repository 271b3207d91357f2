#include "podium/learning/trees/feature_draw.hpp"

#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/random.hpp"

namespace podium {

namespace {

/// The first of a shuffle of `items`.
std::vector<std::uint32_t> drawn(std::vector<std::uint32_t> items, double share, std::uint64_t seed,
                                 const std::string& purpose) {
  const auto count = static_cast<std::size_t>(std::ceil(share * static_cast<double>(items.size())));
  if (count >= items.size()) return items;
  RandomStream stream(seed, "", purpose);
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(items[i], items[i + stream.below(items.size() - i)]);
  }
  items.resize(count);
  return items;
}

}  // namespace

FeatureDraw::FeatureDraw(std::size_t features)
    : features_(features), node_share_(1.0), seed_(0), of_tree_(features) {
  std::iota(of_tree_.begin(), of_tree_.end(), std::uint32_t{0});
}

FeatureDraw::FeatureDraw(std::size_t features, std::vector<std::uint32_t> usable, double share,
                         double node_share, std::uint64_t seed, std::string round)
    : features_(features),
      node_share_(node_share),
      seed_(seed),
      round_(std::move(round)),
      of_tree_(drawn(std::move(usable), share, seed, "features " + round_)) {}

std::vector<char> FeatureDraw::of_node(std::uint64_t path) const {
  std::vector<char> allowed(features_);
  for (const std::uint32_t feature :
       drawn(of_tree_, node_share_, seed_, fmt::format("features {} node {}", round_, path))) {
    allowed[feature] = 1;
  }
  return allowed;
}

}  // namespace podium
