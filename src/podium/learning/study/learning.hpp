#pragma once

#include <span>
#include <string>
#include <vector>

#include "podium/learning/experiment/statistics/learning_curve.hpp"
#include "podium/learning/study/group.hpp"
#include "podium/learning/study/result.hpp"

namespace podium {

/// The learning curves of the swept rows on one data set with one truth, by the study's metric.
struct LearningGroup {
  struct Row {
    std::string name;
    LearningCurve curve;
    /// The difference from the baseline that would be significant: half the length of its 95 %
    /// interval at the largest size.
    double margin = 0.0;
  };
  /// A value of the sweep with the mean number of queries that it means.
  struct Place {
    std::string value;
    double size = 0.0;
  };

  std::string data;
  std::string truth;
  std::string metric;
  std::string counts;  ///< "training queries"
  std::vector<Place> places;
  std::vector<Row> rows;
  std::string baseline;  ///< name of the baseline if it does not learn; empty: it does

  /// As the tables of the study call it.
  std::string name(const StudySpec& spec) const { return StudyGroup{data, truth, {}}.name(spec); }
};

/// The groups of a study whose sweep is_learning_sweep(), in the order of its data and truths. A
/// row with cells that are not done yet is left out; so are sizes that a data set does not have.
std::vector<LearningGroup> learning_groups(const StudySpec& spec,
                                           std::span<const CellResult> cells);

}  // namespace podium
