#include "podium/cli/learn/crossval_file.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "podium/base/error.hpp"
#include "podium/experiment/json_numbers.hpp"

namespace podium {

namespace {

using Json = nlohmann::json;

/// One line; bytes of names that are not UTF-8 are replaced.
std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json json_of(const Evaluation& evaluation) {
  return {
      {"profile", evaluation.profile},   {"ties", evaluation.ties},   {"blank", evaluation.blank},
      {"short", evaluation.short_lists}, {"tied", evaluation.tied},   {"query", evaluation.query},
      {"measure", evaluation.measure},   {"value", evaluation.value}, {"mean", evaluation.mean}};
}

Evaluation evaluation_of(const Json& json) {
  Evaluation evaluation{.profile = json.at("profile"),
                        .ties = json.at("ties").get<TieRule>(),
                        .blank = json.at("blank"),
                        .short_lists = json.at("short"),
                        .tied = json.at("tied"),
                        .query = json.at("query"),
                        .measure = json.at("measure"),
                        .mean = numbers_of(json.at("mean"))};
  for (const Json& values : json.at("value")) evaluation.value.push_back(numbers_of(values));
  return evaluation;
}

Json json_of(const FoldOutcome& outcome) {
  Json cells = Json::array();
  for (const GridCell& cell : outcome.cells) {
    cells.push_back({{"options", cell.options}, {"vali", cell.vali}});
  }
  return {{"cells", std::move(cells)},     {"best", outcome.best},
          {"vali", json_of(outcome.vali)}, {"test", json_of(outcome.test)},
          {"seconds", outcome.seconds},    {"skipped", outcome.skipped},
          {"weight", outcome.weight}};
}

FoldOutcome outcome_of(const Json& json) {
  FoldOutcome outcome{.best = json.at("best"),
                      .vali = evaluation_of(json.at("vali")),
                      .test = evaluation_of(json.at("test")),
                      .seconds = json.at("seconds"),
                      .skipped = json.at("skipped"),
                      .weight = numbers_of(json.at("weight"))};
  for (const Json& cell : json.at("cells")) {
    outcome.cells.push_back({cell.at("options").get<OptionText>(), cell.at("vali")});
  }
  return outcome;
}

bool is_whole(const Evaluation& evaluation) {
  return evaluation.value.size() == evaluation.measure.size() &&
         evaluation.mean.size() == evaluation.measure.size() &&
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
  const std::string first_line = line_of({{"podium_crossval", 1}, {"identity", identity}});
  if (log_.lines().empty()) {
    log_.append(first_line);
    return;
  }
  for (std::size_t i = 0; i < log_.lines().size(); ++i) {
    try {
      const Json json = Json::parse(log_.lines()[i]);
      if (i > 0) {
        outcomes_[{json.at("fold"), json.at("chain")}] = outcome_of(json.at("outcome"));
      } else if (log_.lines()[0] != first_line) {
        throw UsageError("--state " + path.string() +
                         " belongs to a cross-validation with other data or options");
      }
    } catch (const Json::exception& error) {
      throw DataError({path.string(), i + 1},
                      std::string("found no finished chain: ") + error.what());
    }
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
  log_.append(line_of({{"fold", fold}, {"chain", chain}, {"outcome", json_of(outcome)}}));
}

}  // namespace podium
