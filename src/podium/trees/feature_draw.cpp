#include "podium/trees/feature_draw.hpp"

#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "podium/base/random.hpp"

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

FeatureDraw::FeatureDraw(std::size_t features, double share, double node_share, std::uint64_t seed,
                         std::size_t round)
    : features_(features), node_share_(node_share), seed_(seed), round_(round) {
  std::vector<std::uint32_t> all(features);
  std::iota(all.begin(), all.end(), std::uint32_t{0});
  of_tree_ = drawn(std::move(all), share, seed, fmt::format("features {}", round));
}

std::vector<char> FeatureDraw::of_node(std::size_t node) const {
  std::vector<char> allowed(features_);
  for (const std::uint32_t feature :
       drawn(of_tree_, node_share_, seed_, fmt::format("features {} node {}", round_, node))) {
    allowed[feature] = 1;
  }
  return allowed;
}

}  // namespace podium
