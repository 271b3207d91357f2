#include "podium/study/result.hpp"

#include <algorithm>
#include <functional>
#include <tuple>

#include <nlohmann/json.hpp>

#include "podium/base/error.hpp"
#include "podium/experiment/json_numbers.hpp"

namespace podium {

namespace {

using Json = nlohmann::ordered_json;

constexpr int format_version = 1;

/// One line; bytes of names that are not UTF-8 are replaced.
std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

DataCard card_of(const Json& json) {
  DataCard card{.name = json.at("data"),
                .fingerprint = json.at("fingerprint"),
                .folds = json.at("folds"),
                .feature = json.at("feature")};
  card.info.queries = json.at("queries");
  card.info.rows = json.at("rows");
  card.info.features = json.at("features");
  for (const Json& label : json.at("labels")) card.info.labels[label.at(0)] = label.at(1);
  const Json& sizes = json.at("documents_per_query");
  card.info.documents_per_query = {sizes.at("min"), sizes.at("median"), sizes.at("max")};
  card.info.missing = json.at("missing");
  card.info.blank_queries = json.at("blank");
  card.info.short_queries = json.at("short");
  return card;
}

bool is_whole(const CellResult& cell) {
  return cell.value.size() == cell.measure.size() && cell.mean.size() == cell.measure.size() &&
         std::ranges::all_of(cell.value, [&](const std::vector<double>& values) {
           return values.size() == cell.query.size();
         });
}

CellResult cell_of(const Json& json) {
  CellResult cell{.key = json.at("cell"),
                  .data = json.at("data"),
                  .row = json.at("row"),
                  .algorithm = json.at("algorithm"),
                  .truth = json.at("truth"),
                  .sweep = json.at("sweep"),
                  .seed = json.at("seed"),
                  .fold = json.at("fold"),
                  .chosen = json.at("chosen").get<OptionText>(),
                  .validation = number_of(json.at("validation")),
                  .query = json.at("query"),
                  .measure = json.at("measure"),
                  .mean = numbers_of(json.at("mean")),
                  .weight = numbers_of(json.at("weight")),
                  .seconds = json.at("seconds")};
  for (const Json& values : json.at("value")) cell.value.push_back(numbers_of(values));
  return cell;
}

void read_line(const Json& json, StudyResults& results) {
  if (json.contains("cell")) {
    results.cells.push_back(cell_of(json));
    return;
  }
  if (json.contains("fingerprint")) {
    set_card(results.cards, card_of(json));
    return;
  }
  results.spec_text = json.at("spec");
  results.version = json.at("podium");
}

}  // namespace

void set_card(std::vector<DataCard>& cards, DataCard card) {
  const auto known = std::ranges::find(cards, card.name, &DataCard::name);
  if (known != cards.end()) {
    *known = std::move(card);
  } else {
    cards.push_back(std::move(card));
  }
}

std::string header_line(const StudyResults& study) {
  return dumped(
      {{"podium_study", format_version}, {"podium", study.version}, {"spec", study.spec_text}});
}

std::string line_of(const DataCard& card) {
  Json labels = Json::array();
  for (const auto& [label, rows] : card.info.labels) labels.push_back({label, rows});
  const auto& sizes = card.info.documents_per_query;
  return dumped(
      {{"data", card.name},
       {"fingerprint", card.fingerprint},
       {"folds", card.folds},
       {"queries", card.info.queries},
       {"rows", card.info.rows},
       {"features", card.info.features},
       {"labels", std::move(labels)},
       {"documents_per_query", {{"min", sizes.min}, {"median", sizes.median}, {"max", sizes.max}}},
       {"missing", card.info.missing},
       {"blank", card.info.blank_queries},
       {"short", card.info.short_queries},
       {"feature", card.feature}});
}

std::string line_of(const CellResult& cell) {
  return dumped({{"cell", cell.key},
                 {"data", cell.data},
                 {"row", cell.row},
                 {"algorithm", cell.algorithm},
                 {"truth", cell.truth},
                 {"sweep", cell.sweep},
                 {"seed", cell.seed},
                 {"fold", cell.fold},
                 {"chosen", cell.chosen},
                 {"validation", cell.validation},
                 {"seconds", cell.seconds},
                 {"measure", cell.measure},
                 {"mean", cell.mean},
                 {"query", cell.query},
                 {"value", cell.value},
                 {"weight", cell.weight}});
}

StudyResults read_results_lines(const std::vector<std::string>& lines, const std::string& source) {
  StudyResults results;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Location place{source, i + 1};
    try {
      const Json json = Json::parse(lines[i]);
      if (i == 0 && json.value("podium_study", 0) != format_version) {
        throw DataError(place, "found no results of a study");
      }
      read_line(json, results);
    } catch (const Json::exception& error) {
      throw DataError(place, std::string("found no result: ") + error.what());
    }
    if (!results.cells.empty() && !is_whole(results.cells.back())) {
      throw DataError(place, "found a result whose parts do not fit together");
    }
  }
  return results;
}

void sort_by_spec(const StudySpec& spec, std::vector<CellResult>& cells) {
  const auto place = [](const auto& items, const std::string& name, auto member) {
    return std::ranges::find(items, name, member) - items.begin();
  };
  const std::vector<std::string> none;
  const std::vector<std::string>& values = spec.sweep ? spec.sweep->values : none;
  const auto rank = [&](const CellResult& cell) {
    return std::tuple(place(spec.data, cell.data, &StudyData::name),
                      place(spec.rows, cell.row, &StudyRow::name),
                      place(spec.truths, cell.truth, std::identity{}),
                      place(values, cell.sweep, std::identity{}), cell.seed, cell.fold);
  };
  std::erase_if(cells, [&](const CellResult& cell) {
    return std::ranges::count(spec.data, cell.data, &StudyData::name) == 0 ||
           std::ranges::count(spec.rows, cell.row, &StudyRow::name) == 0;
  });
  std::ranges::stable_sort(
      cells, [&](const CellResult& a, const CellResult& b) { return rank(a) < rank(b); });
}

}  // namespace podium
