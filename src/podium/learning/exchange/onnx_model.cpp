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

  /// The scores of documents, whose features are `input`.
  std::string score(const std::string& input) {
    const std::string whole = with_baseline(input);
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

  /// The features with the score of the baseline behind them, rounded to float as Podium keeps it.
  std::string with_baseline(const std::string& input) {
    if (!model_.baseline) return input;
    const ServedBaseline& baseline = *model_.baseline;
    const std::string its_own = graph_.columns(input, baseline.features);
    const std::string score = OnnxModel(*baseline.model, opset_, graph_).score(its_own);
    return graph_.node("Concat", {input, graph_.cast(score, OnnxType::f32)},
                       OnnxAttributes().number("axis", 1));
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

std::string names_of_inputs(const ServedModel& model) {
  Json::Array list;
  for (std::size_t f = 0; f < model.inputs(); ++f) list.emplace_back(model.features[f].name);
  return Json(std::move(list)).exact_dump();
}

}  // namespace

ExportedModel write_onnx(const ServedModel& model, const ModelExportOptions& options) {
  refuse_rounded_baseline(model, options);
  OnnxGraph graph;
  OnnxModel made(model, options.opset_ml, graph);
  std::vector<OnnxGraph::Output> outputs = {{"score", made.score("f")}};
  if (const std::size_t grades = model.calibration.grades.size(); grades > 0) {
    outputs.push_back({"probability", made.probabilities(outputs.front().value), grades});
  }
  ExportedModel exported{
      .model = graph.model(model.inputs(), outputs, options.opset_ml,
                           {{"podium.features", names_of_inputs(model)}}),
      .steps = {"Python: onnxruntime.InferenceSession('FILE').run(None, {\"f\": features})[0]"}};
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
