#include "podium/learning/learn/tie_rounds.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
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

/// What a round starts from is part of its checkpoints: the numbers of the optimiser, then the
/// parameters, their number, and the number of the round.
Checkpoint with_start(Checkpoint checkpoint, const std::vector<double>& start, std::size_t round) {
  std::vector<double>& numbers = checkpoint.optimiser.numbers;
  numbers.insert(numbers.end(), start.begin(), start.end());
  numbers.push_back(static_cast<double>(start.size()));
  numbers.push_back(static_cast<double>(round));
  return checkpoint;
}

/// What a round minimises. The whole problem, over all orders of tied documents, is not convex, and
/// nobody knows how far its minimum is.
std::string name_of_round(std::size_t round) {
  if (round == 0) return "the Ranking SVM that orders tied documents";
  return fmt::format("tie round {}, with tied documents in a fixed order", round);
}

[[noreturn]] void refuse() {
  throw DataError({"checkpoint"}, "found numbers that this training did not write");
}

struct Resumed {
  Checkpoint checkpoint;
  std::vector<double> start;
  std::size_t round = 0;
};

Resumed without_start(Checkpoint checkpoint) {
  std::vector<double>& numbers = checkpoint.optimiser.numbers;
  const auto take = [&] {
    const double value = numbers.empty() ? -1.0 : numbers.back();
    if (!(value >= 0.0 && value <= 1e9)) refuse();
    numbers.pop_back();
    return static_cast<std::size_t>(value);
  };
  Resumed resumed;
  resumed.round = take();
  const std::size_t count = std::min(take(), numbers.size());
  resumed.start.assign(numbers.end() - static_cast<std::ptrdiff_t>(count), numbers.end());
  numbers.resize(numbers.size() - count);
  resumed.checkpoint = std::move(checkpoint);
  return resumed;
}

}  // namespace

Dataset ties_broken_by(const Dataset& data, const GainOf& gain, std::span<const double> scores) {
  return data.with_truth(truths_by(data, gain, scores));
}

TrainingResult train_in_tie_rounds(
    const TrainingTask& task, std::size_t rounds, const GainOf& gain,
    const std::function<TrainingResult(const TrainingTask&, std::size_t round)>& run) {
  TrainingTask own = task;
  Resumed now;
  if (task.checkpoint.from) {
    now = without_start(*task.checkpoint.from);
    if (now.round > rounds ||
        now.start.size() != (now.round == 0 ? 0 : task.train.feature_count())) {
      refuse();
    }
    own.checkpoint.from = std::move(now.checkpoint);
  }
  if (task.checkpoint.save) {
    own.checkpoint.save = [&](const Checkpoint& checkpoint) {
      task.checkpoint.save(with_start(checkpoint, now.start, now.round));
    };
  }
  std::optional<TrainingResult> last;
  for (; now.round <= rounds; ++now.round) {
    if (now.round > 0) {
      const LinearModel model{{task.train.feature_count()}, now.start};
      const Dataset fixed = ties_broken_by(task.train, gain, score(model, task.train));
      if (now.round > 1 && last &&
          std::ranges::equal(fixed.columns().level, own.train.columns().level))
        break;
      own.train = fixed;
      own.start = {"", model};
    }
    const std::string problem = name_of_round(now.round);
    if (task.progress) {
      own.progress = [&](TrainingProgress progress) {
        progress.gap_of = problem;
        return task.progress(progress);
      };
    }
    last = run(own, now.round);
    last->summary.gap_of = problem;
    if (last->summary.interrupted) break;
    now.start = std::get<LinearModel>(last->kind).w;
    own.checkpoint.from.reset();
  }
  return std::move(*last);
}

}  // namespace podium
