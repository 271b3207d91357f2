#include <algorithm>
#include <array>

#include "podium/learning/exchange/import_format.hpp"
#include "podium/learning/exchange/import_tree.hpp"

namespace podium {

namespace {

RegressionTree elastic_tree_of(const JsonReader& json, double weight) {
  constexpr std::array<std::string_view, 1> decisions = {"lte"};
  const JsonReader structure = json.at("tree").at("tree_structure");
  const std::vector<JsonReader> nodes = structure.items();
  if (nodes.empty()) throw structure.error("found no node");
  for (std::size_t n = 0; n < nodes.size(); ++n) nodes[n].at("node_index").whole(n, n);
  const auto child = [&](const JsonReader& node, std::string_view key) {
    return nodes[node.at(key).whole(0, nodes.size() - 1)];
  };
  const auto read = [&](const JsonReader& node) -> ReadNode {
    if (const auto leaf = node.find("leaf_value")) return weight * leaf->number();
    node.at("decision_type").choice(decisions);
    constexpr std::uint64_t most_features = 1000000;
    return ReadSplit{.split = {.feature = static_cast<std::uint32_t>(
                                   node.at("split_feature").whole(0, most_features)),
                               .missing_left = node.at("default_left").flag(),
                               .threshold = node.at("threshold").number()},
                     .left = child(node, "left_child"),
                     .right = child(node, "right_child")};
  };
  return imported_tree(nodes.front(), read, nodes.size());
}

}  // namespace

/// Elasticsearch lets no score be negative: it takes away the least that the trees can add up to.
RankingModel read_elasticsearch(std::string_view text, const std::string& source) {
  const JsonReader json = read_json(text, {source});
  const JsonReader ensemble = json.at("definition").at("trained_model").at("ensemble");
  std::vector<std::string> names = ensemble.at("feature_names").texts();
  const JsonReader models = ensemble.at("trained_models");
  const std::vector<JsonReader> trees = models.items();
  const std::vector<double> weights =
      ensemble.at("aggregate_output").at("weighted_sum").at("weights").numbers(trees.size());
  TreeEnsemble model{.features = names.size(), .base = 0.0, .rate = 1.0, .trees = {}};
  double least = 0.0;
  for (std::size_t t = 0; t < trees.size(); ++t) {
    model.trees.push_back(elastic_tree_of(trees[t], weights[t]));
    if (!model.trees.back().is_whole(names.size())) {
      throw trees[t].error("found a feature that there is not");
    }
    least += *std::ranges::min_element(model.trees.back().value);
  }
  model.base = -std::min(0.0, least);
  return imported_model(std::move(model), std::move(names), "elasticsearch", FillRule::Kind::keep);
}

}  // namespace podium
