#include <algorithm>

#include "podium/learning/experiment/crossval.hpp"

namespace podium {

namespace {

Json json_of(const Evaluation& evaluation) {
  return {{"profile", evaluation.profile},     {"ties", static_cast<int>(evaluation.ties)},
          {"blank", evaluation.blank},         {"short", evaluation.short_lists},
          {"tied", evaluation.tied},           {"query", evaluation.query},
          {"query_weight", evaluation.weight}, {"measure", evaluation.measure},
          {"value", evaluation.value},         {"mean", evaluation.mean},
          {"unjudged", evaluation.unjudged}};
}

Evaluation evaluation_of(const JsonReader& json) {
  const auto last_rule = static_cast<std::uint64_t>(TieRule::expected);
  Evaluation evaluation{.profile = json.at("profile").text(),
                        .ties = static_cast<TieRule>(json.at("ties").whole(0, last_rule)),
                        .blank = json.at("blank").whole(),
                        .short_lists = json.at("short").whole(),
                        .tied = json.at("tied").whole(),
                        .unjudged = json.at("unjudged").whole(),
                        .query = json.at("query").texts(),
                        .weight = json.at("query_weight").numbers_or_nan(),
                        .measure = json.at("measure").texts(),
                        .mean = json.at("mean").numbers_or_nan()};
  for (const JsonReader& values : json.at("value").items()) {
    evaluation.value.push_back(values.numbers_or_nan());
  }
  return evaluation;
}

bool is_whole(const Evaluation& evaluation) {
  return evaluation.value.size() == evaluation.measure.size() &&
         evaluation.mean.size() == evaluation.measure.size() &&
         (evaluation.weight.empty() || evaluation.weight.size() == evaluation.query.size()) &&
         std::ranges::all_of(evaluation.value, [&](const std::vector<double>& values) {
           return values.size() == evaluation.query.size();
         });
}

}  // namespace

Json FoldOutcome::json() const {
  Json points = Json::array();
  for (const TuningPoint& cell : cells) {
    points.push_back({{"options", cell.options},
                      {"vali", cell.value},
                      {"weight", cell.weight},
                      {"algorithm", cell.algorithm},
                      {"baseline", cell.is_baseline}});
  }
  return {{"cells", std::move(points)}, {"best", best},       {"vali", json_of(vali)},
          {"test", json_of(test)},      {"seconds", seconds}, {"skipped", skipped},
          {"weight", weight},           {"metric", metric},   {"ranks_nothing", ranks_nothing},
          {"remarks", remarks}};
}

FoldOutcome FoldOutcome::read(const JsonReader& json) {
  FoldOutcome outcome{.best = json.at("best").whole(),
                      .metric = json.at("metric").text(),
                      .vali = evaluation_of(json.at("vali")),
                      .test = evaluation_of(json.at("test")),
                      .seconds = json.at("seconds").number(),
                      .skipped = json.at("skipped").whole(),
                      .weight = json.at("weight").numbers_or_nan(),
                      .ranks_nothing = json.at("ranks_nothing").flag(),
                      .remarks = json.at("remarks").texts()};
  for (const JsonReader& cell : json.at("cells").items()) {
    outcome.cells.push_back({.algorithm = cell.at("algorithm").text(),
                             .options = cell.at("options").text_members(),
                             .is_baseline = cell.at("baseline").flag(),
                             .value = cell.at("vali").number_or_nan(),
                             .weight = cell.at("weight").number()});
  }
  if (outcome.best < outcome.cells.size() && is_whole(outcome.vali) && is_whole(outcome.test)) {
    return outcome;
  }
  throw json.error("found a result whose parts do not fit together");
}

}  // namespace podium
