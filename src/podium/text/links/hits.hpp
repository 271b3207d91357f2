#pragma once

#include <cstddef>
#include <vector>

#include "podium/text/links/link_graph.hpp"

namespace podium::text {

struct HitsScores {
  std::vector<double> authority;  ///< by page
  std::vector<double> hub;
  std::size_t iterations = 0;
};

/// HITS: good hubs link to good authorities [Kleinberg99]. From h = 1,
///
///   a(v) = sum over u -> v of h(u),   h(u) = sum over u -> v of a(v),
///
/// each scaled to length 1 in every iteration, until no authority changes by more than `tolerance`;
/// all zeros when there are no links. For the graph of a query's base set, see base_set().
HitsScores hits(const LinkGraph& graph, double tolerance = 1e-12);

}  // namespace podium::text
