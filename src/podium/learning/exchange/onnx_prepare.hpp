#pragma once

#include <span>
#include <string>
#include <vector>

#include "podium/learning/exchange/onnx_graph.hpp"
#include "podium/learning/exchange/served_model.hpp"

namespace podium {

/// Adds the preparation of features to a graph. Values are floats [n, features], as Podium keeps
/// them between the steps, and all arithmetic is in double.
class OnnxPreparer {
 public:
  explicit OnnxPreparer(OnnxGraph& graph) : graph_(graph) {}

  /// Codes become the numbers of their categories, column by column; words are numbers already.
  std::string with_categories(std::span<const ServedFeature> features, const std::string& value);

  /// The numbers of codes or words [n, 1].
  std::string looked_up(const CategoryMeans& category, const std::string& values);

  /// Missing values filled with the numbers of the features, then scaled.
  std::string prepared(std::span<const ServedFeature> features, const std::string& raw);

  /// The documents of one query, filled and normalised by what all of them have.
  std::string prepared(const QueryPreparation& query, const std::string& raw);

  /// The images of a column of doubles.
  std::string curve(const PiecewiseLinear& curve, const std::string& x);

 private:
  /// The values of a query's documents.
  struct Query {
    std::string value;       ///< double
    std::string is_missing;  ///< of each value
  };

  std::string first_axis();
  std::string row(const std::vector<double>& values, OnnxType type = OnnxType::f64);
  std::string where(const std::string& test, const std::string& yes, const std::string& no) {
    return graph_.node("Where", {test, yes, no});
  }
  std::string scaled(std::span<const ServedFeature> features, const std::string& value);
  std::string log1p(const std::string& x);
  Query query_of(const std::string& value);
  // Of each column of a query, without missing values: a row of doubles.
  std::string sum(const Query& query, const std::string& values);
  std::string count(const Query& query) { return sum(query, row({1.0})); }
  std::string mean(const Query& query);
  std::string minimum(const Query& query);
  std::string maximum(const Query& query);

  std::string filled(std::span<const FillRule> rules, const std::string& value);
  std::string minmax(const Query& query);
  std::string zscore(const Query& query);
  std::string rank(const Query& query);
  std::string smaller(const Query& query);

  OnnxGraph& graph_;
};

}  // namespace podium
