#include "podium/cli/measure/ranker_input.hpp"

#include <utility>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/cli/data/data_file.hpp"
#include "podium/cli/learn/baseline_args.hpp"
#include "podium/experiment/judged_run.hpp"
#include "podium/model/baseline.hpp"
#include "podium/model/model_file.hpp"
#include "podium/model/row_scores.hpp"

namespace podium {

namespace {

Ranker ranker_of_scores(std::string name, std::vector<double> row_scores, const Dataset& data) {
  auto scores = std::make_shared<const std::vector<double>>(std::move(row_scores));
  return {std::move(name), scored_queries(data, *scores), scores};
}

Ranker ranker_of_run(const RankerFile& file, const Qrels& qrels, const Context& context) {
  const auto run = std::make_shared<const JudgedRun>(qrels, read_run(file.path));
  for (const std::string& remark : run->remarks()) context.say(file.path + ": " + remark);
  return {file.name, scored_queries(*run), run};
}

/// Models that need no file of a baseline are not given one, but one of them must need it.
std::vector<Ranker> read_models(const RankerArgs& args, const Dataset& data, const Context& context,
                                const std::string& flag) {
  std::vector<Ranker> rankers;
  bool is_used = false;
  for (const RankerFile& file : ranker_files(args.models)) {
    const RankingModel model = load_model(file.path);
    const bool needs_file = needs_baseline_file(model);
    is_used = is_used || needs_file;
    const Dataset own =
        with_baseline_of(model, file.path, needs_file ? args.baseline : "", data, context, flag);
    rankers.push_back(ranker_of_scores(file.name, model_row_scores(model, file.path, own), data));
  }
  if (!args.baseline.empty() && !is_used) {
    throw UsageError(fmt::format("{} {}: no model was trained on top of a run or file of scores",
                                 flag, args.baseline));
  }
  return rankers;
}

}  // namespace

void RankerArgs::check(const std::string& command) const {
  if (count() == 0) throw UsageError(command + ": give --scores, --model or --run");
  const bool has_rows = !scores.empty() || !models.empty();
  if (data.empty() && (has_rows || qrels.empty())) {
    throw UsageError(command + ": give --data, or --qrels if there are only runs");
  }
  if (runs.empty() && !qrels.empty()) {
    throw UsageError(command +
                     ": --qrels needs --run; the judgements for scores and models are in --data");
  }
}

std::vector<Ranker> read_rankers(const RankerArgs& args, const Dataset& data,
                                 const Context& context, const std::string& baseline_flag) {
  std::vector<Ranker> rankers;
  for (const RankerFile& file : ranker_files(args.scores)) {
    rankers.push_back(ranker_of_scores(file.name, read_row_scores(file.path, data), data));
  }
  for (Ranker& ranker : read_models(args, data, context, baseline_flag)) {
    rankers.push_back(std::move(ranker));
  }
  if (args.runs.empty()) return rankers;
  const Qrels qrels = args.qrels.empty() ? qrels_of(data) : read_qrels(args.qrels);
  for (const RankerFile& file : ranker_files(args.runs)) {
    rankers.push_back(ranker_of_run(file, qrels, context));
  }
  return rankers;
}

}  // namespace podium
