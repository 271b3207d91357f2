#pragma once

#include <cstdint>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "podium/core/base/random.hpp"
#include "podium/core/base/test_paths.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/loss/loss.hpp"

namespace podium::fixture {  // what the tests of this room share

/// One query as training prepares it, owning what a LossQuery borrows.
struct PreparedQuery {
  WeakOrder truth;
  std::vector<DocIndex> order = {};
  std::vector<double> target = {};
  std::vector<float> row_weight = {};
  bool contributes = false;

  LossQuery query() const { return {truth.view(), order, target, row_weight}; }
};

inline PreparedQuery prepared(const Loss& loss, WeakOrder truth, std::uint64_t seed = 1) {
  PreparedQuery query{.truth = std::move(truth)};
  query.order = total_order(query.truth.view(), seed, "q");
  query.target.resize(query.truth.level.size());
  query.contributes = loss.prepare(query.truth.view(), query.order, query.target);
  return query;
}

struct Evaluated {
  double value = 0.0;
  std::vector<double> gradient;
  std::vector<double> curvature = {};  ///< where it was asked for
};

/// weight * (value and gradient) of the loss; 0 where the query cannot contribute.
inline Evaluated evaluated(const Loss& loss, const PreparedQuery& query,
                           std::span<const double> scores, double weight = 1.0) {
  Evaluated result{.gradient = std::vector<double>(scores.size(), 0.0)};
  Workspace workspace;
  if (query.contributes) {
    result.value = loss.accumulate(query.query(), scores, weight, result.gradient, workspace);
  }
  return result;
}

/// The same with the curvature.
inline Evaluated curved(const Loss& loss, const PreparedQuery& query,
                        std::span<const double> scores, CurvatureKind kind = CurvatureKind::exact,
                        double weight = 1.0) {
  Evaluated result{.gradient = std::vector<double>(scores.size(), 0.0),
                   .curvature = std::vector<double>(scores.size(), 0.0)};
  Workspace workspace;
  if (query.contributes) {
    result.value = loss.accumulate_curved(query.query(), scores, weight, result.gradient,
                                          {result.curvature, kind}, workspace);
  }
  return result;
}

inline Evaluated evaluated(const Loss& loss, const WeakOrder& truth, std::span<const double> scores,
                           double weight = 1.0) {
  return evaluated(loss, prepared(loss, truth), scores, weight);
}

/// Labels 0 .. levels-1 drawn at random: a small `levels` makes many ties.
inline WeakOrder random_grades(RandomStream& stream, std::size_t count, std::size_t levels) {
  GradedTruth truth{std::vector<double>(count)};
  for (double& label : truth.label) label = static_cast<double>(stream.below(levels));
  return weak_order(truth);
}

/// The values that an option with a closed list of them takes; none for numbers and texts.
inline std::vector<std::string> choices_of(const OptionInfo& option) {
  std::vector<std::string> choices;
  if (option.range.starts_with("[") || option.range == "text") return choices;
  for (const std::string_view part : split_outside_brackets(option.range, ',')) {
    choices.emplace_back(trimmed(part));
  }
  return choices;
}

inline WeakOrder with_setting(const WeakOrder& truth, std::string_view setting) {
  return apply_setting(truth.view(), parse_truth_setting(setting), 1, "q");
}

inline std::vector<double> normal_scores(RandomStream& stream, std::size_t count,
                                         double scale = 1.0) {
  std::vector<double> scores(count);
  for (double& score : scores) score = scale * stream.normal();
  return scores;
}

/// Whole numbers 0 .. values-1 times `step`: many ties, and margins of exactly 1 for step = 0.5.
inline std::vector<double> tied_scores(RandomStream& stream, std::size_t count, std::size_t values,
                                       double step = 1.0) {
  std::vector<double> scores(count);
  for (double& score : scores) score = step * static_cast<double>(stream.below(values));
  return scores;
}

/// A part of tests/golden/losses.json, the specification's worked example, or of another file.
inline nlohmann::json golden(const std::string& part, std::string_view name = "losses.json") {
  std::ifstream file(golden_path(name));
  return nlohmann::json::parse(file).at(part);
}

// The worked example itself: scores, grades, true order and its top three.
inline const std::vector<double> scores = {0.9, 0.8, 0.8, 0.4, 0.3, 0.1};
inline const WeakOrder graded = weak_order(GradedTruth{{0, 2, 1, 0, 2, 1}});
inline const WeakOrder full = weak_order(OrderTruth{{4, 1, 2, 5, 0, 3}});
inline const WeakOrder top3 = weak_order(TopKTruth{{4, 1, 2}, 6});
inline const WeakOrder top3_against_rest = weak_order(GradedTruth{{0, 1, 1, 0, 1, 0}});

}  // namespace podium::fixture
