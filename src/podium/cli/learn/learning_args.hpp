#pragma once

#include <string>
#include <vector>

#include "podium/base/options.hpp"
#include "podium/cli/command.hpp"
#include "podium/experiment/statistics/mean_interval.hpp"
#include "podium/format/read.hpp"
#include "podium/learn/train.hpp"
#include "podium/measure/own/definitions.hpp"

namespace podium {

/// The arguments that all commands that train have in common.
struct LearningArgs {
  std::string algorithm;
  std::vector<std::string> set;
  std::string truth = "graded";
  std::string unjudged = "drop";
  std::string metric = "ndcg@10";
  std::string profile = "standard";
  std::string measures = "map,ndcg@1,ndcg@3,ndcg@5,ndcg@10,p@1,p@10,err";
  std::vector<std::string> define;
  IntervalOptions intervals;
  std::string fill = "auto";
  std::string normalise = "none";
  ReadOptions read;

  void add_to(Command& command);

  /// The options of --set; throws UsageError for one that the algorithm does not have.
  OptionText options() const;
  PreparationPlan preparation(std::uint64_t seed) const;
  MetricPlan metric_plan() const;

  /// How to read data that nothing is learnt from: a file of row weights is the training data's.
  ReadOptions read_held_out() const;

  /// The measures that the user defined.
  MeasureDefinitions definitions() const { return MeasureDefinitions(define); }

  /// The measures to report.
  std::vector<Measure> measure_list() const;
};

}  // namespace podium
