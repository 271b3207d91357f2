#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/prepare/categories.hpp"
#include "podium/core/prepare/fill.hpp"
#include "podium/core/prepare/normalise.hpp"
#include "podium/learning/exchange/feature_sources.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

/// A model that a format cannot express. what() is a sentence with the ways out.
class NotExpressible : public UsageError {
 public:
  using UsageError::UsageError;
};

/// What normalisation does to a value: nothing; (x - shift) / scale; sign(x) ln(1 + |x|); a curve;
/// 0.
enum class Scaling { none, linear, log1p, curve, zero };

/// A feature as an engine has it, and what becomes of it before a linear function or a network
/// sees it.
struct ServedFeature {
  std::string name;
  FeatureSource source = {};
  std::optional<std::size_t> set_of = {};      ///< the feature that the codes of sets are of
  std::optional<CategoryMeans> category = {};  ///< replaces the value first
  std::optional<float> fill = {};              ///< of a missing value; nothing: it stays missing
  Scaling scaling = Scaling::none;
  double shift = 0.0;
  double scale = 1.0;
  PiecewiseLinear curve = {};

  /// The value that trees ask for: its category's mean, or itself.
  float raw(float value) const;

  /// The value of raw() normalised, in double and then rounded to float, as Podium does.
  float scaled(float raw) const;

  /// All steps.
  float prepared(float value) const;
};

/// What becomes of the documents of a query where all of them are known.
struct QueryPreparation {
  std::vector<ServedFeature> features;       ///< their categories and scaling
  std::vector<FillRule> fill;                ///< of each feature
  std::optional<NormaliserKind> normaliser;  ///< one that looks at whole queries, if there is one
};

struct ServedModel;

/// A ranker whose score, as a float, is a feature of another one.
struct ServedBaseline {
  std::shared_ptr<const ServedModel> model;
  std::vector<std::size_t> features;  ///< those of the other one's inputs that it has
};

/// A model in the terms that engines have:
///
///   score = base + rate * sum of trees(raw features) + linear . prepared + network(prepared)
///
/// where each part may be missing. Weak rankers are trees of one split and a linear part. Trees ask
/// for raw features: their thresholds are floats, into which normalisation was folded, and their
/// sides of missing values are those that the fill rules give. A threshold of FLT_MAX asks whether
/// a value is there at all. With a QueryPreparation, all parts see prepared features instead, and
/// nothing was folded.
///
/// A word is its place in the table of its feature, or a number that is none.
struct ServedModel {
  std::vector<ServedFeature> features;  ///< of documents, the baseline's score, codes of sets
  double base = 0.0;
  std::vector<double> linear;  ///< empty: no such part
  std::optional<NetworkModel> network;
  double rate = 1.0;
  std::vector<RegressionTree> trees;
  bool is_complete = false;  ///< nobody asks for the score of a document with a missing value
  std::optional<QueryPreparation> query = {};
  std::optional<ServedBaseline> baseline = {};
  Calibration calibration = {};  ///< probabilities of the score

  bool has_linear() const noexcept { return !linear.empty(); }
  bool has_network() const noexcept { return network.has_value(); }
  bool has_trees() const noexcept { return !trees.empty(); }
  bool has_sets() const { return std::ranges::any_of(trees, &RegressionTree::has_sets); }
  /// The number of features that documents have, which come first.
  std::size_t inputs() const;
  /// The features with their categories, also where whole queries are prepared.
  const std::vector<ServedFeature>& sources() const { return query ? query->features : features; }
  /// The words of a feature; null for numbers.
  const CategoryMeans* words(std::size_t feature) const;
  /// The features of documents that are words, or that are not.
  std::vector<std::size_t> inputs_by_kind(bool are_words) const;
  /// A document with what comes behind its features.
  std::vector<float> completed(std::span<const float> document) const;
  /// Trees of one split each, and nothing is to be multiplied.
  bool has_only_stumps() const;
  double leaf(const RegressionTree& tree, std::size_t leaf) const {
    return rate * tree.value[leaf];
  }

  /// The thresholds of each feature in the trees, ascending, each once.
  std::vector<std::vector<float>> thresholds() const;

  /// The features that some part uses, ascending.
  std::vector<std::size_t> used_features() const;

  /// Whether a document without this feature has a score.
  bool accepts_missing(std::size_t feature) const;

  /// The score of a document with all features, which are prepared if there is a QueryPreparation.
  double score(std::span<const float> document) const;

  /// What bounds the rounding errors of a score: the absolute values of all that is added up.
  double magnitude(std::span<const float> document) const;
};

/// The part of a model to export: all of it, or the first ranker of a re-ranking.
enum class ModelPart { whole, first };

struct ServingPlan {
  ModelPart part = ModelPart::whole;
  bool complete = false;     ///< documents have no missing values, so that fill rules do not matter
  bool whole_query = false;  ///< the engine knows all documents of a query
};

/// The model in these terms. Throws NotExpressible for one that does not score documents one by
/// one; for a re-ranking and a baseline outside the model in any case.
ServedModel served_model(const RankingModel& model, const ServingPlan& plan = {});

/// The largest float that is at most t: for a float x, x <= t is x <= float_below(t).
float float_below(double t);

/// The next float above float_below(t): for a float x, x <= t is x < float_above(t). It may be
/// infinite.
float float_above(double t);

/// The largest finite float whose scaled() value is at most the threshold, if there is one.
std::optional<float> raw_threshold(const ServedFeature& feature, double threshold);

inline constexpr float greatest_float = std::numeric_limits<float>::max();

}  // namespace podium
