#include "trees.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <stdexcept>
#include <variant>
#include <vector>

#include "options.hpp"
#include "podium/core/format/read.hpp"
#include "podium/core/kernels/targets.hpp"
#include "podium/learning/learn/train.hpp"
#include "podium/learning/model/model_file.hpp"
#include "podium/learning/model/tree_scorer.hpp"
#include "podium/learning/trees/collected_rows.hpp"
#include "timing.hpp"

namespace podium {
namespace {

/// A moment, in seconds since any start: of the clock on the wall, and of all threads together.
struct Moment {
  double wall =
      std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  double cpu = static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
};

/// Scores rows in batches of `size`.
template <class Scorer>
std::vector<double> scores_in_batches(const Scorer& scorer, const FeatureRows& rows,
                                      std::size_t size, Workspace& workspace) {
  std::vector<double> scores(rows.size());
  for (std::size_t begin = 0; begin < rows.size(); begin += size) {
    const std::size_t count = std::min(size, rows.size() - begin);
    workspace.clear();
    scorer.score(rows.part(begin, count), std::span(scores).subspan(begin, count), workspace);
  }
  return scores;
}

}  // namespace

nlohmann::ordered_json measure_tree_training(const std::string& data, const std::string& model,
                                             std::span<const std::string> options) {
  const PreparedTraining prepared({}, read_dataset(data));
  const Moment start;
  Moment first;
  Moment last;
  const TrainedModel trained = train("lambdamart", to_options(options), prepared,
                                     {.progress = [&](const TrainingProgress& progress) {
                                       (progress.iteration == 1 ? first : last) = Moment();
                                       return true;
                                     }});
  save_model(trained.model, model);
  return {{"rounds", trained.summary.iterations},
          {"seconds", last.wall - first.wall},
          {"cpu_seconds", last.cpu - first.cpu},
          {"seconds_before", first.wall - start.wall}};
}

nlohmann::ordered_json measure_tree_passes(const std::string& data, double share,
                                           std::span<const std::string> options) {
  const CollectedShare collected(share);
  const PreparedTraining prepared({}, read_dataset(data));
  std::vector<std::size_t> passes =
      train("lambdamart", to_options(options), prepared).summary.passes;
  std::ranges::sort(passes);
  const std::size_t trees = passes.size();
  return {{"trees", trees},
          {"median", passes.at(trees / 2)},
          {"q90", passes.at(trees * 9 / 10)},
          {"largest", passes.back()}};
}

nlohmann::ordered_json measure_tree_scoring(const std::string& model, const std::string& data) {
  constexpr int rounds = 50;
  const RankingModel loaded = load_model(model);
  const auto& trees = std::get<TreeEnsemble>(loaded.kind);
  const Dataset documents = read_dataset(data);
  const FeatureRows rows = documents[0].features;
  const TreeScorer scorer(trees);
  Workspace workspace;

  std::vector<double> batch;
  std::vector<double> narrow;
  std::vector<double> single;
  std::vector<double> walk;
  const double batch_seconds =
      fastest([&] { batch = scores_in_batches(scorer, rows, rows.size(), workspace); }, rounds);
  const double single_seconds =
      fastest([&] { single = scores_in_batches(scorer, rows, 1, workspace); });
  // The vectors that most machines have, where this one has wider ones.
  hwy::SetSupportedTargetsForTest(hwy::SupportedTargets() & (HWY_AVX2 | HWY_NEON));
  const double narrow_seconds =
      fastest([&] { narrow = scores_in_batches(scorer, rows, rows.size(), workspace); }, rounds);
  hwy::SetSupportedTargetsForTest(0);
  const double walk_seconds = fastest([&] { walk = scores_in_batches(trees, rows, 1, workspace); });
  if (batch != single || batch != narrow || batch != walk)
    throw std::runtime_error("scores differ in their bits");

  std::size_t splits = 0;
  for (const RegressionTree& tree : trees.trees) splits += tree.splits.size();
  return {{"documents", rows.size()},
          {"trees", trees.trees.size()},
          {"splits", splits},
          {"seconds", batch_seconds},
          {"seconds_narrow", narrow_seconds},
          {"seconds_single", single_seconds},
          {"seconds_walk", walk_seconds}};
}

}  // namespace podium
