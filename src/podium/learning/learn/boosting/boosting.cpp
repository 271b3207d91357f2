#include "podium/learning/learn/boosting/boosting.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "podium/core/base/chunks.hpp"
#include "podium/core/base/error.hpp"
#include "podium/learning/learn/boosting/list_part.hpp"
#include "podium/learning/learn/boosting/pair_part.hpp"

namespace podium {

namespace {

/// Gains below this are rounding.
constexpr double min_gain = 1e-12;
/// Losses below this share of the first are all in order, and their weights no numbers any more.
constexpr double min_share = 1e-200;
constexpr const char* round_limit = "round limit";
/// A feature chosen so often in a row is dropped by RepeatRule::drop.
constexpr std::size_t max_repeats = 5;

/// A goal with its candidates and the scores that it looks at.
template <class Part>
struct Goal {
  RunningScores scores;
  Part part;
};

/// Boosting a plan, round by round.
class Booster {
 public:
  Booster(const TrainingTask& task, const BoostPlan& plan, const RoundOptions& rounds)
      : task_(task), plan_(plan), run_(task, rounds) {
    expects(plan.list || plan.pairs, "a goal");
    add_goals();
    gains_.resize(pool_.size());
    state_ = run_.first_state();
    take_terms(state_.terms);
    if (task.checkpoint.from || state_.terms.empty()) return;
    state_.best_terms = state_.terms;  // of a model to start from
    state_.best_value = value();
  }

  TrainingResult run() {
    while (run_.may_go_on() && !is_settled()) {
      const std::optional<Choice> choice = choose();
      if (!choice) {
        if (!give_second_chance()) break;
        stop_ = round_limit;
        continue;
      }
      if (set_aside(*choice)) continue;
      add_round(*choice);
      if (!run_.report(state_, state_.value)) break;
    }
    return result();
  }

 private:
  struct Choice {
    const Candidate* candidate;
    double gain;
  };

  bool is_list_only() const { return !pairs_; }

  void add_goals() {
    if (plan_.thresholds && plan_.pairs) binned_.emplace(plan_.pairs->data, *plan_.thresholds);
    if (plan_.thresholds && plan_.list) list_binned_.emplace(plan_.list->data, *plan_.thresholds);
    const std::optional<BinnedFeatures>& any = binned_ ? binned_ : list_binned_;
    pool_ = any ? threshold_pool(*any, plan_.directions)
                : feature_pool(task_.train.feature_count(), plan_.directions);
    const auto pointer_to = [](const std::optional<BinnedFeatures>& binned) {
      return binned ? &*binned : nullptr;
    };
    if (plan_.list) {
      const BinnedFeatures* own = pointer_to(list_binned_);
      list_.emplace(Goal<ListPart>{
          RunningScores(plan_.list->data, own),
          ListPart(QueryMeasure(plan_.list->data, plan_.list->measure), pool_, own)});
    }
    if (plan_.pairs) {
      const BinnedFeatures* own = pointer_to(binned_);
      pairs_.emplace(Goal<PairPart>{RunningScores(plan_.pairs->data, own),
                                    PairPart(plan_.pairs->data, plan_.pairs->loss, task_.seed,
                                             pool_, own, plan_.pairs->given)});
      first_total_ = pairs_->part.total();
    }
  }

  /// All scores follow from the terms.
  void take_terms(std::vector<WeakTerm> terms) {
    state_.terms = std::move(terms);
    if (list_) list_->scores.assign(state_.terms);
    if (pairs_) pairs_->scores.assign(state_.terms);
    run_.assign(state_.terms);
    weigh();
  }

  void weigh() {
    if (pairs_) pairs_->part.weigh(pairs_->scores.values());
    if (!list_) return;
    if (state_.terms.empty()) {
      list_->part.start();
    } else {
      list_->part.weigh(list_->scores.values());
    }
  }

  /// What the rounds are to lower.
  double value() const {
    const double pairs = pairs_ ? pairs_->part.total() / first_total_ : 0.0;
    if (!list_) return pairs;
    const double list = 1.0 - list_->part.mean();
    return pairs_ ? plan_.lambda * list + (1.0 - plan_.lambda) * pairs : list;
  }

  std::optional<Choice> choose() {
    if (pairs_ && pairs_->part.total() < min_share * first_total_) {
      stop_ = "all pairs are in order";
      return std::nullopt;
    }
    std::ranges::fill(gains_, 0.0);
    if (list_) list_->part.add_gains(pairs_ ? plan_.lambda : 1.0, gains_);
    if (pairs_) pairs_->part.add_gains(list_ ? 1.0 - plan_.lambda : 1.0, gains_);
    std::vector<Choice> best_of_chunk(chunk_count(pool_.size()), {nullptr, min_gain});
    for_each_chunk(pool_.size(), [&](std::size_t begin, std::size_t end) {
      Choice& best = best_of_chunk[begin / chunk_size];
      for (std::size_t c = begin; c < end; ++c) {
        if (gains_[c] > best.gain && !state_.out.contains(pool_[c].ranker.feature)) {
          best = {&pool_[c], gains_[c]};
        }
      }
    });
    Choice best{nullptr, min_gain};
    for (const Choice& own : best_of_chunk) best = own.gain > best.gain ? own : best;
    if (best.candidate != nullptr) return best;
    stop_ = "no weak ranker helps any more";
    return std::nullopt;
  }

  double alpha_of(const Choice& choice) const {
    if (plan_.alpha == AlphaRule::bound) {
      // A list's measure may well be 1 everywhere: its weight shall not drown the other features'.
      return list_ ? bound_alpha(choice.gain, 1.0 - 1e-6) : bound_alpha(choice.gain);
    }
    const PartedPairs parted =
        pairs_->part.parted(choice.candidate->ranker, pairs_->scores.values());
    const double smoothing = 0.5 / pairs_->part.pair_count();
    return choice.candidate->sign * 0.5 *
           std::log((parted.right + smoothing) / (parted.wrong + smoothing));
  }

  /// A feature that wins twice in a row hardly changes the ranking: it steps aside for the others.
  bool set_aside(const Choice& choice) {
    if (!is_list_only() || plan_.repeats != RepeatRule::set_aside || state_.is_second_chance ||
        state_.terms.empty()) {
      return false;
    }
    const std::uint32_t feature = choice.candidate->ranker.feature;
    if (state_.terms.back().ranker.feature != feature) return false;
    state_.out.insert(feature);
    return true;
  }

  bool give_second_chance() {
    if (state_.out.empty() || state_.is_second_chance || plan_.repeats != RepeatRule::set_aside) {
      return false;
    }
    state_.out.clear();
    state_.is_second_chance = true;
    state_.window_start = run_.round();
    take_terms(state_.best_terms);
    return true;
  }

  /// Asked before a round, of the state alone: a run that goes on from a checkpoint asks it too.
  bool is_settled() {
    if (!list_) {
      if (state_.fall >= plan_.tolerance) return false;
      stop_ = "converged";
      return true;
    }
    if (run_.round() < state_.window_start + plan_.window || give_second_chance()) return false;
    stop_ = "no better training value for too long";
    return true;
  }

  void add_round(const Choice& choice) {
    const WeakTerm term = choice.candidate->times(alpha_of(choice));
    const bool is_repeat =
        !state_.terms.empty() && state_.terms.back().ranker.feature == term.ranker.feature;
    state_.repeats = is_repeat ? state_.repeats + 1 : 1;
    if (is_list_only() && plan_.repeats == RepeatRule::drop && state_.repeats == max_repeats) {
      state_.out.insert(term.ranker.feature);
    }
    state_.terms.push_back(term);
    if (list_) list_->scores.add(term);
    if (pairs_) pairs_->scores.add(term);
    run_.add(term);
    weigh();
    const double before = std::exchange(state_.value, value());
    state_.fall = 1.0 - state_.value / before;
    if (!(state_.value < state_.best_value)) return;
    state_.best_value = state_.value;
    state_.best_round = run_.round() + 1;
    state_.window_start = state_.best_round;
    if (list_) state_.best_terms = state_.terms;
  }

  TrainingResult result() const {
    const std::size_t of_list = list_ ? list_->part.measure().size() : 0;
    const std::size_t of_pairs = pairs_ ? pairs_->part.set().contributing().size() : 0;
    const std::size_t queries = task_.train.query_count();
    // A list's training value may get worse again; the loss of pairs alone does not.
    const bool takes_best = list_ && run_.keeps_best();
    return run_.finish({.queries = queries,
                        .skipped = queries - std::max(of_list, of_pairs),
                        .best_iteration = takes_best ? state_.best_round : run_.round(),
                        .stop = stop_,
                        .objective = value()},
                       takes_best ? state_.best_terms : state_.terms);
  }

  const TrainingTask& task_;
  const BoostPlan& plan_;
  BoostRun run_;
  std::optional<BinnedFeatures> binned_;
  std::optional<BinnedFeatures> list_binned_;
  WeakPool pool_;
  std::vector<double> gains_;
  std::optional<Goal<ListPart>> list_;
  std::optional<Goal<PairPart>> pairs_;
  double first_total_ = 1.0;  ///< of the pairs
  BoostState state_;
  std::string stop_ = round_limit;
};

}  // namespace

double bound_alpha(double r, double most) {
  const double gain = std::min(r, most);
  return 0.5 * std::log((1.0 + gain) / (1.0 - gain));
}

TrainingResult boost(const TrainingTask& task, const BoostPlan& plan, const RoundOptions& rounds) {
  return Booster(task, plan, rounds).run();
}

}  // namespace podium
