#include "podium/exchange/import_format.hpp"

#include <array>

#include <fmt/format.h>

#include "podium/base/io/json_reader.hpp"
#include "podium/base/named.hpp"
#include "podium/base/version.hpp"

namespace podium {

namespace {

constexpr std::array import_table = {
    ImportFormat{"lightgbm", "LightGBM's text format", read_lightgbm},
    ImportFormat{"xgboost", "XGBoost's JSON format", read_xgboost},
    ImportFormat{"ranklib", "RankLib: trees, Linear Regression, Coordinate Ascent, RankBoost",
                 read_ranklib},
    ImportFormat{"weights", "a JSON object of features and their weights", read_weights},
};

}  // namespace

std::span<const ImportFormat> import_formats() {
  return import_table;
}

const ImportFormat& find_import_format(std::string_view name) {
  return find_named(import_formats(), name, "format");
}

RankingModel imported_model(ModelKind kind, std::vector<std::string> names, std::string_view format,
                            FillRule::Kind missing) {
  RankingModel model;
  model.preparation.features.count =
      std::visit([](const auto& one) { return one.feature_count(); }, kind);
  model.preparation.features.names = std::move(names);
  model.preparation.fill.otherwise = {missing};
  model.training = {.algorithm = std::string(format),
                    .data = std::string(16, '0'),
                    .podium_version = std::string(version()),
                    .stop = "imported"};
  model.kind = std::move(kind);
  return model;
}

RankingModel read_weights(std::string_view text, const std::string& source) {
  const JsonReader json = read_json(text, {source});
  std::vector<std::string> names;
  LinearModel model;
  for (const auto& [name, weight] : json.members()) {
    names.push_back(name);
    model.w.push_back(weight.number());
  }
  if (names.empty()) throw json.unexpected("an object with weights of features");
  model.scorer.features = names.size();
  return imported_model(std::move(model), std::move(names), "weights", FillRule::Kind::zero);
}

}  // namespace podium
