#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/text.hpp"
#include "podium/exchange/import_format.hpp"
#include "podium/exchange/served_model.hpp"

namespace podium {

namespace {

/// Reads the text of RankLib from the front.
class RanklibText {
 public:
  RanklibText(std::string_view text, std::string source)
      : whole_(text), rest_(text), source_(std::move(source)) {}

  bool is_at_end() {
    skip_blanks();
    return rest_.empty();
  }

  /// Passes over `word` if it is next.
  bool take(std::string_view word) {
    skip_blanks();
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  void expect(std::string_view word) {
    if (!take(word)) throw error(fmt::format("expected {}", in_quotes(word)));
  }

  std::string_view until(std::string_view end) {
    const std::size_t found = rest_.find(end);
    if (found == std::string_view::npos) throw error(fmt::format("expected {}", in_quotes(end)));
    const std::string_view text = rest_.substr(0, found);
    rest_.remove_prefix(found + end.size());
    return text;
  }

  std::string_view word() {
    skip_blanks();
    const std::size_t end = std::min(rest_.find_first_of(" \t\r\n"), rest_.size());
    const std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return text;
  }

  template <class Number>
  Number number(std::string_view text) const {
    const auto value = parse_number<Number>(trimmed(text));
    if (!value || !std::isfinite(static_cast<double>(*value))) {
      throw error(fmt::format("found {}, expected a number", in_quotes(text)));
    }
    return *value;
  }

  std::size_t feature(std::string_view text) const {
    const auto place = number<std::size_t>(text);
    constexpr std::size_t most = 1000000;
    if (place == 0 || place > most) throw error("found a feature that is not from 1 on");
    return place;
  }

  DataError error(const std::string& problem) const {
    const auto lines = std::ranges::count(whole_.substr(0, whole_.size() - rest_.size()), '\n');
    return {{source_, static_cast<std::size_t>(lines) + 1}, problem};
  }

 private:
  void skip_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size()));
  }

  std::string_view whole_;
  std::string_view rest_;
  std::string source_;
};

/// One split and what is below it; returns it as a child is written.
std::int32_t read_split(RanklibText& text, double weight, std::size_t depth, RegressionTree& tree) {
  constexpr std::size_t most_depth = 1000;
  if (depth > most_depth) throw text.error("found a tree that is too deep");
  if (text.take("<output>")) {
    tree.value.push_back(weight * text.number<double>(text.until("</output>")));
    text.expect("</split>");
    return -static_cast<std::int32_t>(tree.value.size());
  }
  text.expect("<feature>");
  const std::size_t feature = text.feature(text.until("</feature>"));
  text.expect("<threshold>");
  // RankLib compares floats: x <= t is x <= the nearest float of the text.
  const double threshold{text.number<float>(text.until("</threshold>"))};
  const std::size_t place = tree.splits.size();
  tree.splits.push_back({.feature = static_cast<std::uint32_t>(feature - 1),
                         .missing_left = 0.0 <= threshold,
                         .threshold = threshold});
  text.expect("<split pos=\"left\">");
  const std::int32_t left = read_split(text, weight, depth + 1, tree);
  text.expect("<split pos=\"right\">");
  const std::int32_t right = read_split(text, weight, depth + 1, tree);
  text.expect("</split>");
  tree.splits[place].left = left;
  tree.splits[place].right = right;
  return static_cast<std::int32_t>(place);
}

TreeEnsemble read_ensemble(RanklibText& text) {
  TreeEnsemble model{.features = 1, .base = 0.0, .rate = 1.0, .trees = {}};
  while (!text.take("</ensemble>")) {
    text.expect("<tree");
    text.until("weight=\"");
    const auto weight = text.number<double>(text.until("\""));
    text.until(">");
    text.expect("<split>");
    RegressionTree& tree = model.trees.emplace_back();
    read_split(text, weight, 0, tree);
    text.expect("</tree>");
    tree.rows.resize(tree.splits.size() + tree.value.size());
    tree.curvature.resize(tree.rows.size());
    for (const TreeSplit& split : tree.splits) {
      model.features = std::max(model.features, std::size_t{split.feature} + 1);
    }
  }
  return model;
}

/// "0:bias 1:weight 2:weight ...".
LinearModel read_linear(RanklibText& text) {
  std::vector<double> weight;
  double bias = 0.0;
  while (!text.is_at_end()) {
    const std::string_view word = text.word();
    const std::size_t colon = std::min(word.find(':'), word.size() - 1);
    const auto value = text.number<double>(word.substr(colon + 1));
    if (word.substr(0, colon) == "0") {
      bias = value;
      continue;
    }
    const std::size_t feature = text.feature(word.substr(0, colon));
    weight.resize(std::max(weight.size(), feature));
    weight[feature - 1] += value;
  }
  if (weight.empty()) throw text.error("found no weights");
  LinearModel model{{weight.size(), true}, weight};
  model.w.push_back(bias);
  return model;
}

/// "feature:threshold:weight ...".
WeakRankerSum read_stumps(RanklibText& text) {
  WeakRankerSum model{1, {}};
  while (!text.is_at_end()) {
    const std::string_view word = text.word();
    const std::size_t first = word.find(':');
    const std::size_t second = word.find(':', std::min(first, word.size() - 1) + 1);
    if (second == std::string_view::npos) throw text.error("expected feature:threshold:weight");
    const std::size_t feature = text.feature(word.substr(0, first));
    const auto threshold = text.number<double>(word.substr(first + 1, second - first - 1));
    model.features = std::max(model.features, feature);
    model.terms.push_back({{.feature = static_cast<std::uint32_t>(feature - 1),
                            .threshold = threshold,
                            .missing_passes = 0.0 > threshold},
                           text.number<double>(word.substr(second + 1))});
  }
  return model;
}

}  // namespace

RankingModel read_ranklib(std::string_view text, const std::string& source) {
  RanklibText reader(text, source);
  std::string name;
  while (reader.take("##")) {
    const std::string_view line = trimmed(reader.until("\n"));
    if (name.empty()) name = line;
  }
  const auto made = [&](ModelKind kind) {
    return imported_model(std::move(kind), {}, "ranklib", FillRule::Kind::zero);
  };
  if (reader.take("<ensemble>")) return made(read_ensemble(reader));
  if (name == "Linear Regression" || name == "Coordinate Ascent") return made(read_linear(reader));
  if (name == "RankBoost") return made(read_stumps(reader));
  throw reader.error(fmt::format(
      "found the model {}, expected LambdaMART, MART, Linear Regression, Coordinate Ascent or "
      "RankBoost",
      in_quotes(name)));
}

}  // namespace podium
