#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/learning/experiment/compare.hpp"
#include "podium/learning/study/result.hpp"

namespace podium {

/// A row on a data set with one truth and one value of the sweep: its folds and seeds together.
struct StudySystem {
  std::string data;
  std::string row;
  std::string truth;
  std::string sweep;
  double validation = 0.0;  ///< the metric on validation data, mean over folds and seeds
  std::vector<std::string> measure;
  std::vector<double> mean;        ///< per measure: mean over seeds of the mean of the folds' means
  std::vector<std::string> query;  ///< of all test folds
  std::vector<std::size_t> fold;   ///< of each query
  std::vector<std::vector<double>> value;      ///< [measure][query], mean over seeds; NaN: skipped
  std::vector<std::vector<double>> seed_mean;  ///< [measure][seed]: mean over all queries
  std::vector<double> weight;                  ///< of each feature, mean over folds and seeds

  std::size_t measure_place(std::string_view name) const;
  double mean_of(std::string_view name) const { return mean[measure_place(name)]; }
  RankerValues values_of(std::string_view name) const;
};

/// The systems of a study in the order of its cells, which must be sorted by the spec.
std::vector<StudySystem> systems_of(std::span<const CellResult> cells);

/// The mean over a system's queries with a 95 % confidence interval by the t distribution, as far
/// as it is in the range of the measure. Queries are pooled: the mean differs a little from the
/// mean of folds when these are of different size.
struct MeanWithInterval {
  double mean = 0.0;
  Interval interval;
};
MeanWithInterval pooled_mean(const StudySystem& system, std::string_view measure);

}  // namespace podium
