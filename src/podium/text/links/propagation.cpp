#include "podium/text/links/propagation.hpp"

#include <algorithm>
#include <cmath>

#include "podium/core/base/error.hpp"

namespace podium::text {

namespace {

/// For each page the sum of `value` over the pages that it links to.
std::vector<double> sums_over_links(const LinkGraph& graph, std::span<const double> value) {
  std::vector<double> sums(graph.page_count(), 0.0);
  for (PageIndex page = 0; page < graph.page_count(); ++page) {
    for (const PageIndex to : graph.out(page)) sums[page] += value[to];
  }
  return sums;
}

double quotient(double a, double b) {
  return b > 0.0 ? a / b : 0.0;
}

}  // namespace

std::vector<double> propagated_over_sitemap(const Sitemap& sitemap, std::span<const double> value,
                                            double alpha) {
  expects(value.size() == sitemap.page_count(), "a value for each page");
  std::vector<double> result(value.size());
  for (PageIndex page = 0; page < value.size(); ++page) {
    const std::span<const PageIndex> children = sitemap.children(page);
    double sum = 0.0;
    for (const PageIndex child : children) sum += value[child];
    result[page] = (1.0 + alpha) * value[page] +
                   (1.0 - alpha) * quotient(sum, static_cast<double>(children.size()));
  }
  return result;
}

std::vector<double> propagated_over_links(const LinkGraph& graph, std::span<const double> value,
                                          LinkFlow flow, std::size_t uniform_iterations) {
  constexpr double alpha = 0.85;  // weight of a page's own value; the rest comes from links
  constexpr double tolerance = 1e-10;
  constexpr std::size_t max_iterations = 100;
  expects(value.size() == graph.page_count(), "a value for each page");
  expects(std::all_of(value.begin(), value.end(), [](double v) { return v >= 0.0; }),
          "values that are not negative");
  const std::vector<double> sums = sums_over_links(graph, value);
  const auto inflow = [&](PageIndex x, const std::vector<double>& h) {
    double sum = 0.0;
    if (flow == LinkFlow::weighted_in) {
      for (const PageIndex u : graph.in(x)) sum += h[u] * quotient(value[x], sums[u]);
    } else if (flow == LinkFlow::weighted_out) {
      for (const PageIndex v : graph.out(x)) sum += h[v] * quotient(value[v], sums[x]);
    } else {
      for (const PageIndex v : graph.out(x)) sum += h[v];
    }
    return sum;
  };
  const double kept = flow == LinkFlow::uniform_out ? 1.0 : alpha;
  const std::size_t most = flow == LinkFlow::uniform_out ? uniform_iterations : max_iterations;
  std::vector<double> h(value.begin(), value.end());
  std::vector<double> next(value.size());
  double change = 1.0 + tolerance;
  for (std::size_t i = 0; i < most && change > tolerance; ++i) {
    change = 0.0;
    for (PageIndex x = 0; x < value.size(); ++x) {
      next[x] = kept * value[x] + (1.0 - alpha) * inflow(x, h);
      change = std::max(change, std::abs(next[x] - h[x]));
    }
    h.swap(next);
  }
  return h;
}

}  // namespace podium::text
