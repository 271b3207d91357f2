#include <algorithm>

#include <fmt/format.h>

#include "podium/core/base/io/json.hpp"
#include "podium/learning/exchange/onnx_prepare.hpp"
#include "podium/learning/exchange/onnx_trees.hpp"
#include "podium/learning/exchange/writers.hpp"

namespace podium {

namespace {

/// Adds a model to a graph.
class OnnxModel {
 public:
  OnnxModel(const ServedModel& model, std::size_t opset_ml, OnnxGraph& graph)
      : model_(model),
        count_(static_cast<std::int64_t>(model.features.size())),
        opset_(opset_ml),
        graph_(graph),
        preparer_(graph) {}

  /// The scores of documents: of those of their features that are numbers, and of those that are
  /// words.
  std::string score(const std::string& numbers, const std::string& words) {
    const std::string whole =
        with_sets(with_baseline(document(numbers, words), numbers, words), words);
    // Trees ask for raw features, into whose thresholds preparation was folded, or for those that
    // the whole query gave.
    const std::string seen = model_.query ? preparer_.prepared(*model_.query, whole)
                                          : preparer_.with_categories(model_.features, whole);
    std::string score = row({model_.base});
    if (model_.has_trees()) score = plus(score, add_onnx_trees(graph_, model_, seen, opset_));
    if (model_.has_linear() || model_.has_network()) {
      const std::string z = graph_.cast(
          model_.query ? seen : preparer_.prepared(model_.features, seen), OnnxType::f64);
      if (model_.has_linear()) score = plus(score, linear(z));
      if (model_.has_network()) score = plus(score, network(z));
    }
    return score;
  }

  /// The probabilities of scores, a column for each grade, which do not rise with the grade.
  std::string probabilities(const std::string& score) {
    std::string all;
    std::string least;
    for (const GradeCurve& grade : model_.calibration.grades) {
      const std::string own = probability(grade, score);
      least = least.empty() ? own : graph_.node("Min", {least, own});
      all = all.empty() ? least
                        : graph_.node("Concat", {all, least}, OnnxAttributes().number("axis", 1));
    }
    return all;
  }

 private:
  std::string probability(const GradeCurve& grade, const std::string& score) {
    const auto* platt = std::get_if<PlattCurve>(&grade.curve);
    if (platt == nullptr) return preparer_.curve(std::get<PiecewiseLinear>(grade.curve), score);
    const std::string scaled = graph_.node("Mul", {score, row({platt->slope})});
    return graph_.node("Sigmoid", {plus(scaled, row({platt->constant}))});
  }

  std::string beside(const std::string& left, const std::string& right) {
    if (left.empty()) return right;
    return graph_.node("Concat", {left, right}, OnnxAttributes().number("axis", 1));
  }

  /// The numbers that a feature's words stand for, in this table.
  std::string of_words(std::size_t f, const CategoryMeans& table, const std::string& words) {
    const std::vector<std::size_t> all = model_.inputs_by_kind(true);
    const auto place = static_cast<std::size_t>(std::ranges::find(all, f) - all.begin());
    return preparer_.looked_up(table, graph_.columns(words, std::vector{place}));
  }

  /// The features in their order, with numbers in place of words.
  std::string document(const std::string& numbers, const std::string& words) {
    const std::vector<std::size_t> texts = model_.inputs_by_kind(true);
    if (texts.empty()) return numbers;
    std::vector<std::size_t> order = model_.inputs_by_kind(false);
    std::string value = order.empty() ? "" : numbers;
    for (const std::size_t f : texts) {
      value = beside(value, of_words(f, *model_.words(f), words));
      order.push_back(f);
    }
    std::vector<std::size_t> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    return graph_.columns(value, place);
  }

  /// The features with the score of the baseline behind them, rounded to float as Podium keeps it.
  std::string with_baseline(const std::string& document, const std::string& numbers,
                            const std::string& words) {
    if (!model_.baseline) return document;
    const ServedModel& other = *model_.baseline->model;
    // Of each kind: the columns that the baseline has, in its order.
    const auto its_own = [&](bool are_words, const std::string& from) {
      const std::vector<std::size_t> all = model_.inputs_by_kind(are_words);
      std::vector<std::size_t> columns;
      for (const std::size_t f : other.inputs_by_kind(are_words)) {
        const auto found = std::ranges::find(all, model_.baseline->features[f]);
        columns.push_back(static_cast<std::size_t>(found - all.begin()));
      }
      return columns.empty() ? "" : graph_.columns(from, columns);
    };
    const std::string score =
        OnnxModel(other, opset_, graph_).score(its_own(false, numbers), its_own(true, words));
    return beside(document, graph_.cast(score, OnnxType::f32));
  }

  /// The codes of sets behind all other features.
  std::string with_sets(std::string value, const std::string& words) {
    for (std::size_t f = model_.inputs(); f < model_.features.size(); ++f) {
      const auto& from = model_.features[f].set_of;
      if (!from) continue;
      const CategoryMeans* table = model_.words(f);
      value = beside(value, table != nullptr ? of_words(*from, *table, words)
                                             : graph_.columns(value, std::vector{*from}));
    }
    return value;
  }

  std::string plus(const std::string& a, const std::string& b) {
    return graph_.node("Add", {a, b});
  }

  /// A constant of one row.
  std::string row(const std::vector<double>& values) {
    const std::int64_t shape[] = {1, static_cast<std::int64_t>(values.size())};
    return graph_.constant(OnnxType::f64, values, shape);
  }

  std::string column(std::span<const double> values) {
    const std::int64_t shape[] = {static_cast<std::int64_t>(values.size()), 1};
    return graph_.constant(OnnxType::f64, values, shape);
  }

  std::string linear(const std::string& z) {
    return graph_.node("MatMul", {z, column(model_.linear)});
  }

  std::string network(const std::string& z) {
    const auto [u, b, v] =
        model_.network->scorer.layers(std::span<const double>(model_.network->w));
    const std::int64_t shape[] = {static_cast<std::int64_t>(b.size()), count_};
    const std::string inside = graph_.node(
        "Gemm", {z, graph_.constant(OnnxType::f64, u, shape), row({b.begin(), b.end()})},
        OnnxAttributes().number("transB", 1));
    return graph_.node("MatMul", {graph_.node("Tanh", {inside}), column(v)});
  }

  const ServedModel& model_;
  std::int64_t count_;
  std::size_t opset_;
  OnnxGraph& graph_;
  OnnxPreparer preparer_;
};

constexpr std::size_t opset_of_doubles = 5;

/// The score of a baseline is compared with thresholds, and must be what it is in Podium.
void refuse_rounded_baseline(const ServedModel& model, const ModelExportOptions& options) {
  for (const ServedModel* one = &model; one->baseline;) {
    one = one->baseline->model.get();
    if (!one->has_trees() || options.opset_ml >= opset_of_doubles) continue;
    throw NotExpressible(
        "ONNX runtimes add up the trees of the model's baseline as floats; give --opset-ml 5 for "
        "doubles, which need onnxruntime 1.20 or later, or export to c instead");
  }
}

std::string names_of_inputs(const ServedModel& model, bool are_words) {
  Json::Array list;
  for (const std::size_t f : model.inputs_by_kind(are_words)) {
    list.emplace_back(model.features[f].name);
  }
  return Json(std::move(list)).exact_dump();
}

}  // namespace

ExportedModel write_onnx(const ServedModel& model, const ModelExportOptions& options) {
  refuse_rounded_baseline(model, options);
  OnnxGraph graph;
  OnnxModel made(model, options.opset_ml, graph);
  std::vector<OnnxGraph::Output> outputs = {{"score", made.score("f", "w")}};
  if (const std::size_t grades = model.calibration.grades.size(); grades > 0) {
    outputs.push_back({"probability", made.probabilities(outputs.front().value), grades});
  }
  const std::size_t words = model.inputs_by_kind(true).size();
  const std::size_t numbers = model.inputs() - words;
  std::map<std::string, std::string> names;
  if (numbers > 0) names.emplace("podium.features", names_of_inputs(model, false));
  if (words > 0) names.emplace("podium.words", names_of_inputs(model, true));
  ExportedModel exported{
      .model = graph.model(numbers, words, outputs, options.opset_ml, names),
      .steps = {fmt::format("Python: onnxruntime.InferenceSession('FILE').run(None, {{{}{}{}}})[0]",
                            numbers > 0 ? "\"f\": features" : "",
                            numbers > 0 && words > 0 ? ", " : "",
                            words > 0 ? "\"w\": words" : "")}};
  if (words > 0) {
    exported.steps.push_back(
        fmt::format("w has a column of texts for each of {}, \"\" where one is missing; f has a "
                    "column for each other feature, in the order of the model",
                    names["podium.words"]));
  }
  if (model.query) {
    exported.steps.emplace_back("one call is one query: features of all its documents, a row each");
    exported.remarks.emplace_back(
        "each feature is compared with the other documents of the call: send as many documents of "
        "a query as training had, or the model is another one");
  }
  for (const GradeCurve& grade : model.calibration.grades) {
    exported.remarks.push_back("the output 'probability' has " + probability_name(grade));
  }
  if (model.has_trees() && options.opset_ml < opset_of_doubles) {
    exported.remarks.emplace_back(
        "ONNX runtimes add up trees as floats; give --opset-ml 5 for doubles, which need "
        "onnxruntime 1.20 or later");
  }
  return exported;
}

}  // namespace podium
