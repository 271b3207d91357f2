#include <algorithm>

#include <fmt/format.h>

#include "podium/core/base/ascii.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/exchange/export_text.hpp"
#include "podium/learning/exchange/feature_sources.hpp"
#include "podium/learning/exchange/writers.hpp"

namespace podium {

namespace {

/// Whether the name is itself a rank feature, such as bm25(title) or query(x).
bool is_rank_feature(std::string_view name) {
  const std::size_t open = name.find('(');
  if (open == std::string_view::npos || !is_identifier(name.substr(0, open))) return false;
  const std::size_t close = name.find(')', open);
  if (close == std::string_view::npos) return false;
  const auto is_inside = [](char c) {
    return is_letter_or_digit(c) || c == '_' || c == ',' || c == '.';
  };
  const std::string_view inside = name.substr(open + 1, close - open - 1);
  const std::string_view output = name.substr(close + 1);
  return std::ranges::all_of(inside, is_inside) &&
         (output.empty() || (output.front() == '.' && is_identifier(output.substr(1))));
}

std::string rank_feature(const ServedFeature& feature) {
  const std::string& name = feature.name;
  if (is_rank_feature(name)) return name;
  const bool is_known = feature.source.kind != FeatureSource::Kind::unknown;
  const FeatureSource source = is_known ? feature.source : feature_source(name);
  if (source.kind == FeatureSource::Kind::text_match) return fmt::format("bm25({})", source.field);
  if (source.kind == FeatureSource::Kind::field) return fmt::format("attribute({})", source.field);
  throw NotExpressible(fmt::format(
      "Vespa has no rank feature {}; call it as Vespa does, by --rename or in the training data, "
      "for example attribute(popularity) or bm25(title)",
      in_quotes(name)));
}

/// Vespa computes in double: a float is written with the digits of its double.
std::string vespa_number(double value) {
  const std::string text = to_text(value);
  return value < 0 ? "(" + text + ")" : text;
}

/// Writes the expression of a model.
class VespaExpression {
 public:
  explicit VespaExpression(const ServedModel& model) : model_(model) {
    raw_.resize(model.features.size());
    for (const std::size_t f : model.used_features()) raw_[f] = raw_value(f);
  }

  std::string text() const {
    std::string all = vespa_number(model_.base);
    for (const RegressionTree& tree : model_.trees) all += " +\n" + node(tree, 0);
    for (std::size_t f = 0; f < model_.linear.size(); ++f) {
      if (raw_[f].empty()) continue;
      all += fmt::format(" +\n{} * {}", vespa_number(model_.linear[f]), prepared(f));
    }
    if (model_.has_network()) all += network();
    return all + "\n";
  }

 private:
  std::string raw_value(std::size_t f) const {
    const ServedFeature& feature = model_.features[f];
    std::string value = rank_feature(feature);
    if (!feature.category) return value;
    std::string text = "0";
    for (std::size_t i = 0; i < feature.category->value.size(); ++i) {
      text = fmt::format("if ({} == {}, {}, {})", value,
                         vespa_number(double{feature.category->value[i]}),
                         vespa_number(double{static_cast<float>(feature.category->mean[i])}), text);
    }
    return text;
  }

  // A comparison with a missing value, NaN, is false.
  std::string node(const RegressionTree& tree, std::int32_t at) const {
    if (at < 0) return vespa_number(model_.leaf(tree, RegressionTree::leaf_number(at)));
    const TreeSplit& split = tree.splits[static_cast<std::size_t>(at)];
    const std::string left = node(tree, split.left);
    const std::string right = node(tree, split.right);
    return fmt::format("if ({} {} {}, {}, {})", raw_[split.feature],
                       split.missing_left ? ">" : "<=", vespa_number(split.threshold),
                       split.missing_left ? right : left, split.missing_left ? left : right);
  }

  std::string prepared(std::size_t f) const {
    const ServedFeature& feature = model_.features[f];
    std::string x = raw_[f];
    if (feature.fill && !feature.category) {
      x = fmt::format("if ({0} <= {1}, {0}, {2})", x, vespa_number(double{greatest_float}),
                      vespa_number(double{*feature.fill}));
    }
    switch (feature.scaling) {
      case Scaling::none:
        return x;
      case Scaling::linear:
        return fmt::format("(({} - {}) / {})", x, vespa_number(feature.shift),
                           vespa_number(feature.scale));
      case Scaling::log1p:
        return fmt::format("if ({0} < 0, (0 - log(1 - {0})), log(1 + {0}))", x);
      case Scaling::curve:  // refused before
      case Scaling::zero:
        return "0";
    }
    return x;
  }

  std::string network() const {
    const auto [u, b, v] =
        model_.network->scorer.layers(std::span<const double>(model_.network->w));
    std::string all;
    for (std::size_t h = 0; h < b.size(); ++h) {
      std::string inside = vespa_number(b[h]);
      for (std::size_t f = 0; f < model_.features.size(); ++f) {
        inside +=
            fmt::format(" + {} * {}", vespa_number(u[h * model_.features.size() + f]), prepared(f));
      }
      all += fmt::format(" +\n{} * tanh({})", vespa_number(v[h]), inside);
    }
    return all;
  }

  const ServedModel& model_;
  std::vector<std::string> raw_;  ///< the value of each feature that is used
};

}  // namespace

ExportedModel write_vespa(const ServedModel& model, const ModelExportOptions& options) {
  const std::string name = identifier(options.name);
  return {
      .model = VespaExpression(model).text(),
      .steps = {"put the file beside the schema and add to the schema:",
                fmt::format("  rank-profile {} inherits default {{", name),
                fmt::format("    function {}_score() {{ expression: file:FILENAME }}", name),
                "    first-phase { expression: nativeRank }",
                fmt::format("    second-phase {{ rerank-count: 100  expression: {}_score }}", name),
                "  }", fmt::format("query: ranking={}", name)}};
}

}  // namespace podium
