#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/exchange/import_format.hpp"
#include "podium/learning/exchange/served_model.hpp"

namespace podium {

namespace {

/// The lines "key=value" of the head or of a tree.
class LightGbmBlock {
 public:
  LightGbmBlock(std::string source, std::size_t line) : source_(std::move(source)), line_(line) {}

  void add(std::string_view line) {
    const std::size_t equals = line.find('=');
    const std::string_view key = line.substr(0, equals);
    value_[std::string(key)] =
        equals == std::string_view::npos ? std::string_view() : line.substr(equals + 1);
  }

  bool has(const std::string& key) const { return value_.contains(key); }

  std::string_view text(const std::string& key) const {
    const auto found = value_.find(key);
    if (found == value_.end()) throw error(fmt::format("found no line '{}='", key));
    return found->second;
  }

  std::vector<std::string_view> words(const std::string& key) const {
    std::vector<std::string_view> list;
    std::string_view rest = text(key);
    while (!(rest = trimmed(rest)).empty()) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      list.push_back(rest.substr(0, end));
      rest.remove_prefix(end);
    }
    return list;
  }

  template <class Number>
  std::vector<Number> numbers(const std::string& key, std::size_t count) const {
    std::vector<Number> list;
    for (const std::string_view word : words(key)) {
      const auto number = parse_number<Number>(word);
      if (!number || !is_number(*number)) {
        throw error(fmt::format("{}: found {}, expected a number", key, in_quotes(word)));
      }
      list.push_back(*number);
    }
    if (list.size() != count) {
      throw error(fmt::format("{}: found {} numbers, expected {}", key, list.size(), count));
    }
    return list;
  }

  /// Numbers that need not be there, nor be finite.
  std::vector<double> numbers_or_zeros(const std::string& key, std::size_t count) const {
    if (!has(key) || words(key).empty()) return std::vector<double>(count);
    std::vector<double> list = numbers<double>(key, count);
    for (double& number : list) number = std::isfinite(number) ? number : 0.0;
    return list;
  }

  DataError error(const std::string& problem) const { return {{source_, line_}, problem}; }

 private:
  template <class Number>
  static bool is_number(Number number) {
    if constexpr (std::floating_point<Number>) return !std::isnan(number);
    return true;
  }

  std::string source_;
  std::size_t line_;
  std::map<std::string, std::string_view> value_;
};

// Decision types are explained in LightGBM's tree.h.
constexpr int categorical = 1;

/// The set of a split by categories, whose number is `place`.
double set_of(const LightGbmBlock& block, double place) {
  constexpr std::size_t bits = 32;
  const auto count = block.numbers<std::size_t>("num_cat", 1).front();
  const std::vector<std::string_view> ends = block.words("cat_boundaries");
  const auto begin = block.numbers<std::size_t>("cat_boundaries", ends.size());
  if (!(place >= 0.0 && place < static_cast<double>(count)) || begin.size() != count + 1) {
    throw block.error("found a set of categories that there is not");
  }
  const auto words = block.numbers<std::uint32_t>("cat_threshold", begin.back());
  const auto set = static_cast<std::size_t>(place);
  std::uint64_t codes = 0;
  for (std::size_t w = begin[set]; w < begin[set + 1] && w < words.size(); ++w) {
    const std::size_t first = bits * (w - begin[set]);
    for (std::size_t bit = 0; bit < bits; ++bit) {
      if ((words[w] >> bit & 1U) == 0) continue;
      check_category(static_cast<double>(first + bit), block);
      codes |= std::uint64_t{1} << (first + bit);
    }
  }
  return static_cast<double>(codes);
}

/// The side of a missing value.
bool goes_left_when_missing(const LightGbmBlock& block, int type, double threshold) {
  constexpr int default_left = 2;
  constexpr int zero_is_missing = 4;
  constexpr int nan_is_missing = 8;
  if ((type & categorical) != 0) return false;
  const bool is_left = (type & default_left) != 0;
  const bool zero_is_left = 0.0 <= threshold;
  if ((type & zero_is_missing) != 0 && is_left != zero_is_left) {
    throw block.error("found a split for which 0 is missing, expected NaN alone to be missing");
  }
  return (type & nan_is_missing) != 0 ? is_left : zero_is_left;
}

RegressionTree lightgbm_tree_of(const LightGbmBlock& block, std::size_t features) {
  const auto leaves = block.numbers<std::size_t>("num_leaves", 1).front();
  constexpr std::size_t most_leaves = 1000000;
  if (leaves == 0 || leaves > most_leaves) throw block.error("found no number of leaves");
  if (block.has("is_linear") && block.text("is_linear") != "0") {
    throw block.error("found a tree with linear leaves, expected constant ones");
  }
  const std::size_t count = leaves - 1;
  const auto feature = block.numbers<std::uint32_t>("split_feature", count);
  const auto threshold = block.numbers<double>("threshold", count);
  const auto type = block.numbers<int>("decision_type", count);
  const auto left = block.numbers<std::int32_t>("left_child", count);
  const auto right = block.numbers<std::int32_t>("right_child", count);
  const auto gain = block.numbers_or_zeros("split_gain", count);
  constexpr double most{greatest_float};  // an infinite threshold asks for missing values
  RegressionTree tree;
  for (std::size_t s = 0; s < count; ++s) {
    tree.splits.push_back({.feature = feature[s],
                           .missing_left = goes_left_when_missing(block, type[s], threshold[s]),
                           .threshold = (type[s] & categorical) != 0
                                            ? set_of(block, threshold[s])
                                            : std::clamp(threshold[s], -most, most),
                           .left = left[s],
                           .right = right[s],
                           .gain = gain[s],
                           .by_set = (type[s] & categorical) != 0});
  }
  tree.value = block.numbers<double>("leaf_value", leaves);
  const auto add = [&](const std::string& rows, const std::string& weight, std::size_t size) {
    for (const double n : block.numbers_or_zeros(rows, size)) {
      tree.rows.push_back(static_cast<std::uint64_t>(std::clamp(n, 0.0, 1e15)));
    }
    const auto sums = block.numbers_or_zeros(weight, size);
    tree.curvature.insert(tree.curvature.end(), sums.begin(), sums.end());
  };
  add("internal_count", "internal_weight", count);
  add("leaf_count", "leaf_weight", leaves);
  if (!std::ranges::all_of(tree.value, [](double value) { return std::isfinite(value); })) {
    throw block.error("leaf_value: found a number that is not finite");
  }
  if (!tree.is_whole(features)) throw block.error("found children that do not form a tree");
  return tree;
}

}  // namespace

RankingModel read_lightgbm(std::string_view text, const std::string& source) {
  if (!text.starts_with("tree")) {
    throw DataError({source, 1}, "found no line 'tree', expected a model of LightGBM");
  }
  std::vector<LightGbmBlock> blocks = {{source, 1}};
  bool has_end = false;
  std::size_t number = 0;
  while (!text.empty() && !has_end) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (line.starts_with("Tree=")) blocks.emplace_back(source, number);
    has_end = line == "end of trees";
    blocks.back().add(line);
  }
  const LightGbmBlock& head = blocks.front();
  if (!has_end) throw head.error("found no line 'end of trees'; the file is cut");
  if (head.text("num_tree_per_iteration") != "1" || head.has("average_output")) {
    throw head.error("found a classifier or a forest, expected one tree in each iteration");
  }
  std::vector<std::string> names;
  for (const std::string_view name : head.words("feature_names")) names.emplace_back(name);
  TreeEnsemble model{.features = names.size(), .base = 0.0, .rate = 1.0, .trees = {}};
  for (std::size_t b = 1; b < blocks.size(); ++b) {
    model.trees.push_back(lightgbm_tree_of(blocks[b], names.size()));
  }
  return imported_model(std::move(model), std::move(names), "lightgbm", FillRule::Kind::keep);
}

}  // namespace podium
