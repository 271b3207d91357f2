#include "podium/learning/learn/trees/tree_boosting.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/learning/learn/trees/monotone_features.hpp"
#include "podium/learning/learn/trees/shared_bins.hpp"
#include "podium/learning/learn/trees/tree_dropout.hpp"
#include "podium/learning/learn/trees/tree_gradients.hpp"
#include "podium/learning/learn/trees/tree_state.hpp"
#include "podium/learning/learn/trees/tree_sums.hpp"
#include "podium/learning/trees/tree_grower.hpp"

namespace podium {

namespace {

constexpr std::size_t fast_from_rows = 50'000;
/// So many draws without a split end the training.
constexpr std::size_t most_draws = 20;
constexpr std::array<std::size_t, 4> fewer_rows = {10, 5, 2, 1};

GrowthRule growth_rule(const TrainingTask& task, const TreeLoss& loss, const TreeOptions& options) {
  const bool is_fast = options.precision == GradientPrecision::fast ||
                       (options.precision == GradientPrecision::automatic &&
                        task.train.row_count() >= fast_from_rows);
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

RegressionTree times(RegressionTree tree, double factor) {
  for (double& value : tree.value) value *= factor;
  return tree;
}

/// What the trees are added to: the model to start from, or what that one was added to.
std::shared_ptr<const NamedRanker> start_of(const TrainingTask& task) {
  if (!task.start) return nullptr;
  if (const auto* trees = std::get_if<TreeEnsemble>(&task.start->kind)) return trees->start;
  if (can_be_start(task.start->kind)) return std::make_shared<const NamedRanker>(*task.start);
  throw UsageError(
      fmt::format("start: found a model of kind {}, expected one that scores documents one by one",
                  kind_name(task.start->kind)));
}

std::shared_ptr<const TreeBins> bins_of(const TrainingTask& task, const TreeOptions& options) {
  SharedBins own;
  return (task.bins == nullptr ? own : *task.bins).get(task.train, options.thresholds, task.seed);
}

/// What the rounds of boosting add to, and how they grow trees.
class TreeRounds {
 public:
  /// Borrows all but the options. The run begins at a checkpoint, trees of a model, or a constant.
  TreeRounds(const TrainingTask& task, const TreeLoss& loss, const TreeOptions& options,
             const RoundOptions& rounds, TreeGradients& gradients)
      : task_(task),
        loss_(loss),
        options_(options),
        rule_(growth_rule(task, loss, options)),
        gradients_(gradients),
        bins_(bins_of(task, options)),
        tiles_(bins_->tiles),
        features_(tiles_.features()),
        grower_(tree_grower(tiles_, rule_)),
        model_{.features = task.train.feature_count(),
               .rate = options.rate,
               .trees = {},
               .start = start_of(task)},
        sums_(task.train, model_),
        dropout_(dropout_of_start()),
        watch_(task,
               [this](std::span<const double> /*w*/) {
                 return task_.validation->value_of(held_out_->scores(model_));
               },
               {.limit = rounds.rounds,
                .patience = rounds.patience,
                .keep_best = rounds.keep == KeptIteration::best}) {
    if (task.validation) held_out_.emplace(task.validation->data, model_);
    start();
  }

  const TreeEnsemble& model() const noexcept { return model_; }
  const TreeSums& sums() const noexcept { return sums_; }
  std::size_t round() const noexcept { return watch_.iteration(); }

  /// Whether the start alone is one of the models to choose from.
  bool can_keep_start() const { return task_.start && task_.validation && watch_.iteration() == 0; }

  /// Takes the trees that the next one grows without out of the sums; whether there are any.
  bool leave_out() {
    std::vector<RegressionTree> trees;
    for (const std::size_t t : dropout_.left_out()) {
      trees.push_back(times(model_.trees[t], dropout_.weights()[t]));
    }
    sums_.leave_out(trees);
    if (held_out_) held_out_->leave_out(trees);
    return !trees.empty();
  }

  /// Adds the tree of a round, and to the sums what was left out.
  void add(const GrownTree& grown) {
    add_to_sums(grown, grown.tree, put_back());
    model_.trees.push_back(grown.tree);
  }

  /// Whether all documents would have one score without the next tree.
  bool needs_a_tree() const { return model_.trees.empty() && !model_.start; }

  /// The first tree, with fewer rows on either side of a split where else none would count.
  GrownTree first_tree() {
    GrownTree grown = next_tree();
    for (const std::size_t fewer : fewer_rows) {
      if (!grown.tree.splits.empty()) break;
      if (fewer >= rule_.split.min_rows) continue;
      set_min_rows(fewer);
      draw_again();
      grown = next_tree();
    }
    if (grown.tree.splits.empty()) set_min_rows(options_.min_rows);
    return grown;
  }

  /// A tree without splits if none counts. Where queries or features are drawn, others may allow
  /// one.
  GrownTree next_tree() {
    GrownTree grown;
    for (std::size_t number = 1; grown.tree.splits.empty() && number <= draws(); ++number) {
      if (number > 1) draw_again();
      std::string round = fmt::format("{}", model_.trees.size() + 1);
      if (number > 1) round += fmt::format(" draw {}", number);
      gradients_.drop_queries(round);
      const FeatureDraw draw(model_.features, features_, options_.feature_share,
                             options_.node_feature_share, task_.seed, round);
      const std::uint64_t key = RandomStream(task_.seed, "", "round " + round).bits();
      grown = grower_->grow(gradients_.rows(), draw, key);
      if (grown.passes > 0) passes_.push_back(grown.passes);
    }
    return grown;
  }

  /// What the best split of all queries and features lacks.
  std::string why_no_split() {
    draw_again();
    GrowthRule any = rule_;
    any.leaves = 2;
    any.depth = 0;
    any.split.min_rows = 1;
    any.split.min_curvature = 0.0;
    any.split.min_gain = 0.0;
    const FeatureDraw draw(model_.features);
    const RegressionTree tree = tree_grower(tiles_, any)->grow(gradients_.rows(), draw, 0).tree;
    if (tree.splits.empty()) {
      return needs_a_tree() ? "no feature separates the documents" : "no split gains";
    }
    const std::uint64_t rows = std::min(tree.rows[1], tree.rows[2]);
    const double curvature = std::min(tree.curvature[1], tree.curvature[2]);
    std::vector<std::string> missed;
    const SplitRule& rule = rule_.split;
    if (rows < rule.min_rows) missed.push_back(fmt::format("min-rows = {}", rule.min_rows));
    if (curvature < rule.min_curvature) {
      missed.push_back(fmt::format("min-curvature = {:g}", rule.min_curvature));
    }
    if (tree.splits[0].gain <= rule.min_gain) {
      missed.push_back(fmt::format("min-gain = {:g}", rule.min_gain));
    }
    if (missed.empty()) missed.push_back(fmt::format("{} draws of queries or features", draws()));
    return fmt::format(
        "no split counts: the best one gains {:.3g}, with {} documents and curvature {:.3g} on its "
        "smaller side; not allowed by {}",
        tree.splits[0].gain, rows, curvature, fmt::join(missed, ", "));
  }

  bool report(double objective) {
    const std::function<Snapshot()> snapshot = [&] {
      Snapshot made{model_.trees.size() - started_with_, {model_.base}};
      const std::vector<double> trees = to_numbers(model_.trees);
      made.numbers.insert(made.numbers.end(), trees.begin(), trees.end());
      return made;
    };
    // The model is a prefix: its length says which.
    const std::vector<double> length = {static_cast<double>(model_.trees.size())};
    return watch_({model_.trees.size() - started_with_, objective, 0.0, length, snapshot});
  }

  TrainingResult finish(std::string stop, double objective) {
    TrainingSummary summary{.queries = gradients_.set().query_count(),
                            .skipped = gradients_.set().skipped_count(),
                            .iterations = watch_.iteration(),
                            .stop = std::move(stop),
                            .objective = objective,
                            .passes = passes_};
    watch_.describe(summary, watch_.iteration());
    if (rule_.split.min_rows != options_.min_rows) {
      summary.remarks.push_back(fmt::format("min-rows {} -> {}: {} documents do not allow more",
                                            options_.min_rows, rule_.split.min_rows,
                                            task_.train.row_count()));
    }
    if (options_.precision == GradientPrecision::automatic && rule_.bits == 0 &&
        options_.bits != TreeOptions().bits) {
      summary.remarks.push_back(
          fmt::format("bits {}: no effect, since precision auto is exact for {} documents",
                      options_.bits, task_.train.row_count()));
    }
    if (!watch_.best().empty()) model_.trees.resize(prefix_of(watch_.best()));
    weigh_trees();
    if (task_.validation && !summary.validation) {
      summary.validation = task_.validation->value_of(score(model_, task_.validation->data));
    }
    return {std::move(model_), std::move(summary)};
  }

 private:
  void start() {
    if (task_.checkpoint.from) {
      const std::span<const double> numbers = task_.checkpoint.from->optimiser.numbers;
      if (numbers.empty()) throw DataError({"checkpoint"}, "found no numbers, expected trees");
      model_.base = numbers.front();
      if (!task_.start) {  // finds the minimum of rows that the run had
        (void)gradients_.compute(model_, sums_);
        (void)first_tree();
      }
      model_.trees = trees_from(numbers.subspan(1), model_.features);
    } else if (task_.start && std::holds_alternative<TreeEnsemble>(task_.start->kind)) {
      go_on_from(std::get<TreeEnsemble>(task_.start->kind));
    } else {
      model_.base = first_score();
    }
    if (watch_.iteration() > model_.trees.size()) {
      throw DataError({"checkpoint"}, fmt::format("found {} trees after round {}, expected as many",
                                                  model_.trees.size(), watch_.iteration()));
    }
    started_with_ = model_.trees.size() - watch_.iteration();
    dropout_ = dropout_of_start();
    // The rounds of a checkpoint are gone through again, but for the growth, for the same bits.
    for (std::size_t t = 0; t < model_.trees.size(); ++t) {
      const bool is_of_round = t >= started_with_;
      if (is_of_round) (void)leave_out();
      add_to_sums(model_.trees[t], model_.trees[t], is_of_round ? put_back() : 1.0);
    }
  }

  /// Before the first round.
  TreeDropout dropout_of_start() const {
    return {options_.dropout, options_.rate, task_.seed, started_with_};
  }

  /// Adds what was left out to the sums again; returns the weight of the next tree.
  double put_back() {
    const double factor = dropout_.factor(dropout_.left_out().size());
    sums_.put_back(factor);
    if (held_out_) held_out_->put_back(factor);
    return dropout_.add_tree();
  }

  template <class Tree>
  void add_to_sums(const Tree& grown, const RegressionTree& tree, double weight) {
    sums_.add(grown, weight);
    if (held_out_) held_out_->add(tree, weight);
  }

  void go_on_from(const TreeEnsemble& trees) {
    model_.base = trees.base;
    model_.trees = trees.trees;
    if (trees.rate == options_.rate) return;
    const double factor = trees.rate / options_.rate;
    for (RegressionTree& tree : model_.trees) tree = times(std::move(tree), factor);
  }

  /// The score at which all documents start, or what is added to those of the start. One Newton
  /// step for the constant finds the mean of the targets where a loss compares scores with them.
  double first_score() {
    switch (loss_.entry.first_score) {
      case FirstScore::zero:
        return 0.0;
      case FirstScore::one:  // for want of a gradient where all scores are 0
        return model_.start ? 0.0 : 1.0;
      case FirstScore::newton:
        break;
    }
    (void)gradients_.compute(model_, sums_);
    return gradients_.newton_step();
  }

  void set_min_rows(std::size_t rows) {
    rule_.split.min_rows = rows;
    grower_ = tree_grower(tiles_, rule_);
  }

  std::size_t draws() const {
    const bool has_draws = options_.query_share < 1.0 || options_.feature_share < 1.0 ||
                           options_.node_feature_share < 1.0;
    return has_draws ? most_draws : 1;
  }

  /// Gives the queries that were not drawn their gradients.
  void draw_again() {
    if (options_.query_share < 1.0) (void)gradients_.compute(model_, sums_);
  }

  /// Gives the trees the weights that dropout gives to as many.
  void weigh_trees() {
    TreeDropout dropout = dropout_of_start();
    while (dropout.weights().size() < model_.trees.size()) (void)dropout.add_tree();
    for (std::size_t t = 0; t < model_.trees.size(); ++t) {
      model_.trees[t] = times(std::move(model_.trees[t]), dropout.weights()[t]);
    }
  }

  std::size_t prefix_of(std::span<const double> best) const {
    const double length = best.front();
    if (!(length >= static_cast<double>(started_with_) &&
          length <= static_cast<double>(model_.trees.size()))) {
      throw DataError({"checkpoint"},
                      fmt::format("found a best model of {} trees, expected {} to {}", length,
                                  started_with_, model_.trees.size()));
    }
    return static_cast<std::size_t>(length);
  }

  const TrainingTask& task_;
  const TreeLoss& loss_;
  TreeOptions options_;
  std::size_t started_with_ = 0;  ///< trees of the model to start from
  GrowthRule rule_;
  TreeGradients& gradients_;
  std::shared_ptr<const TreeBins> bins_;
  const BinTiles& tiles_;
  std::vector<std::uint32_t> features_;  ///< that can be split
  std::unique_ptr<TreeGrower> grower_;
  TreeEnsemble model_;
  TreeSums sums_;
  std::optional<TreeSums> held_out_;
  std::vector<std::size_t> passes_;  ///< of each tree
  TreeDropout dropout_;
  TrainingWatch watch_;
};

}  // namespace

TrainingResult boost_trees(const TrainingTask& task, const TreeLoss& loss,
                           const TreeOptions& options, const RoundOptions& rounds) {
  TreeGradients gradients(task, loss, options);
  TreeRounds run(task, loss, options, rounds, gradients);
  std::string stop = "round limit";
  double objective = gradients.compute(run.model(), run.sums());
  bool goes_on = !run.can_keep_start() || run.report(objective);
  while (goes_on && run.round() < rounds.rounds) {
    if (run.leave_out()) (void)gradients.compute(run.model(), run.sums());
    const GrownTree grown = run.needs_a_tree() ? run.first_tree() : run.next_tree();
    if (grown.tree.splits.empty()) {
      stop = run.why_no_split();
      break;
    }
    run.add(grown);
    objective = gradients.compute(run.model(), run.sums());
    goes_on = run.report(objective);
  }
  return run.finish(std::move(stop), objective);
}

}  // namespace podium
