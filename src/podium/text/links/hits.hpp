#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/text/links/link_graph.hpp"

namespace podium::text {

struct HitsOptions {
  double tolerance = 1e-12;
  std::size_t max_iterations = 10'000;

  static auto fields() {
    using Self = HitsOptions;
    return std::array{
        field("tolerance", &Self::tolerance, 0.0, 1.0,
              "stop when no score changes by more than this"),
        field("max-iterations", &Self::max_iterations, 1, 1'000'000,
              "maximum number of iterations"),
    };
  }
};

struct HitsScores {
  std::vector<double> authority;  ///< by page
  std::vector<double> hub;
  std::size_t iterations = 0;
};

/// HITS: good hubs link to good authorities [Kleinberg99]. From h = 1,
///
///   a(v) = sum over u -> v of h(u),   h(u) = sum over u -> v of a(v),
///
/// each scaled to length 1 in every iteration; all zeros when there are no links. For the graph of
/// a query's base set, see base_set().
HitsScores hits(const LinkGraph& graph, const HitsOptions& options = {});

}  // namespace podium::text
