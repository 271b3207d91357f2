#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/exchange/import_format.hpp"
#include "podium/learning/exchange/served_model.hpp"

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

/// Adds the trees of an ensemble, behind its first word.
void add_ensemble(RanklibText& text, TreeEnsemble& model) {
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
}

/// The head of a file: lines "## Random Forests", "## No. of bags = 300", ...
struct RanklibHead {
  std::string name;
  std::size_t bags = 0;  ///< 0: not said

  explicit RanklibHead(RanklibText& text) {
    constexpr std::string_view bags_are = "No. of bags =";
    while (text.take("##")) {
      const std::string_view line = trimmed(text.until("\n"));
      if (name.empty()) name = line;
      if (line.starts_with(bags_are)) {
        bags = text.number<std::size_t>(line.substr(bags_are.size()));
      }
    }
  }

  bool is_forest() const { return name == "Random Forests"; }
  bool has_trees() const { return is_forest() || name == "LambdaMART" || name == "MART"; }
};

/// One ensemble; of Random Forests one for each bag, whose scores RankLib averages.
TreeEnsemble read_ensembles(RanklibText& text, const RanklibHead& head) {
  TreeEnsemble model{.features = 1, .base = 0.0, .rate = 1.0, .trees = {}};
  std::size_t count = 0;
  do {
    text.expect("<ensemble>");
    add_ensemble(text, model);
    ++count;
  } while (!text.is_at_end());
  if (count > 1 && !head.is_forest()) {
    throw text.error(
        fmt::format("found {} ensembles, expected one: only Random Forests have several", count));
  }
  if (head.bags != 0 && count != head.bags) {
    throw text.error(fmt::format(
        "found {} ensembles, expected the {} of 'No. of bags'; the file is cut", count, head.bags));
  }
  model.rate = 1.0 / static_cast<double>(count);
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

void check_feature_count(std::size_t used, std::size_t count) {
  if (count >= used) return;
  throw UsageError(fmt::format("--feature-count {}: the model uses feature {}", count, used));
}

void set_feature_count(LinearModel& model, std::size_t count) {
  check_feature_count(model.scorer.features, count);
  model.w.insert(model.w.end() - 1, count - model.scorer.features, 0.0);  // before the bias
  model.scorer.features = count;
}

/// Trees and weak rankers.
template <class Model>
void set_feature_count(Model& model, std::size_t count) {
  check_feature_count(model.features, count);
  model.features = count;
}

}  // namespace

RankingModel read_ranklib(std::string_view text, const std::string& source) {
  return import_ranklib(text, source, {}).model;
}

ImportedModel import_ranklib(std::string_view text, const std::string& source,
                             const ModelImportOptions& options) {
  if (options.iterations != 0) {
    throw UsageError("--iterations: only files of XGBoost name a best iteration");
  }
  RanklibText reader(text, source);
  const RanklibHead head(reader);
  const auto made = [&](auto kind) {
    const std::size_t used = kind.feature_count();
    if (options.feature_count != 0) set_feature_count(kind, options.feature_count);
    ImportedModel imported{imported_model(std::move(kind), {}, "ranklib", FillRule::Kind::zero),
                           {}};
    if (options.feature_count == 0) {
      imported.remarks.push_back(fmt::format(
          "files of RankLib do not say how many features there are: the model has {}, the largest "
          "that it uses; give --feature-count if the data has more",
          used));
    }
    return imported;
  };
  if (head.has_trees() || head.name.empty()) return made(read_ensembles(reader, head));
  if (head.name == "Linear Regression" || head.name == "Coordinate Ascent") {
    return made(read_linear(reader));
  }
  if (head.name == "RankBoost") return made(read_stumps(reader));
  throw reader.error(fmt::format(
      "found the model {}, expected LambdaMART, MART, Random Forests, Linear Regression, "
      "Coordinate Ascent or RankBoost",
      in_quotes(head.name)));
}

}  // namespace podium
