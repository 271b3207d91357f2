#include "podium/learning/exchange/export_format.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "podium/core/base/named.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/exchange/export_text.hpp"
#include "podium/learning/exchange/import_format.hpp"
#include "podium/learning/exchange/served_trees.hpp"
#include "podium/learning/exchange/writers.hpp"

namespace podium {

namespace {

constexpr double in_float = 0x1p-24;
constexpr auto as_zero = MissingThere::zero;

constexpr std::array export_table = {
    ExportFormat{.name = "c",
                 .summary = "a C99 header with one function",
                 .takes_linear = true,
                 .takes_network = true,
                 .takes_mixed = true,
                 .takes_log1p = true,
                 .takes_curves = true,
                 .takes_categories = true,
                 .takes_words = true,
                 .takes_sets = true,
                 .takes_baseline = true,
                 .takes_deep_trees = true,
                 .takes_calibration = true,
                 .write = write_c},
    ExportFormat{.name = "onnx",
                 .summary = "ONNX, for ONNX Runtime and others",
                 .takes_linear = true,
                 .takes_network = true,
                 .takes_mixed = true,
                 .takes_log1p = true,
                 .takes_curves = true,
                 .takes_categories = true,
                 .takes_words = true,
                 .takes_sets = true,
                 .takes_queries = true,
                 .takes_baseline = true,
                 .takes_deep_trees = true,
                 .takes_calibration = true,
                 .tree_unit = in_float,
                 .write = write_onnx,
                 .has_name = false},
    ExportFormat{.name = "lightgbm",
                 .summary = "LightGBM's text format, which treelite reads too",
                 .takes_deep_trees = true,
                 .write = write_lightgbm,
                 .read = read_lightgbm,
                 .has_name = false},
    ExportFormat{.name = "xgboost",
                 .summary = "XGBoost's JSON format",
                 .takes_deep_trees = true,
                 .tree_unit = in_float,
                 .linear_unit = in_float,
                 .write = write_xgboost,
                 .read = read_xgboost,
                 .has_name = false},
    ExportFormat{.name = "solr",
                 .summary = "Solr LTR, version 9.2 or later",
                 .takes_linear = true,
                 .takes_network = true,
                 .missing_of_linear = as_zero,
                 .tree_unit = in_float,
                 .linear_unit = in_float,
                 .write = write_solr,
                 .read = read_solr},
    ExportFormat{.name = "solr8",
                 .summary = "Solr LTR before version 9.2",
                 .takes_linear = true,
                 .takes_network = true,
                 .missing_of_trees = as_zero,
                 .missing_of_linear = as_zero,
                 .tree_unit = in_float,
                 .linear_unit = in_float,
                 .write = write_solr8,
                 .read = read_solr},
    ExportFormat{.name = "es-ltr",
                 .summary = "the LTR plugin of Elasticsearch",
                 .takes_linear = true,
                 .missing_of_linear = as_zero,
                 .tree_unit = in_float,
                 .linear_unit = in_float,
                 .write = write_es_ltr,
                 .read = read_ltr_plugin},
    ExportFormat{.name = "opensearch",
                 .summary = "the LTR plugin of OpenSearch",
                 .takes_linear = true,
                 .missing_of_linear = as_zero,
                 .tree_unit = in_float,
                 .linear_unit = in_float,
                 .write = write_opensearch,
                 .read = read_ltr_plugin},
    ExportFormat{.name = "elasticsearch",
                 .summary = "Elasticsearch's own learning_to_rank",
                 .takes_deep_trees = true,
                 .write = write_elasticsearch,
                 .read = read_elasticsearch},
    ExportFormat{.name = "vespa",
                 .summary = "a ranking expression of Vespa",
                 .takes_linear = true,
                 .takes_network = true,
                 .takes_mixed = true,
                 .takes_log1p = true,
                 .takes_categories = true,
                 .linear_unit = in_float,
                 .write = write_vespa},
    ExportFormat{.name = "ranklib",
                 .summary = "RankLib's text formats",
                 .takes_linear = true,
                 .missing_of_trees = as_zero,
                 .missing_of_linear = as_zero,
                 .tree_unit = in_float,
                 .linear_unit = in_float,
                 .write = write_ranklib,
                 .read = read_ranklib,
                 .has_name = false},
    ExportFormat{.name = "pmml",
                 .summary = "PMML 4.4",
                 .takes_linear = true,
                 .linear_unit = in_float,
                 .write = write_pmml,
                 .has_name = false},
};

void refuse(const ExportFormat& format, std::string_view what, std::string_view way_out) {
  throw NotExpressible(
      fmt::format("the format {} cannot express {}; {}", format.name, what, way_out));
}

/// Whether a feature that a linear function or a network needs has a curve.
bool has_curves(const ServedModel& model) {
  return (model.has_linear() || model.has_network()) &&
         std::ranges::count(model.features, Scaling::curve, &ServedFeature::scaling) > 0;
}

/// Formats that can express what this one cannot.
std::string others(const ServedModel& model, bool ExportFormat::*member) {
  std::vector<std::string_view> names;
  for (const ExportFormat& format : export_table) {
    const bool takes_features = format.takes_curves || !has_curves(model);
    if (format.*member && takes_features) names.push_back(format.name);
  }
  return fmt::format("export to {} instead", joined(names));
}

void check_parts(const ExportFormat& format, const ServedModel& model) {
  if (model.query && !format.takes_queries) {
    throw UsageError(
        fmt::format("--whole-query: in the format {} documents are scored one by one; {}",
                    format.name, others(model, &ExportFormat::takes_queries)));
  }
  if (model.baseline && !format.takes_baseline) {
    refuse(format, "the model inside the model, whose score is the feature 'baseline'",
           "train without --baseline, or " + others(model, &ExportFormat::takes_baseline));
  }
  if (model.has_network() && !format.takes_network) {
    refuse(format, "a network", others(model, &ExportFormat::takes_network));
  }
  const std::array<bool, 3> parts = {model.has_network(), model.has_linear(), model.has_trees()};
  if (std::ranges::count(parts, true) > 1 && !format.takes_mixed) {
    refuse(format, "trees or thresholds beside a linear function or a network",
           "train a model of one kind (--single if the algorithm is auto), or " +
               others(model, &ExportFormat::takes_mixed));
  }
  if (model.has_linear() && !format.takes_linear) {
    refuse(format, "a linear function of the features", others(model, &ExportFormat::takes_linear));
  }
  if (model.has_sets() && !format.takes_sets) {
    refuse(format, "trees that split by sets of categories",
           "train with '--set category-sets=false' (--single if the algorithm is auto), or " +
               others(model, &ExportFormat::takes_sets));
  }
}

void check_words(const ExportFormat& format, const ServedModel& model) {
  const std::vector<std::size_t> words = model.inputs_by_kind(true);
  if (words.empty() || format.takes_words) return;
  refuse(format, fmt::format("the words of feature {}", in_quotes(model.features[words[0]].name)),
         "give '--words-table FILE', which writes the number of each word: the exported model "
         "takes it as the value of the feature, or " +
             others(model, &ExportFormat::takes_words));
}

void check_depth(const ExportFormat& format, const ServedModel& model) {
  if (format.takes_deep_trees) return;
  for (const RegressionTree& tree : model.trees) {
    const std::size_t depth = depth_of(tree);
    if (depth <= deepest_nested_tree) continue;
    refuse(format,
           fmt::format("a tree of {} splits below each other, more than the {} that engines read",
                       depth, deepest_nested_tree),
           others(model, &ExportFormat::takes_deep_trees));
  }
}

void check_preparation(const ExportFormat& format, const ServedModel& model) {
  for (const std::size_t f : model.used_features()) {
    const ServedFeature& feature = model.features[f];
    if (feature.category && !format.takes_categories) {
      refuse(format, fmt::format("the categories of feature {}", in_quotes(feature.name)),
             others(model, &ExportFormat::takes_categories));
    }
    const bool is_linear = model.has_network() || model.has_linear();
    if (feature.scaling == Scaling::log1p && is_linear && !format.takes_log1p) {
      refuse(format, "the normaliser log1p in front of a linear function or a network",
             "train with '--normalise zscore' or 'minmax', or " +
                 others(model, &ExportFormat::takes_log1p));
    }
    if (feature.scaling == Scaling::curve && is_linear && !format.takes_curves) {
      refuse(
          format,
          fmt::format("the ranks that replace the values of feature {}", in_quotes(feature.name)),
          "train with '--normalise zscore', or " + others(model, &ExportFormat::takes_curves));
    }
  }
}

/// Whether a missing value of the feature counts as 0 does, wherever the feature is used.
bool is_zero_when_missing(const ExportFormat& format, const ServedModel& model, std::size_t f) {
  if (format.missing_of_linear == as_zero && (model.has_linear() || model.has_network())) {
    const ServedFeature& feature = model.features[f];
    if (feature.prepared(std::nanf("")) != feature.prepared(0.0F)) return false;
  }
  if (format.missing_of_trees != as_zero) return true;
  return std::ranges::all_of(model.trees, [&](const RegressionTree& tree) {
    return std::ranges::all_of(tree.splits, [&](const TreeSplit& split) {
      return split.feature != f || split.missing_left == (0.0 <= split.threshold);
    });
  });
}

void check_missing(const ExportFormat& format, const ServedModel& model) {
  if (model.is_complete) return;
  for (const std::size_t f : model.used_features()) {
    if (is_zero_when_missing(format, model, f)) continue;
    throw NotExpressible(fmt::format(
        "in the format {} a missing value counts as 0, but the model treats a missing value of "
        "feature {} otherwise; train with '--fill zero', or give --complete if no document in the "
        "engine has a missing value",
        format.name, in_quotes(model.features[f].name)));
  }
}

}  // namespace

std::array<OptionField, 6> ModelExportOptions::fields() {
  using O = ModelExportOptions;
  return {
      field("name", &O::name, "name of the model in the engine, and of the function in C"),
      field("part", &O::part, model_part_names,
            "what to export: the whole model, or the first ranker of a re-ranking"),
      field("complete", &O::complete,
            "no document in the engine has a missing value: do not express the fill rules"),
      field("whole-query", &O::whole_query,
            "onnx: one call is one query with all its documents, as the normalisers query-* and "
            "the fill rules min, mean and max need it"),
      field("opset-ml", &O::opset_ml, 3, 5,
            "version of ai.onnx.ml in ONNX files: below 5 trees are added up as floats, but older "
            "runtimes read the file"),
      field("engine-version", &O::engine_version,
            "opensearch: the version that will score, such as 3.8; default: 3.8 or later"),
  };
}

std::span<const ExportFormat> export_formats() {
  return export_table;
}

const ExportFormat& find_export_format(std::string_view name) {
  return find_named(export_formats(), name, "format");
}

void check_expressible(const ExportFormat& format, const ServedModel& model) {
  if (model.used_features().empty()) {
    throw NotExpressible("the model gives every document the same score; train another one");
  }
  renamed_features(model, format.name, [](const std::string& name) { return name; });
  check_words(format, model);
  check_parts(format, model);
  check_depth(format, model);
  check_preparation(format, model);
  check_missing(format, model);
  if (model.baseline) check_expressible(format, *model.baseline->model);
}

ExportedModel written(const ExportFormat& format, const ServedModel& model,
                      const ModelExportOptions& options) {
  ExportedModel exported = format.write(model, options);
  for (const GradeCurve& grade : model.calibration.grades) {
    if (format.takes_calibration) break;
    exported.remarks.push_back(fmt::format(
        "left out, the order is the same: {} = {}{}", probability_name(grade), curve_text(grade),
        grade.method() == "isotonic" ? "; the formats c and onnx have it" : ""));
  }
  return exported;
}

// Errors of sums grow with the square root of the number of terms unless all have the same sign.
double score_bound(const ExportFormat& format, const ServedModel& model,
                   std::span<const float> document) {
  const bool is_linear = model.has_linear() || model.has_network();
  double unit = is_linear ? std::max(format.tree_unit, format.linear_unit) : format.tree_unit;
  if (model.baseline) unit = std::max(unit, in_float);  // its score is rounded to float
  const auto terms = static_cast<double>(model.trees.size() + model.features.size());
  return (4.0 + std::sqrt(terms)) * unit * model.magnitude(document);
}

}  // namespace podium
