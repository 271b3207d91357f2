#include "podium/learning/learn/tie_rounds.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"

namespace podium {

namespace {

std::vector<WeakOrder> truths_by(const Dataset& data, const GainOf& gain,
                                 std::span<const double> scores) {
  std::vector<WeakOrder> truths(data.query_count());
  parallel_for(data.query_count(), [&](std::size_t q) {
    const QueryView view = data[q];
    const auto own = scores.subspan(view.first_row, view.size());
    std::vector<double> gains;
    for (const double label : view.truth.label) gains.push_back(gain(label));
    std::vector<DocIndex> order(view.size());
    std::iota(order.begin(), order.end(), DocIndex{0});
    std::ranges::stable_sort(order, [&](DocIndex a, DocIndex b) {
      return gains[a] != gains[b] ? gains[a] > gains[b] : own[a] > own[b];
    });
    WeakOrder& truth = truths[q];
    truth.level.resize(view.size());
    for (std::size_t place = 0; place < order.size(); ++place) {
      truth.level[order[place]] = static_cast<Level>(order.size() - 1 - place);
    }
    truth.label.assign(view.truth.label.begin(), view.truth.label.end());
    truth.strict = view.truth.strict;
  });
  return truths;
}

[[noreturn]] void refuse() {
  throw DataError({"checkpoint"}, "found numbers that this training did not write");
}

}  // namespace

Dataset ties_broken_by(const Dataset& data, const GainOf& gain, std::span<const double> scores) {
  return data.with_truth(truths_by(data, gain, scores));
}

TieRounds::TieRounds(const TrainingTask& task, std::size_t rounds, GainOf gain)
    : task_(task), rounds_(rounds), gain_(std::move(gain)), own_(task) {
  if (task.checkpoint.from) restore(*task.checkpoint.from);
  if (task.checkpoint.save) {
    own_.checkpoint.save = [this](const Checkpoint& checkpoint) {
      task_.checkpoint.save(with_start(checkpoint));
    };
  }
  if (task.progress) {
    own_.progress = [this](TrainingProgress progress) {
      progress.gap_of = problem();
      return task_.progress(progress);
    };
  }
}

bool TieRounds::next() {
  if (last_) {
    if (last_->summary.interrupted || round_ == rounds_) return false;
    ++round_;
  }
  if (round_ > 0) {
    const LinearModel model{{task_.train.feature_count()}, start_};
    Dataset fixed = ties_broken_by(task_.train, gain_, score(model, task_.train));
    const auto level = own_.train.columns().level;
    if (round_ > 1 && last_ && std::ranges::equal(fixed.columns().level, level)) return false;
    own_.train = std::move(fixed);
    own_.start = {"", model};
  }
  return true;
}

void TieRounds::add(TrainingResult trained) {
  trained.summary.gap_of = problem();
  start_ = std::get<LinearModel>(trained.kind).w;
  own_.checkpoint.from.reset();
  last_ = std::move(trained);
}

/// What a round minimises. The whole problem, over all orders of tied documents, is not convex, and
/// nobody knows how far its minimum is.
std::string TieRounds::problem() const {
  if (round_ == 0) return "the Ranking SVM that orders tied documents";
  return fmt::format("tie round {}, with tied documents in a fixed order", round_);
}

/// What a round starts from is part of its checkpoints: the numbers of the optimiser, then the
/// parameters, their number, and the number of the round.
Checkpoint TieRounds::with_start(Checkpoint checkpoint) const {
  std::vector<double>& numbers = checkpoint.optimiser.numbers;
  numbers.insert(numbers.end(), start_.begin(), start_.end());
  numbers.push_back(static_cast<double>(start_.size()));
  numbers.push_back(static_cast<double>(round_));
  return checkpoint;
}

void TieRounds::restore(Checkpoint checkpoint) {
  std::vector<double>& numbers = checkpoint.optimiser.numbers;
  const auto take = [&] {
    const double value = numbers.empty() ? -1.0 : numbers.back();
    if (!(value >= 0.0 && value <= 1e9)) refuse();
    numbers.pop_back();
    return static_cast<std::size_t>(value);
  };
  round_ = take();
  const std::size_t count = std::min(take(), numbers.size());
  if (round_ > rounds_ || count != (round_ == 0 ? 0 : task_.train.feature_count())) refuse();
  start_.assign(numbers.end() - static_cast<std::ptrdiff_t>(count), numbers.end());
  numbers.resize(numbers.size() - count);
  own_.checkpoint.from = std::move(checkpoint);
}

}  // namespace podium
