#include "podium/exchange/import_format.hpp"

#include <algorithm>
#include <array>
#include <iterator>

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
    ImportFormat{"solr", "a model of Solr LTR: linear, network or trees", read_solr},
    ImportFormat{"es-ltr", "a model of the LTR plugins of Elasticsearch and OpenSearch",
                 read_ltr_plugin},
    ImportFormat{"elasticsearch", "trees of Elasticsearch's own learning_to_rank",
                 read_elasticsearch},
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

RankingModel scaled_import(RankingModel model, std::span<const ImportedScaling> scaling,
                           const JsonReader& json) {
  std::vector<double> shift;
  std::vector<double> scale;
  for (const ImportedScaling& one : scaling) {
    if (!(one.scale > 0.0)) throw json.error("found a normaliser that divides by 0 or less");
    shift.push_back(one.shift);
    scale.push_back(one.scale);
  }
  if (std::ranges::count(scaling, ImportedScaling()) == std::ssize(scaling)) return model;
  const Json normaliser = {{"podium_normaliser", 1}, {"kind", "zscore"},
                           {"servable", true},       {"features", model.preparation.features.names},
                           {"shift", shift},         {"scale", scale}};
  model.preparation.normaliser = Normaliser::from_json(normaliser.exact_dump(), "normaliser");
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
