#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/research/joint/joint_points.hpp"

namespace podium::research {

/// The values of k systems by several measures at the m queries of one data set.
struct SystemBlock {
  std::vector<std::vector<std::vector<double>>> value;  ///< [system][measure][query]

  std::size_t systems() const noexcept { return value.size(); }
  std::size_t measures() const noexcept { return value.empty() ? 0 : value[0].size(); }
  std::size_t queries() const noexcept { return measures() == 0 ? 0 : value[0][0].size(); }
};

/// How many deals are drawn, and from which seed.
struct DealOptions {
  std::size_t draws = 1'999;
  std::uint64_t seed = 1;
};

/// A test of a statement about several systems, in both directions. The null hypothesis is that
/// all systems are equally good: in each query their values, with all measures together, are dealt
/// to them at random. All (k!)^m deals are used when there are at most options.draws of them.
struct DealTest {
  double statistic = 0.0;
  double p_holds = 1.0;
  double p_refuted = 1.0;
  std::size_t count = 0;  ///< points (best_system_test) or measures (winning_number_test) at which
                          ///< the statement is true of the plain means

  bool holds() const { return statistic > 0.0 && p_holds <= verdict_level; }
  bool is_refuted() const { return statistic < 0.0 && p_refuted <= verdict_level; }
};

/// The standard error of the difference of two means by a measure: sqrt(2 MSE / m), MSE of the
/// two-way layout of systems and queries (see tukey_hsd).
double difference_error(const SystemBlock& block, std::size_t measure);

/// What a statement about the best systems says.
struct BestQuestion {
  std::vector<std::size_t> group;  ///< the systems of which one is the best
  std::size_t wanted = 1;          ///< number c of points
  std::size_t place = 1;           ///< 2: the second best at least
};

/// "One of the group is the best at c or more points"; a point is a measure on a data set.
///
///   T_j = (largest mean of the group - place-th largest mean of the others) / sqrt(2 MSE_j / m)
///
/// The statistic is the c-th largest T_j.
DealTest best_system_test(std::span<const SystemBlock> blocks, const BestQuestion& question,
                          const DealOptions& options = {});

/// What a statement about winning numbers says.
struct WinsQuestion {
  std::vector<std::size_t> group;
  std::vector<std::size_t> rest;
  std::size_t wanted = 1;    ///< number c of measures
  bool is_smoothed = true;   ///< false: plain winning numbers (see winning_number.hpp)
  bool is_smallest = false;  ///< the group has the smallest winning numbers, not the largest
};

/// "The winning numbers of the group exceed those of the rest by c or more measures". They are
/// added over data sets; smoothed ones are expected numbers of wins with new queries:
///
///   S_i = sum over data sets, sum over k != i of Phi( (mean_i - mean_k) / sqrt(2 MSE / m) )
///
/// A group of one is compared with the largest of the rest, otherwise means are compared. The
/// statistic is the c-th largest difference over measures. Plain winning numbers on few data sets
/// take few values, so that they hardly ever decide anything.
DealTest winning_number_test(std::span<const SystemBlock> blocks, const WinsQuestion& question,
                             const DealOptions& options = {});

}  // namespace podium::research
