#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "podium/core/base/io/json_reader.hpp"
#include "podium/core/base/options.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

/// What the file of a model leaves open. 0: as the file has it.
struct ModelImportOptions {
  std::size_t iterations = 0;
  std::size_t feature_count = 0;

  static std::array<OptionField, 2> fields();
};

struct ImportedModel {
  RankingModel model;
  std::vector<std::string> remarks;  ///< what was chosen where the file leaves a choice
};

/// A row of the table of formats that are read: its name, what it is, and its reader. Readers throw
/// DataError with `source` for anything that is malformed or that no Podium model can express, and
/// UsageError for an option that says nothing about their format.
struct ImportFormat {
  std::string_view name;
  std::string_view summary;
  ImportedModel (*read)(std::string_view text, const std::string& source,
                        const ModelImportOptions& options);
};

std::span<const ImportFormat> import_formats();

const ImportFormat& find_import_format(std::string_view name);

// Readers of files that leave a choice.
ImportedModel import_xgboost(std::string_view text, const std::string& source,
                             const ModelImportOptions& options);
ImportedModel import_ranklib(std::string_view text, const std::string& source,
                             const ModelImportOptions& options);
ImportedModel import_ltr_plugin(std::string_view text, const std::string& source,
                                const ModelImportOptions& options);

// One function for each format, each in its own file.
RankingModel read_lightgbm(std::string_view text, const std::string& source);
RankingModel read_xgboost(std::string_view text, const std::string& source);
RankingModel read_ranklib(std::string_view text, const std::string& source);
RankingModel read_weights(std::string_view text, const std::string& source);
RankingModel read_solr(std::string_view text, const std::string& source);
RankingModel read_ltr_plugin(std::string_view text, const std::string& source);
RankingModel read_elasticsearch(std::string_view text, const std::string& source);

/// A model around a scoring function that came from elsewhere. Without names, features are numbered
/// from 1.
RankingModel imported_model(ModelKind kind, std::vector<std::string> names, std::string_view format,
                            FillRule::Kind missing);

/// A model in which the nodes of trees are inside each other, as deep as engines read them.
JsonReader read_nested_json(std::string_view text, const std::string& source);

/// (x - shift) / scale
struct ImportedScaling {
  double shift = 0.0;
  double scale = 1.0;

  bool operator==(const ImportedScaling&) const = default;
};

/// The model with this normalisation of its features, where it changes one. Throws DataError that
/// names `json` when a scale is not above 0.
RankingModel scaled_import(RankingModel model, std::span<const ImportedScaling> scaling,
                           const JsonReader& json);

/// Throws source.error() unless a set of a split can have the category.
template <class Source>
void check_category(double category, const Source& source) {
  constexpr auto most = static_cast<double>(TreeSplit::codes - 1);
  if (category >= 0.0 && category <= most && category == std::floor(category)) return;
  throw source.error(
      fmt::format("found the category {}, expected whole numbers from 0 to {}; "
                  "number the categories anew",
                  category, most));
}

/// XGBoost goes left if x < condition, Podium if x <= the float below it.
double below_condition(double condition);

}  // namespace podium
