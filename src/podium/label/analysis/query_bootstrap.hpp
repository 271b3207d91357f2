#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "podium/base/interval.hpp"
#include "podium/base/options.hpp"

namespace podium {

struct BootstrapOptions {
  std::size_t draws = 2000;
  double confidence = 0.95;
  std::uint64_t seed = 1;

  static auto fields() {
    using S = BootstrapOptions;
    return std::array{
        field("draws", &S::draws, 100, 10'000'000, "draws of queries that intervals rest on"),
        field("confidence", &S::confidence, 0.5, 0.9999, "share of draws inside an interval"),
        field("bootstrap-seed", &S::seed, 0, UINT64_MAX, "seed of the draws"),
    };
  }
};

/// The percentile interval [Efron93] of a number that is computed from queries. Each draw takes as
/// many queries as there are, with replacement; statistic(times) gets how often each was taken.
/// Draws for which it is not finite are left out; NaN when none is left or there are fewer than two
/// queries: every draw of one query is that query, which would look like certainty.
Interval bootstrap_interval(std::size_t queries, const BootstrapOptions& options,
                            const std::function<double(std::span<const double> times)>& statistic);

/// The same for two sets of queries, each query by its number, once. Draws are of all queries of
/// both, so that one in both sets is taken as often in either: what is hard about it cancels out in
/// a difference.
Interval bootstrap_interval(std::span<const std::uint32_t> queries,
                            std::span<const std::uint32_t> other_queries,
                            const BootstrapOptions& options,
                            const std::function<double(std::span<const double> times,
                                                       std::span<const double> other)>& statistic);

}  // namespace podium
