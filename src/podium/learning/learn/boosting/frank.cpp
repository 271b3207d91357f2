#include "podium/learning/learn/boosting/frank.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "podium/learning/learn/boosting/threshold_sums.hpp"
#include "podium/learning/learn/boosting/weak_pool.hpp"
#include "podium/learning/learn/training_set.hpp"
#include "podium/learning/loss/pairs/fidelity.hpp"

namespace podium {

namespace {

/// A step along a weak ranker and the loss after it.
struct Trial {
  WeakTerm term;
  double loss = 0.0;
};

class FrankRounds {
 public:
  FrankRounds(const TrainingTask& task, const Thresholds& thresholds, const FrankOptions& options,
              const RoundOptions& rounds)
      : options_(options),
        binned_(task.train, thresholds),
        pool_(threshold_pool(binned_, Directions::up)),
        sums_(binned_),
        set_(task.train, loss_, {.mean = true}, task.seed, task.pairs),
        scores_(task.train, &binned_),
        gradient_(task.train.row_count()),
        run_(task, rounds),
        state_(run_.first_state()) {
    scores_.assign(state_.terms);
    run_.assign(state_.terms);
    weigh();
  }

  TrainingResult train() {
    std::string stop = "round limit";
    while (run_.may_go_on()) {
      const std::optional<Trial> best = best_trial();
      if (!best) {
        stop = "no weak ranker helps any more";
        break;
      }
      state_.terms.push_back(best->term);
      scores_.add(best->term);
      run_.add(best->term);
      weigh();
      if (!run_.report(state_, now_.loss)) break;
    }
    return run_.finish({.queries = set_.query_count(),
                        .skipped = set_.skipped_count(),
                        .best_iteration = run_.round(),
                        .stop = stop,
                        .objective = now_.loss},
                       state_.terms);
  }

 private:
  void weigh() {
    std::ranges::fill(gradient_, 0.0);
    now_ = set_.sum_over_queries([&](std::size_t q, Workspace& workspace) {
      const QueryView view = set_.data()[q];
      return accumulate_fidelity(loss_, set_.query(q), scores_of(view), set_.weight(q),
                                 std::span(gradient_).subspan(view.first_row, view.size()),
                                 workspace);
    });
  }

  std::span<const double> scores_of(const QueryView& view) const {
    return scores_.values().subspan(view.first_row, view.size());
  }

  /// The candidates along which the loss falls most steeply, in either direction.
  std::vector<std::size_t> steepest() {
    sums_.compute(gradient_);
    std::vector<double> slope(pool_.size());
    for (std::size_t c = 0; c < pool_.size(); ++c) {
      // No value lies between this threshold and the one before: it parts the same documents.
      const auto above = sums_.above(pool_[c].ranker.feature);
      const std::size_t place = pool_[c].place;
      const bool is_same = place > 0 && above[place] == above[place - 1];
      slope[c] = is_same ? -1.0 : std::abs(sums_.passing(pool_[c]));
    }
    std::vector<std::size_t> order(pool_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto count = static_cast<std::ptrdiff_t>(std::min(options_.candidates, order.size()));
    std::partial_sort(order.begin(), order.begin() + count, order.end(),
                      [&](std::size_t a, std::size_t b) {
                        return slope[a] != slope[b] ? slope[a] > slope[b] : a < b;
                      });
    order.resize(static_cast<std::size_t>(count));
    std::erase_if(order, [&](std::size_t c) { return slope[c] < 0.0; });
    std::ranges::sort(order);  // of equally good ones the first is taken
    return order;
  }

  PartedFidelity parted(const WeakRanker& ranker, double step) const {
    return set_.sum_over_queries([&](std::size_t q, Workspace& workspace) {
      const QueryView view = set_.data()[q];
      const auto passes = workspace.take<char>(view.size());
      write_passes(ranker, view, passes);
      return parted_fidelity(loss_, set_.query(q), scores_of(view), passes, step, set_.weight(q),
                             workspace);
    });
  }

  std::optional<Trial> try_step(const WeakRanker& ranker) const {
    constexpr double min_fall = 1e-12;
    constexpr double min_alpha = 1e-9;
    const PartedFidelity before = parted(ranker, 0.0);
    const double smoothing = options_.smoothing * now_.descent;
    const double right = before.right.descent + smoothing;
    const double wrong = before.wrong.descent + smoothing;
    if (!(right > 0.0 || wrong > 0.0)) return std::nullopt;
    const double most = options_.max_alpha;
    double alpha = std::clamp(0.5 * std::log(right / wrong), -most, most);
    for (; std::abs(alpha) > min_alpha; alpha *= 0.5) {
      const PartedFidelity after = parted(ranker, alpha);
      const double loss = now_.loss + (after.right.loss - before.right.loss) +
                          (after.wrong.loss - before.wrong.loss);
      if (loss < now_.loss * (1.0 - min_fall)) return Trial{{ranker, alpha}, loss};
    }
    return std::nullopt;
  }

  std::optional<Trial> best_trial() {
    std::optional<Trial> best;
    for (const std::size_t c : steepest()) {
      const std::optional<Trial> trial = try_step(pool_[c].ranker);
      if (trial && (!best || trial->loss < best->loss)) best = trial;
    }
    return best;
  }

  FrankOptions options_;
  FidelityLoss loss_{{.pairs = PairScale::mean}};
  BinnedFeatures binned_;
  WeakPool pool_;
  ThresholdSums sums_;
  TrainingSet set_;
  RunningScores scores_;
  std::vector<double> gradient_;
  FidelitySums now_;
  BoostRun run_;
  BoostState state_;
};

}  // namespace

TrainingResult train_frank(const TrainingTask& task, const Thresholds& thresholds,
                           const FrankOptions& options, const RoundOptions& rounds) {
  return FrankRounds(task, thresholds, options, rounds).train();
}

}  // namespace podium
