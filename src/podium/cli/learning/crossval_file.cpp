#include "podium/cli/learning/crossval_file.hpp"

#include <algorithm>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/json_reader.hpp"

namespace podium::cli {

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

Json json_of(const FoldOutcome& outcome) {
  Json cells = Json::array();
  for (const GridCell& cell : outcome.cells) {
    cells.push_back({{"options", cell.options},
                     {"vali", cell.vali},
                     {"weight", cell.weight},
                     {"algorithm", cell.algorithm},
                     {"baseline", cell.is_baseline}});
  }
  return {{"cells", std::move(cells)},
          {"best", outcome.best},
          {"vali", json_of(outcome.vali)},
          {"test", json_of(outcome.test)},
          {"seconds", outcome.seconds},
          {"skipped", outcome.skipped},
          {"weight", outcome.weight},
          {"metric", outcome.metric},
          {"ranks_nothing", outcome.ranks_nothing},
          {"remarks", outcome.remarks}};
}

FoldOutcome outcome_of(const JsonReader& json) {
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
    outcome.cells.push_back({.options = cell.at("options").text_members(),
                             .vali = cell.at("vali").number_or_nan(),
                             .weight = cell.at("weight").number(),
                             .algorithm = cell.at("algorithm").text(),
                             .is_baseline = cell.at("baseline").flag()});
  }
  return outcome;
}

bool is_whole(const Evaluation& evaluation) {
  return evaluation.value.size() == evaluation.measure.size() &&
         evaluation.mean.size() == evaluation.measure.size() &&
         (evaluation.weight.empty() || evaluation.weight.size() == evaluation.query.size()) &&
         std::ranges::all_of(evaluation.value, [&](const std::vector<double>& values) {
           return values.size() == evaluation.query.size();
         });
}

bool is_whole(const FoldOutcome& outcome) {
  return outcome.best < outcome.cells.size() && is_whole(outcome.vali) && is_whole(outcome.test);
}

}  // namespace

CrossvalFile::CrossvalFile(const std::filesystem::path& path, const std::string& identity)
    : log_(path, "{\"identity\":") {
  const Json first = {{"identity", identity}, {"podium_crossval", 5}};
  if (log_.lines().empty()) {
    log_.append(first.dump());
    return;
  }
  for (std::size_t i = 0; i < log_.lines().size(); ++i) {
    const JsonReader json = read_json(log_.lines()[i], {path.string(), i + 1});
    if (i == 0) {
      if (log_.lines()[i] == first.dump()) continue;
      throw UsageError("--state " + path.string() +
                       " belongs to a cross-validation with other data or options");
    }
    outcomes_[{json.at("fold").whole(), json.at("chain").whole()}] = outcome_of(json.at("outcome"));
  }
  for (const auto& [place, outcome] : outcomes_) {
    if (is_whole(outcome)) continue;
    throw DataError({path.string()}, "found a chain whose parts do not fit together");
  }
}

std::optional<FoldOutcome> CrossvalFile::recall(std::size_t fold, std::size_t chain) const {
  const auto found = outcomes_.find({fold, chain});
  if (found == outcomes_.end()) return std::nullopt;
  return found->second;
}

void CrossvalFile::keep(std::size_t fold, std::size_t chain, const FoldOutcome& outcome) {
  const Json json = {{"fold", fold}, {"chain", chain}, {"outcome", json_of(outcome)}};
  log_.append(json.dump());
}

}  // namespace podium::cli
