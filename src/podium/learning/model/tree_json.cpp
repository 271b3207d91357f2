#include "podium/learning/model/tree_json.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "podium/learning/model/kinds.hpp"
#include "podium/learning/model/re_ranking_json.hpp"

namespace podium {

namespace {

Json json_of(const RegressionTree& tree) {
  const auto column = [&](auto member) {
    Json values = Json::array();
    for (const TreeSplit& split : tree.splits) values.push_back(split.*member);
    return values;
  };
  Json json;
  json["feature"] = column(&TreeSplit::feature);
  json["threshold"] = column(&TreeSplit::threshold);
  json["missing_left"] = column(&TreeSplit::missing_left);
  if (tree.has_sets()) json["by_set"] = column(&TreeSplit::by_set);
  json["left"] = column(&TreeSplit::left);
  json["right"] = column(&TreeSplit::right);
  json["gain"] = column(&TreeSplit::gain);
  json["value"] = tree.value;
  json["rows"] = tree.rows;
  json["curvature"] = tree.curvature;
  return json;
}

/// The values of a column, `count` of them.
std::vector<JsonReader> column(const JsonReader& json, std::string_view key, std::size_t count) {
  const JsonReader values = json.at(key);
  std::vector<JsonReader> items = values.items();
  if (items.size() != count) {
    throw values.error(
        fmt::format("found a list of {}, expected a list of {}", items.size(), count));
  }
  return items;
}

NamedRanker read_start(const JsonReader& json, std::size_t features) {
  json.expect_keys({"name", "kind", "parameters"});
  const JsonReader kind = json.at("kind");
  if (const std::string name = kind.text(); name == re_ranking_name || name == trees_name) {
    throw kind.unexpected("a ranker that scores documents one by one, without trees");
  }
  return read_ranker(json, features);
}

/// A split, 0 or more, or a leaf, below 0.
std::int32_t read_child(const JsonReader& json, std::size_t splits) {
  const double child = json.number();
  const auto most = static_cast<double>(splits);
  if (child != std::floor(child) || child < -1.0 - most || child >= most) {
    throw json.unexpected(
        fmt::format("a split from 0 to {} or a leaf from -1 to -{}", splits - 1, splits + 1));
  }
  return static_cast<std::int32_t>(child);
}

RegressionTree read_tree(const JsonReader& json, std::size_t features) {
  json.expect_keys({"feature", "threshold", "missing_left", "by_set", "left", "right", "gain",
                    "value", "rows", "curvature"});
  const std::vector<JsonReader> feature = json.at("feature").items();
  const std::size_t count = feature.size();
  constexpr std::size_t most = std::numeric_limits<std::int32_t>::max() / 2;
  if (count > most) throw json.error("found too many splits");
  if (count > 0 && features == 0) {
    throw json.error("found a split, expected none in a model without features");
  }
  RegressionTree tree;
  tree.splits.resize(count);
  const auto read = [&](std::string_view key, auto&& set) {
    const std::vector<JsonReader> items = column(json, key, count);
    for (std::size_t s = 0; s < count; ++s) set(tree.splits[s], items[s]);
  };
  read("feature", [&](TreeSplit& split, const JsonReader& item) {
    split.feature = static_cast<std::uint32_t>(item.whole(
        0, std::min<std::size_t>(features - 1, std::numeric_limits<std::uint32_t>::max())));
  });
  read("threshold",
       [](TreeSplit& split, const JsonReader& item) { split.threshold = item.number(); });
  read("missing_left",
       [](TreeSplit& split, const JsonReader& item) { split.missing_left = item.flag(); });
  if (json.find("by_set")) {
    read("by_set", [](TreeSplit& split, const JsonReader& item) {
      split.by_set = item.flag();
      if (split.by_set && !split.is_set()) {
        throw item.unexpected("false: the threshold is no whole number from 0 to 2^53 - 1");
      }
    });
  }
  read("left",
       [&](TreeSplit& split, const JsonReader& item) { split.left = read_child(item, count); });
  read("right",
       [&](TreeSplit& split, const JsonReader& item) { split.right = read_child(item, count); });
  read("gain", [](TreeSplit& split, const JsonReader& item) { split.gain = item.number(); });
  tree.value = json.at("value").numbers(count + 1);
  for (const JsonReader& item : column(json, "rows", 2 * count + 1)) {
    tree.rows.push_back(item.whole());
  }
  tree.curvature = json.at("curvature").numbers(2 * count + 1);
  if (!tree.is_whole(features)) {
    throw json.error(
        "found children that do not form one tree, expected each split but the first and each leaf "
        "once, after its parent");
  }
  return tree;
}

}  // namespace

Json json_of(const TreeEnsemble& model) {
  Json trees = Json::array();
  for (const RegressionTree& tree : model.trees) trees.push_back(json_of(tree));
  Json json;
  json["base"] = model.base;
  json["rate"] = model.rate;
  json["trees"] = std::move(trees);
  if (model.start) json["start"] = ranker_json(*model.start);
  return json;
}

TreeEnsemble read_tree_ensemble(const JsonReader& parameters, std::size_t features) {
  parameters.expect_keys({"base", "rate", "trees", "start"});
  TreeEnsemble model{.features = features,
                     .base = parameters.at("base").number(),
                     .rate = parameters.at("rate").number(),
                     .trees = {}};
  for (const JsonReader& tree : parameters.at("trees").items()) {
    model.trees.push_back(read_tree(tree, features));
  }
  if (const auto start = parameters.find("start")) {
    model.start = std::make_shared<const NamedRanker>(read_start(*start, features));
  }
  return model;
}

}  // namespace podium
