#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/core/prepare/preparation.hpp"
#include "podium/learning/learn/algorithms.hpp"
#include "podium/learning/learn/training.hpp"
#include "podium/learning/loss/own_loss.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

/// Training data ready for any number of runs: features complete and normalised, truth as the
/// loss is to see it.
class PreparedTraining {
 public:
  PreparedTraining(const PreparationPlan& plan, const Dataset& train);

  /// Also holds out `vali` for the metric. A metric that needs an order sees the plan's truth
  /// setting, any other the labels as they are; one with a highest grade takes highest_label().
  PreparedTraining(const PreparationPlan& plan, const Dataset& train, const Dataset& vali,
                   const MetricPlan& metric);

  const Dataset& train() const noexcept { return fitted_.train; }
  /// The same with 0 in all set features, for algorithms that would take codes for quantities.
  const Dataset& train_without_sets() const;

  /// Lets algorithms learn these pairs of train() instead of those of its truth.
  void use_pairs(QueryPairs pairs);
  const std::shared_ptr<const QueryPairs>& pairs() const noexcept { return pairs_; }

  const std::optional<HeldOut>& validation() const noexcept { return validation_; }
  /// The held-out data, prepared, with the labels that it came with; empty when there is none.
  const Dataset& vali() const noexcept { return vali_; }
  const PreparationPlan& plan() const noexcept { return plan_; }
  const Preparation& preparation() const noexcept { return fitted_.preparation; }
  /// Of the features of the training data as they came.
  const FeatureRanges& ranges() const noexcept { return fitted_.ranges; }

  /// Of the training data and the held-out data as they came.
  double highest_label() const noexcept { return highest_label_; }

  /// data_fingerprint() of the training data as it came, and that of the pairs if there are any.
  const std::string& fingerprint() const noexcept { return fingerprint_; }
  /// Training and held-out data, for the record of the model.
  const std::vector<SeenData>& seen() const noexcept { return seen_; }

 private:
  /// Made when it is first asked for, by whichever training does.
  struct WithoutSets {
    std::once_flag once;
    Dataset data;
  };

  PreparationPlan plan_;
  std::string fingerprint_;
  std::vector<SeenData> seen_;
  double highest_label_;
  FittedPreparation fitted_;
  std::shared_ptr<WithoutSets> without_sets_ = std::make_shared<WithoutSets>();
  std::shared_ptr<const QueryPairs> pairs_;
  Dataset vali_;
  std::optional<HeldOut> validation_;
};

/// A model and how it came about.
struct TrainedModel {
  RankingModel model;
  TrainingSummary summary;
};

/// What a run starts from, and what watches it; all may be empty.
struct RunOptions {
  const RankingModel* start = nullptr;  ///< a model of the same shape to start from
  const OwnLoss* loss = nullptr;        ///< to minimise instead of the algorithm's
  ProgressSink progress;
  CheckpointOptions checkpoint;
  std::vector<std::size_t> unpenalised = {};  ///< as in TrainingTask
  SharedBins* bins = nullptr;                 ///< as in TrainingTask
  double lambda = 0.0;  ///< share of the second objective, which second labels are the truth of
};

/// Trains by name: what `podium train` calls. The model knows how its data was prepared and how it
/// was made. A value that is still missing, or too large to compute with, is a NumericError naming
/// query, document and feature unless the algorithm can do with it; row weights that differ are a
/// UsageError unless the algorithm uses them.
TrainedModel train(std::string_view algorithm, const OptionText& options,
                   const PreparedTraining& data, const RunOptions& run = {});

/// The options that a model records: with an own loss, that it is one.
OptionText recorded_options(const OptionText& options, const OwnLoss* loss);

/// What tells one run from another for a checkpoint: algorithm, options, data, plan, metric, the
/// model that it starts from, if any, and lambda.
std::string run_identity(std::string_view algorithm, const OptionText& options,
                         const PreparedTraining& data, const RankingModel* start = nullptr,
                         double lambda = 0.0);

}  // namespace podium
