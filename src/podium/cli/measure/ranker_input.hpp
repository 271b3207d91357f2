#pragma once

#include <memory>
#include <string>
#include <vector>

#include "podium/cli/command.hpp"
#include "podium/format/read.hpp"
#include "podium/format/trec/qrels.hpp"
#include "podium/measure/evaluate.hpp"

namespace podium {

/// The files that commands take rankers from.
struct RankerArgs {
  std::string data;
  std::vector<std::string> scores;
  std::vector<std::string> models;
  std::vector<std::string> runs;
  std::string qrels;
  std::string baseline;  ///< the file of the models' baseline, if they need one

  /// Number of rankers.
  std::size_t count() const { return scores.size() + models.size() + runs.size(); }

  /// Whether the data set is used: --qrels has the judgements of runs in its place.
  bool use_data() const { return qrels.empty() || count() > runs.size(); }
  static constexpr const char* use_of_data = "a ranker besides --run if there is --qrels";

  /// Throws UsageError, which begins with the command's name, when files are missing that the
  /// rankers need or given that nobody uses.
  void check(const std::string& command) const;

  /// The features to read of the data.
  FeatureDetail detail() const {
    return models.empty() ? FeatureDetail::none : FeatureDetail::single;
  }
};

/// A ranker to evaluate; `memory` keeps alive what its queries borrow besides the data.
struct Ranker {
  std::string name;
  std::vector<ScoredQuery> queries;
  std::shared_ptr<const void> memory;
};

/// Reads scores and runs and applies models to the data, which must outlive the result. Tells the
/// user what was noticed. Judgements of runs are those of --qrels or else the labels of the data.
/// `baseline_flag` is how the command calls the file of the models' baseline.
std::vector<Ranker> read_rankers(const RankerArgs& args, const Dataset& data,
                                 const Context& context,
                                 const std::string& baseline_flag = "--baseline");

}  // namespace podium
