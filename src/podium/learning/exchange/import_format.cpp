#include "podium/learning/exchange/import_format.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>

#include <fmt/format.h>

#include "podium/core/base/io/json_reader.hpp"
#include "podium/core/base/named.hpp"
#include "podium/core/base/version.hpp"
#include "podium/learning/exchange/export_format.hpp"

namespace podium {

namespace {

/// The reader of files that leave no choice.
template <RankingModel (*Read)(std::string_view text, const std::string& source)>
ImportedModel without_options(std::string_view text, const std::string& source,
                              const ModelImportOptions& options) {
  if (options.iterations != 0) {
    throw UsageError("--iterations: only files of XGBoost name a best iteration");
  }
  if (options.feature_count != 0) {
    throw UsageError("--feature-count: files of this format say how many features there are");
  }
  return {Read(text, source), {}};
}

constexpr std::array import_table = {
    ImportFormat{"lightgbm", "LightGBM's text format", without_options<read_lightgbm>},
    ImportFormat{"xgboost", "XGBoost's JSON format", import_xgboost},
    ImportFormat{"ranklib",
                 "RankLib: trees, Random Forests, Linear Regression, Coordinate Ascent, RankBoost",
                 import_ranklib},
    ImportFormat{"solr", "a model of Solr LTR: linear, network or trees",
                 without_options<read_solr>},
    ImportFormat{"es-ltr", "a model of the LTR plugins of Elasticsearch and OpenSearch",
                 import_ltr_plugin},
    ImportFormat{"elasticsearch", "trees of Elasticsearch's own learning_to_rank",
                 without_options<read_elasticsearch>},
    ImportFormat{"weights", "a JSON object of features and their weights",
                 without_options<read_weights>},
};

}  // namespace

std::array<OptionField, 2> ModelImportOptions::fields() {
  using O = ModelImportOptions;
  constexpr std::size_t most_features = 1000000;
  return {
      field("iterations", &O::iterations, 0, std::numeric_limits<std::size_t>::max(),
            "xgboost: read the trees of so many iterations; 0: up to the best iteration if the "
            "file names one, as XGBRanker.predict does, else all"),
      field("feature-count", &O::feature_count, 0, most_features,
            "ranklib: number of features of the data, which the file does not say; 0: the largest "
            "one that the model uses"),
  };
}

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

JsonReader read_nested_json(std::string_view text, const std::string& source) {
  constexpr std::size_t levels_of_a_split = 2;  // an object and the list of its children
  constexpr std::size_t levels_around = 20;
  const JsonLimits limits{.depth = levels_of_a_split * deepest_nested_tree + levels_around};
  ParsedJson parsed = try_parse_json(text, limits);
  if (parsed.value) return {*std::move(parsed.value), {source}};
  if (parsed.byte == 0) throw DataError({source}, parsed.problem);
  return read_json(text, {source});  // throws, with line and column
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
