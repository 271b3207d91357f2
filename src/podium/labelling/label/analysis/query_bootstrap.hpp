#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "podium/core/base/interval.hpp"
#include "podium/core/base/options.hpp"

namespace podium::labelling {

struct BootstrapOptions {
  std::size_t draws = 2000;
  double confidence = 0.95;
  std::uint64_t seed = 1;

  static auto fields() {
    using S = BootstrapOptions;
    return std::array{
        field("draws", &S::draws, 100, 10'000'000,
              "number of bootstrap samples for confidence intervals"),
        field("confidence", &S::confidence, 0.5, 0.9999, "level of the confidence intervals"),
        field("bootstrap-seed", &S::seed, 0, UINT64_MAX, "seed for the bootstrap samples"),
    };
  }
};

/// The percentile bootstrap interval [Efron93] of a statistic of queries. Each draw takes as many
/// queries as there are, with replacement; statistic(times) gets the multiplicity of each. Draws
/// with a value that is not finite are left out; NaN when none is left or there are fewer than two
/// queries, whose interval would have length 0.
Interval bootstrap_interval(std::size_t queries, const BootstrapOptions& options,
                            const std::function<double(std::span<const double> times)>& statistic);

/// The same for two sets of queries, each query by its number, once. Draws are from the union, so
/// that a query in both sets has the same multiplicity in both: its difficulty cancels out in a
/// difference.
Interval bootstrap_interval(std::span<const std::uint32_t> queries,
                            std::span<const std::uint32_t> other_queries,
                            const BootstrapOptions& options,
                            const std::function<double(std::span<const double> times,
                                                       std::span<const double> other)>& statistic);

}  // namespace podium::labelling
