#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/core/report/document.hpp"
#include "podium/learning/model/model.hpp"

namespace podium::cli {

/// A ranker of the demo: what it is called and its score for each row of the test queries.
struct DemoRanker {
  std::string name;
  std::vector<double> scores;
  std::optional<RankingModel> model;  ///< of those that were trained
};

/// The results of the demo as a page: means with significance, NDCG by rank, queries one by one,
/// the weights of a model. The rankers are held against `baseline`, one of them.
ReportDocument demo_report(const Dataset& test, std::span<const DemoRanker> rankers,
                           const std::string& baseline);

}  // namespace podium::cli
