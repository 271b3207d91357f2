#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/learning/exchange/served_model.hpp"

namespace podium {

inline constexpr std::array<std::string_view, 2> model_part_names = {"whole", "first"};

struct ModelExportOptions {
  std::string name = "podium";
  ModelPart part = ModelPart::whole;
  bool complete = false;
  bool whole_query = false;
  std::size_t opset_ml = 3;
  std::string engine_version;

  static std::array<OptionField, 6> fields();

  ServingPlan plan() const {
    return {.part = part, .complete = complete, .whole_query = whole_query};
  }
};

/// A model in the format of an engine.
struct ExportedModel {
  std::string model;      ///< the bytes of the file
  std::string features;   ///< definitions of the features to fill in; empty: the engine has none
  double constant = 0.0;  ///< what the engine adds to every score; the order stays
  std::vector<std::string> remarks;  ///< what is different there
  std::vector<std::string> steps;    ///< what to send, and which query to run
};

/// What an engine does with a feature that a document does not have.
enum class MissingThere {
  as_here,  ///< what the model says: a side of each split, or a number to fill in
  zero,     ///< it counts as 0
};

/// A row of the table of formats: what the format can express, and its writer.
struct ExportFormat {
  std::string_view name;
  std::string_view summary;
  bool takes_linear = false;
  bool takes_network = false;
  bool takes_mixed = false;   ///< trees beside a linear function or a network
  bool takes_log1p = false;   ///< in front of a linear function or a network
  bool takes_curves = false;  ///< likewise, the piecewise linear functions of the normaliser auto
  bool takes_categories = false;
  bool takes_queries = false;      ///< the engine may be given all documents of a query
  bool takes_baseline = false;     ///< a model inside the model
  bool takes_deep_trees = false;   ///< nodes are a list, not one inside the other
  bool takes_calibration = false;  ///< probabilities beside the score
  MissingThere missing_of_trees = MissingThere::as_here;
  MissingThere missing_of_linear = MissingThere::as_here;
  double tree_unit = 0x1p-53;    ///< relative rounding of the engine's sums of trees
  double linear_unit = 0x1p-53;  ///< of linear functions and networks
  ExportedModel (*write)(const ServedModel& model, const ModelExportOptions& options);
  /// Reads what was written, to check it; null: there is no reader.
  RankingModel (*read)(std::string_view text, const std::string& source) = nullptr;
  bool has_name = true;  ///< models have a name there
};

/// What engines read that write the nodes of a tree inside each other: the limit of Jackson, which
/// reads most of them, is 1000 lists and objects, two of which are a split.
inline constexpr std::size_t deepest_nested_tree = 400;

/// Every format, trees in all of them.
std::span<const ExportFormat> export_formats();

const ExportFormat& find_export_format(std::string_view name);

/// Throws NotExpressible when the format has no words for the model.
void check_expressible(const ExportFormat& format, const ServedModel& model);

/// The model in the format, which can express it. Where it has no probabilities, remarks have their
/// formulas: the order is the same without.
ExportedModel written(const ExportFormat& format, const ServedModel& model,
                      const ModelExportOptions& options);

/// How far the engine's score of a document may be from Podium's, because of rounding.
double score_bound(const ExportFormat& format, const ServedModel& model,
                   std::span<const float> document);

}  // namespace podium
