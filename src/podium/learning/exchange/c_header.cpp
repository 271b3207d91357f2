#include <algorithm>

#include <fmt/format.h>

#include "podium/core/base/ascii.hpp"
#include "podium/core/base/counted.hpp"
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

/// A string literal; octal, because a hexadecimal escape has no end. No trigraphs either.
std::string c_text(std::string_view text) {
  std::string made = "\"";
  for (const char c : text) {
    const bool is_plain = c >= ' ' && c <= '~' && c != '"' && c != '\\' && c != '?';
    made += is_plain ? std::string(1, c) : fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  }
  return made + '"';
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
  std::vector<std::uint64_t> set;  ///< of codes that go left; 0: the threshold decides
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
      threshold.push_back(split.by_set ? 0.0F : static_cast<float>(split.threshold));
      set.push_back(split.by_set ? static_cast<std::uint64_t>(split.threshold) : 0U);
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
  const auto bits = [](std::uint64_t value) { return fmt::format("{:#x}ULL", value); };
  const std::string sets =
      model.has_sets() ? c_array("unsigned long long", "set", all.set, bits) : "";
  return c_array("int", "feature", all.feature, as_number) +
         c_array("float", "threshold", all.threshold, c_float) +
         c_array("int", "left", all.left, number) + c_array("int", "right", all.right, number) +
         c_array("signed char", "missing_left", all.missing_left, number) +
         c_array("double", "value", all.value, c_double) +
         c_array("int", "root", all.root, number) + sets +
         fmt::format(R"(  double sum = 0.0;
  int tree;
  for (tree = 0; tree < {0}; ++tree) {{
    int at = root[tree];
    while (at >= 0) {{
      const float v = r[feature[at]];
      at = ({2}isnan(v) ? missing_left[at] : v <= threshold[at]) ? left[at] : right[at];
    }}
    sum += value[-1 - at];
  }}
  score += {1} * sum;
)",
                     model.trees.size(), c_double(model.rate),
                     model.has_sets() ? "set[at] ? (int)(set[at] >> (int)v & 1U) : " : "");
}

/// The value of a feature whose codes, which are an expression, are replaced by numbers.
std::string c_category(std::size_t f, const std::string& code, const CategoryMeans& category) {
  std::string text = fmt::format("  r[{}] = 0.0f;\n", f);
  for (std::size_t i = 0; i < category.value.size(); ++i) {
    text += fmt::format("  if ({1} == {2}) r[{0}] = {3};\n", f, code, c_float(category.value[i]),
                        c_float(static_cast<float>(category.mean[i])));
  }
  return text;
}

constexpr std::string_view c_word_search = R"(
static inline float {0}_of_word(const char* word, const char* const* words, const float* value, int count) {{
  int low = 0;
  while (word && low < count) {{
    const int middle = low + (count - low) / 2;
    const int order = strcmp(words[middle], word);
    if (order == 0) return value[middle];
    if (order < 0) low = middle + 1;
    else count = middle;
  }}
  return 0.0f;
}}
)";

/// The value of a feature whose words, which are an expression, are replaced by numbers.
std::string c_words(std::size_t f, const std::string& word, const CategoryMeans& category,
                    const std::string& prefix) {
  if (category.word.empty()) return fmt::format("  r[{}] = 0.0f;\n", f);
  const std::vector<float> value(category.mean.begin(), category.mean.end());
  return "  {\n" + c_array("char* const", "words", category.word, c_text) +
         c_array("float", "value", value, c_float) +
         fmt::format("  r[{}] = {}_of_word({}, words, value, {});\n  }}\n", f, prefix, word,
                     value.size());
}

/// The name of the function of a model's baseline.
std::string baseline_name(const std::string& name) {
  return name + "_baseline";
}

bool has_words(const ServedModel& model) {
  return !model.inputs_by_kind(true).empty();
}

/// Where the caller has a feature of a document: among the numbers, or among the words.
std::string c_input(const ServedModel& model, std::size_t feature) {
  const bool is_word = model.words(feature) != nullptr;
  const std::vector<std::size_t> alike = model.inputs_by_kind(is_word);
  const auto place = std::ranges::lower_bound(alike, feature) - alike.begin();
  return fmt::format("{}[{}]", is_word ? "w" : "x", place);
}

/// The value behind those of documents is the score of the baseline, which has a function.
std::string c_baseline_value(const ServedModel& model, const std::string& name) {
  const ServedModel& other = *model.baseline->model;
  const std::size_t words = other.inputs_by_kind(true).size();
  std::string text =
      fmt::format("  {{\n  float own[{}];\n", std::max<std::size_t>(1, other.inputs() - words));
  if (words > 0) text += fmt::format("  const char* own_words[{}];\n", words);
  for (std::size_t f = 0; f < other.inputs(); ++f) {
    const std::string place = c_input(other, f).substr(1);
    text += fmt::format("  own{}{} = {};\n", other.words(f) == nullptr ? "" : "_words", place,
                        c_input(model, model.baseline->features[f]));
  }
  return text + fmt::format("  r[{}] = (float){}(own{});\n  }}\n", model.inputs(),
                            baseline_name(name), words > 0 ? ", own_words" : "");
}

std::string c_raw(const ServedModel& model, const std::string& name) {
  std::string text = fmt::format("  float r[{}];\n  int i = 0;\n", model.features.size());
  if (has_words(model)) {
    text += "  (void)x, (void)w, (void)i;\n";
    for (const std::size_t f : model.inputs_by_kind(false)) {
      text += fmt::format("  r[{}] = {};\n", f, c_input(model, f));
    }
  } else {
    text += fmt::format("  for (i = 0; i < {}; ++i) r[i] = x[i];\n", model.inputs());
  }
  if (model.baseline) text += c_baseline_value(model, name);
  for (std::size_t f = 0; f < model.features.size(); ++f) {
    const auto& category = model.features[f].category;
    if (!category) continue;
    const std::string input = c_input(model, model.features[f].set_of.value_or(f));
    text +=
        category->has_words ? c_words(f, input, *category, name) : c_category(f, input, *category);
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
  for (const auto& [kind, are_words] : {std::pair("WORD", true), std::pair("FEATURE", false)}) {
    const std::vector<std::size_t> alike = model.inputs_by_kind(are_words);
    for (std::size_t i = 0; i < alike.size(); ++i) {
      text += fmt::format("  {0}_{1}_{2}_{3} = {2},\n", prefix, kind, i,
                          identifier(model.features[alike[i]].name));
    }
    if (are_words && alike.empty()) continue;
    text += fmt::format("  {}_{}S = {}{}\n", prefix, kind, alike.size(), are_words ? "," : "");
  }
  return text + "};\n";
}

std::string c_function(const ServedModel& model, const std::string& name) {
  std::string text;
  if (model.baseline) text += c_function(*model.baseline->model, baseline_name(name));
  if (has_words(model)) text += fmt::format(c_word_search, name);
  text += fmt::format("\nstatic inline double {}(const float* x{}) {{\n", name,
                      has_words(model) ? ", const char* const* w" : "");
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
      "a missing value{}.\n * Compile with -ffp-contract=off to get Podium's own bits.\n",
      version(), model.inputs(), has_words(model) ? ", NULL or \"\" a missing word" : "");
  for (std::size_t f = 0; f < model.inputs(); ++f) {
    text +=
        fmt::format(" * {}: {}\n", c_input(model, f), without_comment_ends(model.features[f].name));
  }
  text += fmt::format(" */\n#ifndef {0}_SCORE_H\n#define {0}_SCORE_H\n#include <math.h>\n{1}\n",
                      upper, has_words(model) ? "#include <string.h>\n" : "");
  text += c_enumeration(model, upper);
  text += c_function(model, name) + c_probabilities(model.calibration, name) + "#endif\n";
  const std::size_t words = model.inputs_by_kind(true).size();
  return {.model = text,
          .steps = {fmt::format("include the file and call {}(x{}) with {}{}", name,
                                words > 0 ? ", w" : "", counted(model.inputs() - words, "float"),
                                words > 0 ? " and " + counted(words, "text") : "")}};
}

}  // namespace podium
