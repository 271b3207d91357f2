#include "podium/learning/experiment/tuning/halving.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"

namespace podium {

namespace {

constexpr std::size_t factor = 3;
// By thirds over 1, 2 and 5 folds, the first rung takes this share of all trainings.
constexpr double time_for_first_rung = 0.6;

std::size_t third_of(std::size_t count) {
  return (count + factor - 1) / factor;
}

/// The folds of rung r that no rung before it has.
std::vector<std::size_t> new_folds(std::span<const Rung> rungs, std::size_t r) {
  std::vector<std::size_t> folds;
  for (const std::size_t fold : rungs[r].folds) {
    const bool is_known = std::ranges::any_of(
        rungs.first(r), [&](const Rung& rung) { return std::ranges::count(rung.folds, fold) > 0; });
    if (!is_known) folds.push_back(fold);
  }
  return folds;
}

/// The cost of rung r for the best `count` candidates of the rung before.
using Cost = std::function<double(std::size_t r, std::size_t count)>;

/// Of the rungs `begin` to `end` - 1, if `count` candidates are on the first of them.
double ladder_cost(std::size_t count, std::size_t begin, std::size_t end, const Cost& cost) {
  double sum = 0.0;
  for (std::size_t r = begin; r < end; ++r, count = third_of(count)) sum += cost(r, count);
  return sum;
}

/// How many of `available` candidates can go on to rung `begin`; the rungs after it are left out
/// only if not even one candidate could go through them.
std::size_t payable(std::size_t available, std::size_t begin, std::size_t rungs, double left,
                    const Cost& cost) {
  for (std::size_t end = rungs; end > begin; --end) {
    for (std::size_t count = available; count > 0; --count) {
      if (ladder_cost(count, begin, end, cost) <= left) return count;
    }
  }
  return 0;
}

Cost trainings_of(std::span<const Rung> rungs) {
  std::vector<double> costs;
  for (std::size_t r = 0; r < rungs.size(); ++r) {
    costs.push_back(static_cast<double>(new_folds(rungs, r).size()));
  }
  return
      [costs](std::size_t r, std::size_t count) { return costs[r] * static_cast<double>(count); };
}

class Halver {
 public:
  Halver(std::span<const Rung> rungs, std::size_t candidates, std::size_t required, Trials& trials)
      : rungs_(rungs), required_(required), trials_(trials), tried_(candidates) {}

  std::optional<Halving> within(const TrainingCount& budget);
  std::optional<Halving> within(const SearchTime& budget);

 private:
  std::vector<Trial> trials_of(std::span<const std::size_t> candidates, std::size_t r) const;
  bool has_all_values(std::span<const std::size_t> candidates, std::size_t r) const;
  void rank(std::size_t r);
  Cost expected_cost(std::size_t begin) const;

  std::span<const Rung> rungs_;
  std::size_t required_;
  Trials& trials_;
  std::size_t tried_;
  std::vector<std::size_t> going_;  ///< the candidates of the last rung, the best first
  Halving halving_;
};

std::vector<Trial> Halver::trials_of(std::span<const std::size_t> candidates, std::size_t r) const {
  std::vector<Trial> trials;
  for (const std::size_t fold : new_folds(rungs_, r)) {
    for (const std::size_t candidate : candidates) trials.push_back({candidate, fold});
  }
  return trials;
}

bool Halver::has_all_values(std::span<const std::size_t> candidates, std::size_t r) const {
  return std::ranges::all_of(candidates, [&](std::size_t candidate) {
    return trials_.value(candidate, rungs_[r].folds).has_value();
  });
}

/// Takes the values of the rung; those without one do not go on.
void Halver::rank(std::size_t r) {
  std::vector<std::size_t> with_value;
  std::ranges::sort(going_);  // the first of equal ones is the better one
  for (const std::size_t candidate : going_) {
    const std::optional<double> value = trials_.value(candidate, rungs_[r].folds);
    if (!value) continue;
    halving_.values[candidate].push_back(*value);
    with_value.push_back(candidate);
  }
  std::ranges::stable_sort(with_value, [&](std::size_t a, std::size_t b) {
    return trials_.is_better(halving_.values[a].back(), halving_.values[b].back());
  });
  // Those that left before stay behind, in their own order.
  std::vector<std::size_t> order = with_value;
  for (const std::size_t candidate : r == 0 ? std::vector<std::size_t>{} : halving_.order) {
    if (std::ranges::count(with_value, candidate) == 0) order.push_back(candidate);
  }
  halving_.order = std::move(order);
  halving_.rungs.push_back(rungs_[r]);
  going_ = std::move(with_value);
}

/// In seconds, for the rungs from `begin` on.
Cost Halver::expected_cost(std::size_t begin) const {
  std::vector<std::vector<double>> sums(rungs_.size());
  for (std::size_t r = begin; r < rungs_.size(); ++r) {
    const std::vector<std::size_t> folds = new_folds(rungs_, r);
    sums[r] = {0.0};
    for (const std::size_t candidate : going_) {
      sums[r].push_back(sums[r].back());
      for (const std::size_t fold : folds) {
        sums[r].back() += trials_.expected_seconds({candidate, fold});
      }
    }
  }
  return [sums](std::size_t r, std::size_t count) { return sums[r][count]; };
}

std::optional<Halving> Halver::within(const TrainingCount& budget) {
  const std::vector<std::size_t> plan = plan_halving(rungs_, budget.trainings, required_, tried_);
  rungs_ = rungs_.first(plan.size());
  const Cost cost = trainings_of(rungs_);
  halving_.values.resize(plan.front());
  going_.resize(plan.front());
  std::iota(going_.begin(), going_.end(), std::size_t{0});
  std::size_t used = 0;
  for (std::size_t r = 0; r < rungs_.size(); ++r) {
    if (r > 0) {
      const auto left = static_cast<double>(budget.trainings - used);
      going_.resize(payable(going_.size(), r, rungs_.size(), left, cost));
    }
    if (going_.empty()) break;
    const std::vector<Trial> trials = trials_of(going_, r);
    used += trials.size();
    if (!trials_.run(trials, {})) return std::nullopt;
    rank(r);
  }
  return std::move(halving_);
}

std::optional<Halving> Halver::within(const SearchTime& budget) {
  halving_.values.resize(tried_);
  going_.resize(tried_);
  std::iota(going_.begin(), going_.end(), std::size_t{0});
  const double first = time_for_first_rung * budget.seconds;
  const std::span<const std::size_t> all = going_;
  if (!trials_.run(trials_of(all.first(required_), 0), {.end_before = budget.seconds}) ||
      !trials_.run(trials_of(all.subspan(required_), 0),
                   {.begin_before = first, .end_before = budget.seconds})) {
    return std::nullopt;
  }
  rank(0);
  for (std::size_t r = 1; r < rungs_.size(); ++r) {
    const Cost cost = expected_cost(r);
    going_.resize(
        payable(going_.size(), r, rungs_.size(), budget.seconds - trials_.seconds(), cost));
    if (going_.empty()) break;
    if (!trials_.run(trials_of(going_, r), {.end_before = budget.seconds})) return std::nullopt;
    if (trials_.seconds() >= budget.seconds && !has_all_values(going_, r)) break;
    rank(r);
  }
  return std::move(halving_);
}

}  // namespace

std::vector<std::size_t> plan_halving(std::span<const Rung> rungs, std::size_t budget,
                                      std::size_t required, std::size_t available) {
  expects(!rungs.empty() && required > 0 && required <= available, "rungs and candidates");
  const Cost cost = trainings_of(rungs);
  const auto total = static_cast<double>(budget);
  const std::size_t least = required * new_folds(rungs, 0).size();
  if (budget < least) {
    throw UsageError(fmt::format("a budget of {} is too small; expected at least {}",
                                 counted(budget, "training"), least));
  }
  // A rung is worth its trainings if there is something to choose from before it.
  std::size_t end = rungs.size() + 1;
  std::size_t first = 0;
  std::size_t enough = 0;
  do {
    --end;
    enough = 1;
    for (std::size_t r = 1; r < end; ++r) enough *= factor;
    enough = std::max(required, std::min(enough, available));
    first = required;
    while (first < available && ladder_cost(first + 1, 0, end, cost) <= total) ++first;
  } while (end > 1 && (first < enough || ladder_cost(first, 0, end, cost) > total));
  std::vector<std::size_t> counts = {first};
  double left = total - ladder_cost(first, 0, 1, cost);
  for (std::size_t r = 1; r < end; ++r) {
    const std::size_t count = payable(counts.back(), r, end, left, cost);
    if (count == 0) break;
    left -= ladder_cost(count, r, r + 1, cost);
    counts.push_back(count);
  }
  return counts;
}

std::optional<Halving> halve(std::span<const Rung> rungs, std::size_t candidates,
                             std::size_t required, const SearchBudget& budget, Trials& trials) {
  expects(!rungs.empty() && required > 0 && required <= candidates, "rungs and candidates");
  return std::visit(
      [&](const auto& kind) { return Halver(rungs, candidates, required, trials).within(kind); },
      budget);
}

}  // namespace podium
