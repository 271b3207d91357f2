#include "podium/learn/trees/tree_boosting.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "podium/base/chunks.hpp"
#include "podium/base/error.hpp"
#include "podium/base/random.hpp"
#include "podium/base/text.hpp"
#include "podium/learn/training_set.hpp"
#include "podium/learn/trees/monotone_features.hpp"
#include "podium/learn/trees/tree_state.hpp"
#include "podium/trees/tree_grower.hpp"
#include "podium/trees/tree_thresholds.hpp"

namespace podium {

namespace {

constexpr std::size_t fast_from_rows = 50'000;

GrowthRule growth_rule(const TrainingTask& task, const TreeLoss& loss, const TreeOptions& options) {
  const bool is_fast =
      options.precision == PullPrecision::fast ||
      (options.precision == PullPrecision::automatic && task.train.row_count() >= fast_from_rows);
  // The steps of the squared error are as large as its targets.
  const double max_step = loss.entry.grows_with_targets ? 0.0 : options.max_step;
  return {.leaves = options.leaves,
          .depth = options.depth,
          .split = {.leaf = {.l2 = options.l2, .l1 = options.l1, .max_step = max_step},
                    .min_rows = options.min_rows,
                    .min_curvature = options.min_curvature,
                    .min_gain = options.min_gain},
          .sign = monotone_signs(options.monotone, task.train),
          .bits = is_fast ? static_cast<unsigned>(options.bits) : 0};
}

/// Each query counts with its weight over the mean weight: the sum of losses grows with the data.
QueryWeighting weighting_of(const Dataset& data) {
  double sum = 0.0;
  double count = 0.0;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    if (data[q].size() == 0) continue;
    sum += data[q].weight;
    count += 1.0;
  }
  return {.mean = false, .factor = sum > 0.0 ? count / sum : 1.0};
}

double total_of(std::span<const double> values) {
  return sum_over_chunks(values.size(), [&](std::size_t begin, std::size_t end) {
    double sum = 0.0;
    for (std::size_t i = begin; i < end; ++i) sum += values[i];
    return sum;
  });
}

/// Sums of trees' values over the rows of a data set.
class TreeSums {
 public:
  explicit TreeSums(const Dataset& data) : data_(data), sum_(data.row_count()) {}

  void add(const RegressionTree& tree) {
    QueryBlocks(data_).for_each([&](std::size_t query, Workspace& /*workspace*/) {
      const QueryView view = data_[query];
      DenseRow<float> dense;
      for (DocIndex doc = 0; doc < view.size(); ++doc) {
        sum_[view.first_row + doc] += tree.value[tree.leaf_of(dense(view.features[doc]))];
      }
    });
  }

  void add(const GrownTree& grown) {
    for_each_chunk(sum_.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row) {
        sum_[row] += grown.tree.value[grown.leaf_of_row[row]];
      }
    });
  }

  std::span<const double> sums() const noexcept { return sum_; }

 private:
  Dataset data_;
  std::vector<double> sum_;
};

class TreeRounds {
 public:
  TreeRounds(const TrainingTask& task, const TreeLoss& loss, const TreeOptions& options,
             const RoundOptions& rounds)
      : task_(task),
        loss_(loss),
        options_(options),
        rounds_(rounds),
        rule_(growth_rule(task, loss, options)),
        set_(task.train, loss.loss, weighting_of(task.train), task.seed, task.pairs),
        binned_(task.train, tree_thresholds(task.train, options.thresholds, task.seed)),
        tiles_(binned_),
        grower_(tiles_, rule_),
        gradient_(task.train.row_count()),
        curvature_(task.train.row_count()),
        scores_(task.train.row_count()),
        sums_(task.train),
        watch_(task,
               [this](std::span<const double> /*w*/) {
                 return task_.validation->value_of(scores_of(*held_out_));
               },
               {.limit = rounds.rounds,
                .patience = rounds.patience,
                .keep_best = rounds.keep == KeptIteration::best}) {
    if (task.validation) held_out_.emplace(task.validation->data);
    start();
  }

  TrainingResult train() {
    std::string stop = "round limit";
    objective_ = pull();
    while (watch_.iteration() < rounds_.rounds) {
      const GrownTree grown = next_tree();
      if (grown.tree.splits.empty()) {
        stop = why_no_split();
        break;
      }
      model_.trees.push_back(grown.tree);
      sums_.add(grown);
      if (held_out_) held_out_->add(grown.tree);
      objective_ = pull();
      if (!report()) break;
    }
    return finish(std::move(stop));
  }

 private:
  /// Where the run begins: a checkpoint, a model, or a constant.
  void start() {
    model_ = {.features = task_.train.feature_count(), .rate = options_.rate};
    if (task_.checkpoint.from) {
      NumbersOfRun numbers = split_numbers(task_.checkpoint.from->optimiser.numbers);
      model_.base = numbers.base;
      model_.trees = trees_from(numbers.trees, model_.features);
    } else if (task_.start) {
      start_from(*task_.start);
    } else {
      model_.base = first_score();
    }
    if (watch_.iteration() > model_.trees.size()) {
      throw DataError({"checkpoint"}, fmt::format("found {} trees after round {}, expected as many",
                                                  model_.trees.size(), watch_.iteration()));
    }
    started_with_ = model_.trees.size() - watch_.iteration();
    for (const RegressionTree& tree : model_.trees) {
      sums_.add(tree);
      if (held_out_) held_out_->add(tree);
    }
  }

  struct NumbersOfRun {
    double base = 0.0;
    std::span<const double> trees;
  };

  static NumbersOfRun split_numbers(std::span<const double> numbers) {
    if (numbers.empty()) throw DataError({"checkpoint"}, "found no numbers, expected trees");
    return {numbers.front(), numbers.subspan(1)};
  }

  void start_from(const ModelKind& kind) {
    const auto* trees = std::get_if<TreeEnsemble>(&kind);
    if (trees == nullptr) {
      throw UsageError(
          fmt::format("start: found a model of kind {}, expected trees", kind_name(kind)));
    }
    model_.base = trees->base;
    model_.trees = trees->trees;
    if (trees->rate == options_.rate) return;
    const double factor = trees->rate / options_.rate;
    for (RegressionTree& tree : model_.trees) {
      for (double& value : tree.value) value *= factor;
    }
  }

  /// The score at which all documents start. One Newton step for the constant finds the mean of the
  /// targets where a loss compares scores with them.
  double first_score() {
    switch (loss_.entry.first_score) {
      case FirstScore::zero:
        return 0.0;
      case FirstScore::one:
        return 1.0;
      case FirstScore::newton:
        break;
    }
    model_.base = 0.0;
    (void)pull();
    const double curvature = total_of(curvature_);
    return curvature > 0.0 ? -total_of(gradient_) / curvature : 0.0;
  }

  std::vector<double> scores_of(const TreeSums& sums) const {
    std::vector<double> scores(sums.sums().begin(), sums.sums().end());
    for (double& score : scores) score = model_.score_of(score);
    return scores;
  }

  /// Gradient and curvature at the present scores; returns the sum of the losses.
  double pull() {
    for_each_chunk(scores_.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row) {
        scores_[row] = model_.score_of(sums_.sums()[row]);
        gradient_[row] = curvature_[row] = 0.0;
      }
    });
    return set_.sum_over_queries([&](std::size_t q, Workspace& workspace) {
      const QueryView view = set_.data()[q];
      const auto part = [&](std::vector<double>& values) {
        return std::span(values).subspan(view.first_row, view.size());
      };
      const double value = loss_.loss.accumulate_curved(
          set_.query(q, model_.trees.size() + 1), part(scores_), set_.weight(q), part(gradient_),
          {part(curvature_), options_.curvature}, workspace);
      check_finite(view, value);
      return value;
    });
  }

  void check_finite(const QueryView& view, double value) const {
    bool is_finite = std::isfinite(value);
    for (std::size_t row = view.first_row; row < view.first_row + view.size(); ++row) {
      is_finite = is_finite && std::isfinite(gradient_[row]) && std::isfinite(curvature_[row]);
    }
    if (is_finite) return;
    throw NumericError(
        fmt::format("query {}, round {}: the loss or its derivatives are not finite; a smaller "
                    "'max-step' or 'rate' may help",
                    in_quotes(view.id), model_.trees.size()));
  }

  /// Queries that are not drawn have no pull in this round.
  void drop_queries(std::size_t round) {
    if (options_.query_share >= 1.0) return;
    const std::string purpose = fmt::format("round {}", round);
    set_.for_each_query([&](std::size_t q, Workspace& /*workspace*/) {
      const QueryView view = set_.data()[q];
      if (RandomStream(task_.seed, view.id, purpose).uniform() < options_.query_share) return;
      std::ranges::fill(std::span(gradient_).subspan(view.first_row, view.size()), 0.0);
      std::ranges::fill(std::span(curvature_).subspan(view.first_row, view.size()), 0.0);
    });
  }

  GrownTree next_tree() {
    const std::size_t round = model_.trees.size() + 1;
    drop_queries(round);
    const FeatureDraw draw(model_.features, options_.feature_share, options_.node_feature_share,
                           task_.seed, round);
    const std::uint64_t key = RandomStream(task_.seed, "", fmt::format("round {}", round)).bits();
    return grower_.grow({gradient_, curvature_}, draw, key);
  }

  /// What the best split lacks, if there is one that only minimum values forbid.
  std::string why_no_split() const {
    GrowthRule any = rule_;
    any.leaves = 2;
    any.split.min_rows = 1;
    any.split.min_curvature = 0.0;
    any.split.min_gain = 0.0;
    const FeatureDraw draw(model_.features);
    const RegressionTree tree = TreeGrower(tiles_, any).grow({gradient_, curvature_}, draw, 0).tree;
    if (tree.splits.empty()) return "no split gains";
    return fmt::format(
        "no split counts: the best one gains {:.3g}, with {} documents and curvature {:.3g} on its "
        "smaller side",
        tree.splits[0].gain, std::min(tree.rows[1], tree.rows[2]),
        std::min(tree.curvature[1], tree.curvature[2]));
  }

  bool report() {
    const std::function<Snapshot()> snapshot = [&] {
      Snapshot made{model_.trees.size() - started_with_, {model_.base}};
      const std::vector<double> trees = to_numbers(model_.trees);
      made.numbers.insert(made.numbers.end(), trees.begin(), trees.end());
      return made;
    };
    // The model is a prefix: its length says which.
    const std::vector<double> length = {static_cast<double>(model_.trees.size())};
    return watch_({model_.trees.size() - started_with_, objective_, 0.0, length, snapshot});
  }

  TrainingResult finish(std::string stop) {
    TrainingSummary summary{.queries = set_.query_count(),
                            .skipped = set_.skipped_count(),
                            .iterations = watch_.iteration(),
                            .stop = std::move(stop),
                            .objective = objective_};
    watch_.describe(summary, watch_.iteration());
    if (!watch_.best().empty()) model_.trees.resize(prefix_of(watch_.best()));
    if (task_.validation && !summary.validation) {
      summary.validation = task_.validation->value_of(score(model_, task_.validation->data));
    }
    return {std::move(model_), std::move(summary)};
  }

  std::size_t prefix_of(std::span<const double> best) const {
    const double length = best.front();
    if (!(length >= 0.0 && length <= static_cast<double>(model_.trees.size()))) {
      throw DataError({"checkpoint"},
                      fmt::format("found a best model of {} trees, expected at most {}", length,
                                  model_.trees.size()));
    }
    return static_cast<std::size_t>(length);
  }

  const TrainingTask& task_;
  const TreeLoss& loss_;
  TreeOptions options_;
  RoundOptions rounds_;
  GrowthRule rule_;
  TrainingSet set_;
  BinnedFeatures binned_;
  BinTiles tiles_;
  TreeGrower grower_;
  std::vector<double> gradient_;
  std::vector<double> curvature_;
  std::vector<double> scores_;
  TreeSums sums_;
  std::optional<TreeSums> held_out_;
  TrainingWatch watch_;
  TreeEnsemble model_;
  std::size_t started_with_ = 0;  ///< trees of the model to start from
  double objective_ = 0.0;
};

}  // namespace

TrainingResult boost_trees(const TrainingTask& task, const TreeLoss& loss,
                           const TreeOptions& options, const RoundOptions& rounds) {
  return TreeRounds(task, loss, options, rounds).train();
}

}  // namespace podium
