#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/text/links/link_graph.hpp"
#include "podium/text/links/sitemap.hpp"

namespace podium::text {

/// Propagates values, scores or term frequencies, from children to their parent [Qin05].
///
///   s'(p) = (1 + alpha) s(p) + (1 - alpha) * mean of s over the children of p
///
/// without the second part for a page without children. One level: grandchildren have no influence.
std::vector<double> propagated_over_sitemap(const Sitemap& sitemap, std::span<const double> value,
                                            double alpha = 0.9);

/// The direction and weighting of propagation: along in-links or out-links in proportion to the
/// target's value, or along out-links with equal weight.
enum class LinkFlow { weighted_in, weighted_out, uniform_out };

/// Propagates values (scores or term frequencies, not negative) over the links of a query's
/// documents [Shakery03]:
///
///   weighted_in   h(x) = alpha s(x) + (1 - alpha) sum over u -> x of h(u) s(x) / sum over u -> v
///   of s(v) weighted_out  h(x) = alpha s(x) + (1 - alpha) sum over x -> v of h(v) s(v) / sum over
///   x -> w of s(w) uniform_out   h(x) = s(x) + (1 - alpha) sum over x -> v of h(v)
///
/// with alpha = 0.85. A quotient with divisor 0 is 0. uniform_out need not converge, so it takes
/// few iterations.
std::vector<double> propagated_over_links(const LinkGraph& graph, std::span<const double> value,
                                          LinkFlow flow, std::size_t uniform_iterations = 1);

}  // namespace podium::text
