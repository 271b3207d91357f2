#include "podium/cli/measure/ranker_input.hpp"

#include <utility>

#include "podium/base/error.hpp"
#include "podium/cli/data/data_file.hpp"
#include "podium/experiment/judged_run.hpp"

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
                                 const Context& context) {
  std::vector<Ranker> rankers;
  for (const RankerFile& file : ranker_files(args.scores)) {
    rankers.push_back(ranker_of_scores(file.name, read_row_scores(file.path, data), data));
  }
  for (const RankerFile& file : ranker_files(args.models)) {
    rankers.push_back(ranker_of_scores(file.name, model_row_scores(file.path, data), data));
  }
  if (args.runs.empty()) return rankers;
  const Qrels qrels = args.qrels.empty() ? qrels_of(data) : read_qrels(args.qrels);
  for (const RankerFile& file : ranker_files(args.runs)) {
    rankers.push_back(ranker_of_run(file, qrels, context));
  }
  return rankers;
}

}  // namespace podium
