#pragma once

#include <span>
#include <string>
#include <string_view>

#include "podium/base/io/json_reader.hpp"
#include "podium/model/model.hpp"

namespace podium {

/// A row of the table of formats that are read: its name, what it is, and its reader. Readers throw
/// DataError with `source` for anything that is malformed or that no Podium model can express.
struct ImportFormat {
  std::string_view name;
  std::string_view summary;
  RankingModel (*read)(std::string_view text, const std::string& source);
};

std::span<const ImportFormat> import_formats();

const ImportFormat& find_import_format(std::string_view name);

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

/// XGBoost goes left if x < condition, Podium if x <= the float below it.
double below_condition(double condition);

}  // namespace podium
