#pragma once

#include <cstddef>
#include <vector>

#include <gmock/gmock.h>

#include "podium/core/base/random.hpp"
#include "podium/text/links/link_graph.hpp"

namespace podium::text {

/// What equals a worked example's nine printed digits.
inline auto near(double value) {
  return testing::DoubleNear(value, 1e-9);
}

/// The graph of the specification's worked examples.
inline LinkGraph example_graph() {
  return {4, {{0, 1}, {0, 2}, {1, 2}, {2, 0}, {3, 2}}};
}

/// `links` draws of a pair of pages; those from a page to itself and repetitions fall out.
inline LinkGraph random_graph(std::size_t pages, std::size_t links, RandomStream& random) {
  std::vector<Link> drawn;
  for (std::size_t i = 0; i < links; ++i) {
    drawn.push_back(
        {static_cast<PageIndex>(random.below(pages)), static_cast<PageIndex>(random.below(pages))});
  }
  return {pages, drawn};
}

}  // namespace podium::text
