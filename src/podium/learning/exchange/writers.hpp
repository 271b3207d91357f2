#pragma once

#include <string_view>

#include "podium/core/base/io/json.hpp"
#include "podium/learning/exchange/export_format.hpp"

namespace podium {

// One function for each format, each in its own file. They expect a model that
// check_expressible() accepts, and may still throw NotExpressible for a name or a number.
ExportedModel write_c(const ServedModel& model, const ModelExportOptions& options);
ExportedModel write_lightgbm(const ServedModel& model, const ModelExportOptions& options);
ExportedModel write_xgboost(const ServedModel& model, const ModelExportOptions& options);

ExportedModel write_onnx(const ServedModel& model, const ModelExportOptions& options);
ExportedModel write_solr(const ServedModel& model, const ModelExportOptions& options);
ExportedModel write_solr8(const ServedModel& model, const ModelExportOptions& options);
ExportedModel write_es_ltr(const ServedModel& model, const ModelExportOptions& options);
ExportedModel write_opensearch(const ServedModel& model, const ModelExportOptions& options);
ExportedModel write_elasticsearch(const ServedModel& model, const ModelExportOptions& options);
ExportedModel write_vespa(const ServedModel& model, const ModelExportOptions& options);
ExportedModel write_ranklib(const ServedModel& model, const ModelExportOptions& options);
ExportedModel write_pmml(const ServedModel& model, const ModelExportOptions& options);

/// The feature of Solr that is always 1; its weight is the bias.
inline constexpr std::string_view solr_constant_feature = "podium_one";

/// How well a field matches the words, as a query of Elasticsearch and OpenSearch.
Json elastic_match(const FeatureSource& source, std::string_view words);

}  // namespace podium
