#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "podium/base/io/json.hpp"
#include "podium/exchange/onnx_trees.hpp"
#include "podium/exchange/writers.hpp"

namespace podium {

namespace {

/// Builds the graph of a model from the input on.
class OnnxModel {
 public:
  OnnxModel(const ServedModel& model, std::size_t opset_ml)
      : model_(model), count_(static_cast<std::int64_t>(model.features.size())), opset_(opset_ml) {}

  std::string bytes() {
    const std::string raw = with_categories("f");
    std::string score = row({model_.base});
    if (model_.has_trees()) score = plus(score, add_onnx_trees(graph_, model_, raw, opset_));
    if (model_.has_linear() || model_.has_network()) {
      const std::string z = prepared(raw);
      if (model_.has_linear()) score = plus(score, linear(z));
      if (model_.has_network()) score = plus(score, network(z));
    }
    return graph_.model(model_.features.size(), score, opset_, {{"podium.features", names()}});
  }

 private:
  std::string names() const {
    Json::Array list;
    for (const ServedFeature& feature : model_.features) list.emplace_back(feature.name);
    return Json(std::move(list)).exact_dump();
  }

  std::string plus(const std::string& a, const std::string& b) {
    return graph_.node("Add", {a, b});
  }

  /// A constant of one row.
  std::string row(const std::vector<double>& values, OnnxType type = OnnxType::f64) {
    const std::int64_t shape[] = {1, static_cast<std::int64_t>(values.size())};
    return graph_.constant(type, values, shape);
  }

  std::string column(std::span<const double> values) {
    const std::int64_t shape[] = {static_cast<std::int64_t>(values.size()), 1};
    return graph_.constant(OnnxType::f64, values, shape);
  }

  /// The values, with `instead` for missing ones: a number for each feature.
  std::string replaced_missing(const std::string& value, const std::vector<double>& instead) {
    return graph_.node("Where",
                       {graph_.node("IsNaN", {value}), row(instead, OnnxType::f32), value});
  }

  /// Codes become the numbers of their categories, column by column.
  std::string with_categories(const std::string& value) {
    std::string result = value;
    for (std::size_t f = 0; f < model_.features.size(); ++f) {
      const auto& category = model_.features[f].category;
      if (!category) continue;
      const std::vector<float> means(category->mean.begin(), category->mean.end());
      std::vector<double> own(model_.features.size());
      own[f] = 1.0;
      const std::int64_t one[] = {1};
      const double place[] = {static_cast<double>(f)};
      const std::string codes =
          graph_.node("Gather", {value, graph_.constant(OnnxType::i64, place, one)},
                      OnnxAttributes().number("axis", 1));
      OnnxAttributes table;
      table.floats("keys_floats", category->value).floats("values_floats", means);
      // Other codes and missing values become 0, its default.
      const std::string mapped = graph_.node("LabelEncoder", {codes}, table, OnnxGraph::ml_domain);
      const std::string is_own = graph_.node("Greater", {row(own), row({0.5})});
      result = graph_.node("Where", {is_own, mapped, result});
    }
    return result;
  }

  /// Rounded to float, as Podium keeps prepared features, and as double again.
  std::string prepared(const std::string& raw) {
    std::vector<double> fill;
    std::vector<double> shift;
    std::vector<double> scale;
    std::vector<double> live;
    for (const ServedFeature& feature : model_.features) {
      fill.push_back(feature.fill ? double{*feature.fill} : std::nan(""));
      const bool is_linear = feature.scaling == Scaling::linear;
      shift.push_back(is_linear ? feature.shift : 0.0);
      scale.push_back(is_linear ? feature.scale : 1.0);
      live.push_back(feature.scaling == Scaling::zero ? 0.0 : 1.0);
    }
    std::string x = graph_.cast(replaced_missing(raw, fill), OnnxType::f64);
    x = graph_.node("Div", {graph_.node("Sub", {x, row(shift)}), row(scale)});
    x = graph_.node("Mul", {x, row(live)});
    if (is_logarithmic()) x = log1p(x);
    return graph_.cast(graph_.cast(x, OnnxType::f32), OnnxType::f64);
  }

  bool is_logarithmic() const {
    return std::ranges::any_of(model_.features, [](const ServedFeature& feature) {
      return feature.scaling == Scaling::log1p;
    });
  }

  /// sign(x) ln(1 + |x|); near 0, where 1 + |x| loses digits, by its series.
  std::string log1p(const std::string& x) {
    const std::string size = graph_.node("Abs", {x});
    const std::string far = graph_.node("Log", {plus(size, row({1.0}))});
    std::string series = row({0.0});
    for (const double c : {1.0 / 5.0, -1.0 / 4.0, 1.0 / 3.0, -1.0 / 2.0, 1.0}) {
      series = graph_.node("Mul", {plus(series, row({c})), size});
    }
    const std::string is_near = graph_.node("Less", {size, row({1e-3})});
    return graph_.node("Mul",
                       {graph_.node("Sign", {x}), graph_.node("Where", {is_near, series, far})});
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
  OnnxGraph graph_;
};

}  // namespace

ExportedModel write_onnx(const ServedModel& model, const ModelExportOptions& options) {
  ExportedModel exported{
      .model = OnnxModel(model, options.opset_ml).bytes(),
      .steps = {"Python: onnxruntime.InferenceSession(FILE).run(None, {\"f\": features})[0]"}};
  if (model.has_trees() && options.opset_ml < 5) {
    exported.remarks.emplace_back(
        "ONNX runtimes add up trees as floats; give --opset-ml 5 for doubles, which need "
        "onnxruntime 1.20 or later");
  }
  return exported;
}

}  // namespace podium
