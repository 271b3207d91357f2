#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/core/base/workspace.hpp"
#include "podium/core/data/dataset.hpp"
#include "podium/core/prepare/preparation.hpp"
#include "podium/learning/model/linear.hpp"
#include "podium/learning/model/network.hpp"
#include "podium/learning/model/query_pass.hpp"
#include "podium/learning/model/re_ranking.hpp"
#include "podium/learning/model/scorer.hpp"
#include "podium/learning/model/stage/calibration.hpp"
#include "podium/learning/model/tree_ensemble.hpp"
#include "podium/learning/model/weak_rankers.hpp"

namespace podium {

/// A scoring function with parameters of its own.
template <Scorer S>
struct ScorerModel {
  S scorer;
  std::vector<double> w;

  std::size_t feature_count() const noexcept { return scorer.feature_count(); }
  bool is_whole() const noexcept { return w.size() == scorer.dimension(); }
  bool accepts_missing() const noexcept { return false; }
  void score(const FeatureRows& rows, std::span<double> scores, Workspace& workspace) const {
    QueryPass(scorer, rows, workspace).forward(w, scores);
  }

  bool operator==(const ScorerModel&) const = default;
};

using LinearModel = ScorerModel<LinearScorer>;
using NetworkModel = ScorerModel<NetworkScorer>;

/// Every kind of scoring function that can be saved. A kind has feature_count(), is_whole() (its
/// parameters fit its shape), accepts_missing() (it scores a document some of whose features are
/// NaN) and score(rows, scores, workspace), and its row in kinds.cpp.
using ModelKind = std::variant<LinearModel, NetworkModel, WeakRankerSum, ReRanking, TreeEnsemble>;

/// A scoring function inside a model, with the name of the algorithm that trained it.
struct NamedRanker {
  std::string name;
  ModelKind kind;

  bool operator==(const NamedRanker&) const = default;
};

/// Whether trees can be added to its scores: it scores documents one by one, and is not of trees,
/// which would go on themselves.
bool can_be_start(const ModelKind& kind);

/// A ranker with the weight of its vote.
struct Voter {
  NamedRanker ranker;
  double weight = 1.0;  ///< >= 0

  bool operator==(const Voter&) const = default;
};

/// The name of the kind in a model file: "linear", "network", "weak-rankers", "re-ranking",
/// "trees".
std::string_view kind_name(const ModelKind& kind);

/// The weight of each feature; its meaning depends on the kind.
struct FeatureWeights {
  std::string meaning;  ///< a phrase: "change of the score per unit ..."
  std::vector<double> value;
};

FeatureWeights feature_weights(const ModelKind& kind);

/// The value of a measure on validation data.
struct Validation {
  std::string metric;
  double value = 0.0;

  bool operator==(const Validation&) const = default;
};

/// A combination of options from which those of a model were chosen.
struct TuningPoint {
  std::string algorithm;
  OptionText options;
  bool is_baseline = false;  ///< the baseline alone
  double value = 0.0;        ///< on data that its models did not see
  double weight = 0.0;       ///< in the model; 0: not used

  bool operator==(const TuningPoint&) const = default;
};

/// How the options of a model were chosen by the data.
struct TuningRecord {
  std::string rule;       ///< "split" or "inner"
  std::size_t folds = 0;  ///< 0: there was too little data to choose
  std::string baseline;   ///< name of the feature; empty: none
  std::vector<TuningPoint> points;

  bool operator==(const TuningRecord&) const = default;
};

/// Data that a model has seen.
struct SeenData {
  bool chose = false;   ///< its queries chose options or the iteration; else they were trained on
  std::string queries;  ///< query_fingerprint()

  bool operator==(const SeenData&) const = default;
};

/// The origin of a model: together with the data and the initial model, if any, sufficient to train
/// it again.
struct TrainingRecord {
  std::string algorithm;
  OptionText options;
  std::string truth = "graded";  ///< the truth setting
  std::uint64_t seed = 1;
  std::string data;            ///< data_fingerprint() of the training data
  std::string podium_version;  ///< of the library that trained it
  std::size_t iterations = 0;
  std::string stop;  ///< reason why training ended
  std::optional<Validation> validation;
  std::optional<TuningRecord> tuning;
  std::vector<SeenData> seen = {};
  FeatureRanges ranges = {};  ///< of the training data's features before they were prepared

  bool operator==(const TrainingRecord&) const = default;
};

struct RankingModel;

/// Where the scores of a baseline come from: a model inside the model, a file that names documents
/// by their ids, or a file with one score for each row of the data.
enum class BaselineKind { model, run, scores };
inline constexpr std::array<std::string_view, 3> baseline_kind_names = {"model", "run", "scores"};

/// The name of the feature that holds the scores of a baseline.
inline constexpr std::string_view baseline_feature = "baseline";

/// The ranking that a model was trained on top of. Its scores are the last feature of the model,
/// which data does not have of its own: see learning/model/baseline.hpp.
struct ModelBaseline {
  BaselineKind kind = BaselineKind::run;
  std::shared_ptr<const RankingModel> model = {};  ///< of the kind model

  bool operator==(const ModelBaseline& other) const;
};

/// A trained ranker, complete: from raw features to scores.
struct RankingModel {
  ModelKind kind;
  Preparation preparation;
  TrainingRecord training;
  std::optional<ModelBaseline> baseline = {};
  Calibration calibration = {};  ///< scores are those before it

  bool operator==(const RankingModel&) const = default;
};

/// What must be known to score a document; a re-ranking always needs whole queries, and so does a
/// baseline of scores, which are standardised query by query.
Serving serving_of(const RankingModel& model);

/// The ranges of the training data for features_in_other_units(): 0 to 0 for features that the
/// model does not use, scales by query, whatever their units, or takes as codes. A baseline inside
/// the model uses features, too.
FeatureRanges ranges_with_units(const RankingModel& model);

/// One score per row, in row order. Labels are ignored. Throws like prepared() and
/// with_baseline_feature(), and NumericError for a score that is not finite and for a missing value
/// that the kind does not accept.
std::vector<double> score(const RankingModel& model, const Dataset& data);

/// The same for prepared data.
std::vector<double> score(const ModelKind& kind, const Dataset& prepared);

/// The score of one document, its features in the model's order; see prepared_document(). Throws
/// UsageError for a re-ranking, which needs all documents of a query, and for a model whose
/// baseline is not inside it.
double score_document(const RankingModel& model, std::span<const float> features);

}  // namespace podium
