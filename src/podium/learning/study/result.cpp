#include "podium/learning/study/result.hpp"

#include <algorithm>
#include <functional>
#include <tuple>

#include "podium/core/base/io/json_reader.hpp"

namespace podium {

namespace {

constexpr std::uint64_t format_version = 1;

DataCard card_of(const JsonReader& json) {
  DataCard card{.name = json.at("data").text(),
                .fingerprint = json.at("fingerprint").text(),
                .folds = json.at("folds").whole(),
                .feature = json.at("feature").texts()};
  card.info.queries = json.at("queries").whole();
  card.info.rows = json.at("rows").whole();
  card.info.features = json.at("features").whole();
  for (const JsonReader& label : json.at("labels").items()) {
    const std::vector<double> pair = label.numbers(2);
    card.info.labels[pair[0]] = label.items()[1].whole();
  }
  const JsonReader sizes = json.at("documents_per_query");
  card.info.documents_per_query = {sizes.at("min").whole(), sizes.at("median").number(),
                                   sizes.at("max").whole()};
  card.info.missing = json.at("missing").whole();
  card.info.blank_queries = json.at("blank").whole();
  card.info.short_queries = json.at("short").whole();
  if (const auto ranker = json.find("ranker")) {
    for (const auto& [row, files] : ranker->text_members()) card.ranker[row] = files;
  }
  return card;
}

bool is_whole(const CellResult& cell) {
  return cell.value.size() == cell.measure.size() && cell.mean.size() == cell.measure.size() &&
         std::ranges::all_of(cell.value, [&](const std::vector<double>& values) {
           return values.size() == cell.query.size();
         });
}

CellResult cell_of(const JsonReader& json) {
  CellResult cell{.key = json.at("cell").text(),
                  .data = json.at("data").text(),
                  .row = json.at("row").text(),
                  .algorithm = json.at("algorithm").text(),
                  .truth = json.at("truth").text(),
                  .sweep = json.at("sweep").text(),
                  .seed = json.at("seed").whole(),
                  .fold = json.at("fold").whole(),
                  .chosen = json.at("chosen").text_members(),
                  .validation = json.at("validation").number_or_nan(),
                  .query = json.at("query").texts(),
                  .measure = json.at("measure").texts(),
                  .mean = json.at("mean").numbers_or_nan(),
                  .weight = json.at("weight").numbers_or_nan(),
                  .seconds = json.at("seconds").number()};
  if (const auto draw = json.find("draw")) cell.draw = draw->whole();
  if (const auto learned = json.find("learned")) cell.learned = learned->whole();
  for (const JsonReader& values : json.at("value").items()) {
    cell.value.push_back(values.numbers_or_nan());
  }
  if (!is_whole(cell)) throw json.error("found a result whose parts do not fit together");
  return cell;
}

void read_line(const JsonReader& json, StudyResults& results) {
  if (json.find("cell")) {
    results.cells.push_back(cell_of(json));
  } else if (json.find("fingerprint")) {
    set_card(results.cards, card_of(json));
  } else {
    results.spec_text = json.at("spec").text();
    results.version = json.at("podium").text();
  }
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
  const Json json = {
      {"podium_study", format_version}, {"podium", study.version}, {"spec", study.spec_text}};
  return json.dump();
}

std::string line_of(const DataCard& card) {
  Json labels = Json::array();
  for (const auto& [label, rows] : card.info.labels) labels.push_back({label, rows});
  const auto& sizes = card.info.documents_per_query;
  Json json = {
      {"data", card.name},
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
      {"feature", card.feature}};
  if (!card.ranker.empty()) json["ranker"] = card.ranker;
  return json.dump();
}

std::string line_of(const CellResult& cell) {
  Json json = {{"cell", cell.key},        {"data", cell.data},
               {"row", cell.row},         {"algorithm", cell.algorithm},
               {"truth", cell.truth},     {"sweep", cell.sweep},
               {"seed", cell.seed},       {"fold", cell.fold},
               {"chosen", cell.chosen},   {"validation", cell.validation},
               {"seconds", cell.seconds}, {"measure", cell.measure},
               {"mean", cell.mean},       {"query", cell.query},
               {"value", cell.value},     {"weight", cell.weight}};
  if (cell.draw > 0) json["draw"] = cell.draw;
  if (cell.learned > 0) json["learned"] = cell.learned;
  return json.dump();
}

StudyResults read_results_lines(const std::vector<std::string>& lines, const std::string& source) {
  StudyResults results;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const JsonReader json = read_json(lines[i], {source, i + 1});
    if (i == 0) json.at("podium_study").expect_version(format_version);
    read_line(json, results);
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
                      place(values, cell.sweep, std::identity{}), cell.seed, cell.draw, cell.fold);
  };
  std::erase_if(cells, [&](const CellResult& cell) {
    return std::ranges::count(spec.data, cell.data, &StudyData::name) == 0 ||
           std::ranges::count(spec.rows, cell.row, &StudyRow::name) == 0;
  });
  std::ranges::stable_sort(
      cells, [&](const CellResult& a, const CellResult& b) { return rank(a) < rank(b); });
}

}  // namespace podium
