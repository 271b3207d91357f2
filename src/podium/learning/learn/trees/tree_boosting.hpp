#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "podium/core/base/options.hpp"
#include "podium/learning/learn/boosting/boost_run.hpp"
#include "podium/learning/learn/training.hpp"
#include "podium/learning/loss/loss.hpp"

namespace podium {

/// How exactly histograms add up the gradients of rows.
enum class GradientPrecision { automatic, exact, fast };
inline constexpr std::array<std::string_view, 3> gradient_precision_names = {"auto", "exact",
                                                                             "fast"};

/// The options of boosted trees.
struct TreeOptions {
  double rate = 0.1;
  std::size_t leaves = 31;
  std::size_t depth = 0;
  std::size_t min_rows = 20;
  double min_curvature = 1e-3;
  double min_gain = 0.0;
  double l2 = 1.0;
  double l1 = 0.0;
  double max_step = 4.0;
  CurvatureKind curvature = CurvatureKind::exact;
  double query_share = 1.0;
  double feature_share = 1.0;
  double node_feature_share = 1.0;
  double dropout = 0.0;
  std::string monotone;
  bool category_sets = true;
  std::size_t thresholds = 255;
  GradientPrecision precision = GradientPrecision::automatic;
  std::size_t bits = 8;

  static auto fields() {
    using Self = TreeOptions;
    return std::array{
        field("rate", &Self::rate, 1e-6, 1.0, "factor of every tree (learning rate)"),
        field("leaves", &Self::leaves, 2, 65'536, "maximum number of leaves per tree"),
        field("depth", &Self::depth, 0, 10'000, "maximum depth of a tree; 0: any"),
        field("min-rows", &Self::min_rows, 1, 1'000'000'000,
              "minimum number of documents with a gradient on either side of a split"),
        field("min-curvature", &Self::min_curvature, 0.0, 1e9,
              "minimum sum of second derivatives on either side of a split"),
        field("min-gain", &Self::min_gain, 0.0, 1e9, "minimum gain of a split"),
        field("l2", &Self::l2, 0.0, 1e9,
              "regularisation: added to the sum of second derivatives of a leaf"),
        field("l1", &Self::l1, 0.0, 1e9,
              "regularisation: subtracted from the absolute sum of gradients of a leaf"),
        field("max-step", &Self::max_step, 0.0, 1e9,
              "largest absolute value of a leaf, before the rate; 0: any; without effect for the "
              "squared error"),
        field("curvature", &Self::curvature, curvature_kind_names,
              "second derivative of a document: exact, or a bound that makes smaller steps"),
        field("query-share", &Self::query_share, 1e-6, 1.0,
              "fraction of the queries that are drawn for each tree"),
        field("feature-share", &Self::feature_share, 1e-6, 1.0,
              "fraction of the features that are drawn for each tree"),
        field("node-feature-share", &Self::node_feature_share, 1e-6, 1.0,
              "fraction of these that are drawn for each split"),
        field("dropout", &Self::dropout, 0.0, 1.0,
              "fraction of the earlier trees that are left out while the next one grows (DART), at "
              "least one tree; 0: none"),
        field("monotone", &Self::monotone,
              "features along which scores may only rise or fall, by name or number: "
              "bm25:+1,length:-1; missing values are not compared"),
        field("category-sets", &Self::category_sets,
              "split categorical features by sets of categories, too"),
        field("thresholds", &Self::thresholds, 1, 255,
              "maximum number of thresholds per feature; at most 254 if values are missing"),
        field("precision", &Self::precision, gradient_precision_names,
              "precision of gradients in histograms: exact (as many bits as fit) or fast ('bits' "
              "bits, stochastic rounding); auto: fast from 50,000 documents on. Leaf values are "
              "always exact"),
        field("bits", &Self::bits, 4, 12, "bits of a gradient with 'precision' = fast"),
    };
  }
};

/// A loss of the table with its options, or one that stands in for it.
struct TreeLoss {
  const LossEntry& entry;
  const Loss& loss;
};

/// Adds regression trees that follow the gradient of the sum of all queries' losses, by Newton
/// steps with one curvature a document [Friedman01, Burges10, Chen16]. The model is a prefix of the
/// trees, with the weights that dropout gives to as many. A checkpoint holds the trees, from which
/// all scores and weights follow.
TrainingResult boost_trees(const TrainingTask& task, const TreeLoss& loss,
                           const TreeOptions& options, const RoundOptions& rounds);

}  // namespace podium
