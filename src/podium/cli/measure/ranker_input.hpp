#pragma once

#include <memory>
#include <string>
#include <vector>

#include "podium/cli/args/baseline_args.hpp"
#include "podium/cli/command.hpp"
#include "podium/core/format/read.hpp"
#include "podium/core/format/trec/judged_run.hpp"
#include "podium/core/measure/evaluate.hpp"

namespace podium::cli {

/// The files that commands take rankers from.
struct RankerArgs {
  std::string data;
  std::vector<std::string> scores;
  std::vector<std::string> models;
  std::vector<std::string> features;  ///< each by name or number
  std::vector<std::string> runs;
  std::string qrels;
  std::string top_k;             ///< the file of top-k lists that replace labels and judgements
  std::string truth = "graded";  ///< how labels and judgements are read
  ModelDataArgs model_data;
  bool complete = true;  ///< judged queries that a run lacks count, as empty rankings

  /// Declares --feature.
  Flag& add_features(Command& command);

  /// Declares the flags of reading the data; those of features need rankers that use features.
  static void add_reading(Command& command, ReadOptions& read);

  /// Declares --complete.
  void add_complete(Command& command);

  /// Number of rankers.
  std::size_t count() const {
    return scores.size() + models.size() + features.size() + runs.size();
  }

  /// Whether the data set is used: --qrels has the judgements of runs in its place.
  bool use_data() const { return qrels.empty() || count() > runs.size(); }
  static constexpr const char* use_of_data = "a ranker besides --run if there is --qrels";

  /// Throws UsageError, which begins with the command's name, when files are missing that the
  /// rankers need or given that nobody uses.
  void check(const std::string& command) const;

  /// The columns of words that the models need, as ReadOptions::categorical takes them.
  std::string word_features() const;

  /// The features to read of the data.
  FeatureDetail detail() const {
    return models.empty() && features.empty() ? FeatureDetail::none : FeatureDetail::single;
  }
};

/// Data to measure rankers on.
struct MeasuredData {
  Dataset data;
  std::string queries = {};  ///< query_fingerprint() of the data as it was read
};

/// Reads --data, which is given, with the columns of words that the models need. Tells the user
/// what was noticed.
MeasuredData read_measured_data(const RankerArgs& args, ReadOptions read,
                                const std::string& unjudged, ListRule lists,
                                const Context& context);

/// A ranker to evaluate; `memory` keeps alive what its queries borrow besides the data.
struct Ranker {
  std::string name;
  std::vector<ScoredQuery> queries;
  std::shared_ptr<const void> memory;
  std::size_t missing = 0;  ///< of the queries: judged ones that the run lacks, which count

  /// The queries that the run has.
  std::vector<ScoredQuery> own_queries() const;
};

/// Tells the user when the model or its baseline has seen the queries with this fingerprint:
/// measures are higher than on new data.
void say_seen(const std::string& data_file, const std::string& queries,
              const std::string& model_file, const RankingModel& model, const Context& context);

/// Reads scores, features and runs and applies models to the data, which must outlive the result.
/// Tells the user what was noticed. Judgements of runs are those of --qrels, the top-k lists, or
/// else the labels of the data.
std::vector<Ranker> read_rankers(const RankerArgs& args, const MeasuredData& measured,
                                 const Context& context);

}  // namespace podium::cli
