#include <fmt/format.h>

#include "podium/core/base/ascii.hpp"
#include "podium/core/base/version.hpp"
#include "podium/learning/exchange/export_text.hpp"
#include "podium/learning/exchange/writers.hpp"

namespace podium {

namespace {

/// Hexadecimal: exact, and nothing for the compiler to round.
std::string c_double(double value) {
  return fmt::format("{:a}", value);
}

std::string c_float(float value) {
  return fmt::format("{:a}f", value);
}

std::string without_comment_ends(std::string text) {
  // From the front each time: what is left may make another end.
  for (std::size_t at = 0; (at = text.find("*/")) != std::string::npos;) text.erase(at, 2);
  return replaced(
      text, [](char c) { return c != '\n' && c != '\r' && c != '\\'; }, ' ');
}

/// An array in lines that an editor can show.
template <class Range, class Text>
std::string c_array(std::string_view type, std::string_view name, const Range& range,
                    const Text& text) {
  std::string made = fmt::format("  static const {} {}[] = {{", type, name);
  std::size_t count = 0;
  for (const auto& value : range) {
    made += count++ % 12 == 0 ? "\n    " : " ";
    made += text(value) + ",";
  }
  return made + "\n  };\n";
}

std::string as_number(std::size_t value) {
  return to_text(value);
}

/// The nodes of all trees behind each other: a child of 0 or more is a split of the same tree, any
/// other one a leaf.
struct TreeColumns {
  std::vector<std::size_t> feature;
  std::vector<float> threshold;
  std::vector<std::int64_t> left;
  std::vector<std::int64_t> right;
  std::vector<int> missing_left;
  std::vector<double> value;
  std::vector<std::int64_t> root;

  void add(const RegressionTree& tree) {
    const auto splits = static_cast<std::int64_t>(feature.size());
    const auto leaves = static_cast<std::int64_t>(value.size());
    const auto moved = [&](std::int32_t child) {
      return child >= 0 ? splits + child : std::int64_t{child} - leaves;
    };
    root.push_back(moved(tree.splits.empty() ? -1 : 0));
    for (const TreeSplit& split : tree.splits) {
      feature.push_back(split.feature);
      threshold.push_back(static_cast<float>(split.threshold));
      left.push_back(moved(split.left));
      right.push_back(moved(split.right));
      missing_left.push_back(split.missing_left ? 1 : 0);
    }
    value.insert(value.end(), tree.value.begin(), tree.value.end());
  }
};

std::string c_trees(const ServedModel& model) {
  TreeColumns all;
  for (const RegressionTree& tree : model.trees) all.add(tree);
  const auto number = [](auto value) { return to_text(value); };
  return c_array("int", "feature", all.feature, as_number) +
         c_array("float", "threshold", all.threshold, c_float) +
         c_array("int", "left", all.left, number) + c_array("int", "right", all.right, number) +
         c_array("signed char", "missing_left", all.missing_left, number) +
         c_array("double", "value", all.value, c_double) +
         c_array("int", "root", all.root, number) +
         fmt::format(R"(  double sum = 0.0;
  int tree;
  for (tree = 0; tree < {}; ++tree) {{
    int at = root[tree];
    while (at >= 0) {{
      const float v = r[feature[at]];
      at = (isnan(v) ? missing_left[at] : v <= threshold[at]) ? left[at] : right[at];
    }}
    sum += value[-1 - at];
  }}
  score += {} * sum;
)",
                     model.trees.size(), c_double(model.rate));
}

/// The value of a feature whose codes are replaced by numbers.
std::string c_category(std::size_t f, const CategoryMeans& category) {
  std::string text = fmt::format("  r[{}] = 0.0f;\n", f);
  for (std::size_t i = 0; i < category.value.size(); ++i) {
    text += fmt::format("  if (x[{0}] == {1}) r[{0}] = {2};\n", f, c_float(category.value[i]),
                        c_float(static_cast<float>(category.mean[i])));
  }
  return text;
}

/// The name of the function of a model's baseline.
std::string baseline_name(const std::string& name) {
  return name + "_baseline";
}

/// The last value is the score of the baseline, which has a function of its own.
std::string c_baseline_value(const ServedModel& model, const std::string& name) {
  std::string text = fmt::format("  {{\n  float own[{}];\n", model.baseline->features.size());
  for (std::size_t f = 0; f < model.baseline->features.size(); ++f) {
    text += fmt::format("  own[{}] = x[{}];\n", f, model.baseline->features[f]);
  }
  return text +
         fmt::format("  r[{}] = (float){}(own);\n  }}\n", model.inputs(), baseline_name(name));
}

std::string c_raw(const ServedModel& model, const std::string& name) {
  std::string text = fmt::format("  float r[{}];\n  int i;\n", model.features.size());
  text += fmt::format("  for (i = 0; i < {}; ++i) r[i] = x[i];\n", model.inputs());
  if (model.baseline) text += c_baseline_value(model, name);
  for (std::size_t f = 0; f < model.features.size(); ++f) {
    if (model.features[f].category) text += c_category(f, *model.features[f].category);
  }
  return text;
}

std::string scaled_text(const ServedFeature& feature, const std::string& value) {
  switch (feature.scaling) {
    case Scaling::none:
      return value;
    case Scaling::linear:
      return fmt::format("(float)(((double){} - {}) / {})", value, c_double(feature.shift),
                         c_double(feature.scale));
    case Scaling::log1p:
      return fmt::format("(float)copysign(log1p(fabs((double){0})), (double){0})", value);
    case Scaling::zero:
      return "0.0f";
    case Scaling::curve:
      break;  // c_curve()
  }
  return value;
}

/// Does `assign`, such as "x =", with the image of a value.
std::string c_curve(const std::string& assign, const PiecewiseLinear& curve,
                    const std::string& value) {
  return "  {\n" + c_array("double", "at", curve.at, c_double) +
         c_array("double", "image", curve.image, c_double) +
         fmt::format(R"(  const double v = (double){1};
  for (i = 1; i < {2} && v > at[i]; ++i) {{ }}
  {0} (v <= at[0] ? image[0] : v > at[{2}] ? image[{2}] :
    image[i - 1] + (v - at[i - 1]) / (at[i] - at[i - 1]) * (image[i] - image[i - 1]));
  }}
)",
                     assign, value, curve.at.size() - 1);
}

std::string c_prepared(const ServedModel& model) {
  std::string text = fmt::format("  float z[{}];\n", model.features.size());
  for (std::size_t f = 0; f < model.features.size(); ++f) {
    const ServedFeature& feature = model.features[f];
    const std::string value = fmt::format("r[{}]", f);
    const std::string filled =
        feature.fill ? fmt::format("(isnan({0}) ? {1} : {0})", value, c_float(*feature.fill))
                     : value;
    text += feature.scaling == Scaling::curve
                ? c_curve(fmt::format("z[{}] = (float)", f), feature.curve, filled)
                : fmt::format("  z[{}] = {};\n", f, scaled_text(feature, filled));
  }
  return text;
}

std::string c_linear(const ServedModel& model) {
  return "  {\n" + c_array("double", "weight", model.linear, c_double) +
         fmt::format("  for (i = 0; i < {}; ++i) score += weight[i] * (double)z[i];\n  }}\n",
                     model.linear.size());
}

std::string c_network(const ServedModel& model) {
  const auto [u, b, v] = model.network->scorer.layers(std::span<const double>(model.network->w));
  return "  {\n" + c_array("double", "u", u, c_double) + c_array("double", "b", b, c_double) +
         c_array("double", "v", v, c_double) +
         fmt::format(R"(  int h;
  for (h = 0; h < {0}; ++h) {{
    double a = b[h];
    for (i = 0; i < {1}; ++i) a += u[h * {1} + i] * (double)z[i];
    score += v[h] * tanh(a);
  }}
  }}
)",
                     b.size(), model.features.size());
}

std::string c_enumeration(const ServedModel& model, const std::string& prefix) {
  std::string text = "enum {\n";
  for (std::size_t f = 0; f < model.inputs(); ++f) {
    text +=
        fmt::format("  {}_FEATURE_{}_{} = {},\n", prefix, f, identifier(model.features[f].name), f);
  }
  return text + fmt::format("  {}_FEATURES = {}\n}};\n", prefix, model.inputs());
}

std::string c_function(const ServedModel& model, const std::string& name) {
  std::string text;
  if (model.baseline) text += c_function(*model.baseline->model, baseline_name(name));
  text += fmt::format("\nstatic inline double {}(const float* x) {{\n", name);
  text += fmt::format("  double score = {};\n", c_double(model.base));
  text += c_raw(model, name);
  if (model.has_linear() || model.has_network()) text += c_prepared(model);
  if (model.has_trees()) text += "  {\n" + c_trees(model) + "  }\n";
  if (model.has_linear()) text += c_linear(model);
  if (model.has_network()) text += c_network(model);
  return text + "  return score;\n}\n";
}

/// A function of the score for each grade, whose values do not rise with the grade.
std::string c_probabilities(const Calibration& calibration, const std::string& name) {
  std::string text;
  std::string before;
  for (const GradeCurve& grade : calibration.grades) {
    const std::string own = identifier(fmt::format("{}_probability_{}", name, grade.grade));
    text += fmt::format("\n/* {} by the score. */\nstatic inline double {}(double score) {{\n",
                        probability_name(grade), own);
    if (const auto* platt = std::get_if<PlattCurve>(&grade.curve)) {
      text += fmt::format("  const double p = 1.0 / (1.0 + exp(-({} * score + {})));\n",
                          c_double(platt->slope), c_double(platt->constant));
    } else {
      text += "  double p;\n  int i;\n" +
              c_curve("p =", std::get<PiecewiseLinear>(grade.curve), "score");
    }
    text += before.empty() ? "  return p;\n}\n"
                           : fmt::format("  return fmin(p, {}(score));\n}}\n", before);
    before = own;
  }
  return text;
}

}  // namespace

ExportedModel write_c(const ServedModel& model, const ModelExportOptions& options) {
  const std::string name = identifier(options.name);
  std::string upper = name;
  for (char& c : upper) c = to_upper(c);
  std::string text = fmt::format(
      "/* Made by podium {}.\n * The score of a document, of its {} features in this order; NAN is "
      "a missing value.\n * Compile with -ffp-contract=off to get Podium's own bits.\n",
      version(), model.inputs());
  for (std::size_t f = 0; f < model.inputs(); ++f) {
    text += fmt::format(" * x[{}]: {}\n", f, without_comment_ends(model.features[f].name));
  }
  text +=
      fmt::format(" */\n#ifndef {0}_SCORE_H\n#define {0}_SCORE_H\n#include <math.h>\n\n", upper);
  text += c_enumeration(model, upper);
  text += c_function(model, name) + c_probabilities(model.calibration, name) + "#endif\n";
  return {.model = text,
          .steps = {
              fmt::format("include the file and call {}(x) with {} floats", name, model.inputs())}};
}

}  // namespace podium
