#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "podium/core/base/interval.hpp"
#include "podium/learning/study/spec.hpp"
#include "podium/research/stand_ins/stand_in.hpp"

namespace podium::research {

// Whether stand-ins are like the data sets that they stand for, as far as these are published.

/// A learner on generated collections, beside its published MAP.
struct StandInLearner {
  std::string row;
  double published = 0.0;
  std::vector<double> map;    ///< of each collection
  std::vector<double> error;  ///< of each collection: the standard error of the MAP over topics

  double mean_map() const;
  double mean_error() const;
};

/// The level of the learners on a data set and its stand-ins. A stand-in is accepted when the MAP
/// of every learner, the mean over the collections, is in the published range of all learners or at
/// most two topic standard errors outside, and when the standard deviation between learners, the
/// root mean square over the collections, differs from the published one by at most a factor of 2.
struct StandInLevel {
  Interval published;
  double published_deviation = 0.0;
  Interval ours;
  double deviation = 0.0;
  double error = 0.0;                ///< topic standard error, mean over learners
  std::vector<std::string> outside;  ///< learners outside of the range
  bool is_alike_spread = false;

  bool is_accepted() const noexcept { return outside.empty() && is_alike_spread; }

  /// "yes", or what is amiss.
  std::string verdict() const;
};

/// Of at least two learners with as many collections each, at least one.
StandInLevel level_of(std::span<const StandInLearner> learners);

/// The shares of single features below the quantiles of a StandInPortrait.
inline constexpr std::array<double, 7> portrait_shares = {0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0};

/// A generated set in numbers.
struct StandInPortrait {
  std::size_t queries = 0;
  double documents = 0.0;  ///< of a query, mean
  double relevant = 0.0;   ///< of a query, mean
  /// Quantiles of the MAP of single features, each in its better direction.
  std::array<double, portrait_shares.size()> single_map = {};
};

/// `spec` has the conventions of the measures.
StandInPortrait portrait_of(const SyntheticDataset& made, const StudySpec& spec);

}  // namespace podium::research
