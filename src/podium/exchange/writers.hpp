#pragma once

#include "podium/base/io/json.hpp"
#include "podium/exchange/export_format.hpp"

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

/// The trees as XGBoost's dump_model() writes them, which the LTR plugins and Vespa read.
Json xgboost_dump(const ServedModel& model);

}  // namespace podium
