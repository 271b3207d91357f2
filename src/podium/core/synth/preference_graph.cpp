#include "podium/core/synth/preference_graph.hpp"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>

namespace podium {

namespace {

using Winner = Preference::Winner;

/// Collects the answers of one query.
class GraphBuilder {
 public:
  explicit GraphBuilder(std::string_view query_id) { graph_.query_id = query_id; }

  void add(const Preference& answer) {
    DocIndex a = place_of(answer.document_a);
    DocIndex b = place_of(answer.document_b);
    Winner winner = answer.winner;
    if (a > b) {
      std::swap(a, b);
      if (winner != Winner::tie) winner = winner == Winner::a ? Winner::b : Winner::a;
    }
    const auto [place, is_new] = pair_.emplace((std::uint64_t{a} << 32U) | b, graph_.pairs.size());
    if (is_new) graph_.pairs.push_back({.first = a, .second = b});
    PreferencePair& pair = graph_.pairs[place->second];
    if (winner == Winner::a) pair.first_weight += answer.weight;
    if (winner == Winner::b) pair.second_weight += answer.weight;
  }

  PreferenceGraph graph() && { return std::move(graph_); }

 private:
  DocIndex place_of(std::string_view document) {
    const auto next = static_cast<DocIndex>(graph_.document.size());
    const auto [place, is_new] = document_.emplace(document, next);
    if (is_new) graph_.document.push_back(document);
    return place->second;
  }

  PreferenceGraph graph_;
  std::unordered_map<std::string_view, DocIndex> document_;
  std::unordered_map<std::uint64_t, std::size_t> pair_;
};

}  // namespace

std::vector<PreferenceGraph> preference_graphs(std::span<const Preference> preferences) {
  std::vector<GraphBuilder> builders;
  std::unordered_map<std::string_view, std::size_t> place;
  for (const Preference& answer : preferences) {
    const auto [query, is_new] = place.emplace(answer.query_id, builders.size());
    if (is_new) builders.emplace_back(answer.query_id);
    builders[query->second].add(answer);
  }
  std::vector<PreferenceGraph> graphs;
  graphs.reserve(builders.size());
  for (GraphBuilder& builder : builders) graphs.push_back(std::move(builder).graph());
  return graphs;
}

std::vector<double> labels_by_wins(const PreferenceGraph& graph) {
  std::vector<double> label(graph.document.size(), 0.0);
  for (const PreferencePair& pair : graph.pairs) {
    const double first = pair.prefers_first() ? 1.0 : pair.prefers_second() ? 0.0 : 0.5;
    label[pair.first] += first;
    label[pair.second] += 1.0 - first;
  }
  return label;
}

Qrels qrels_by_wins(std::span<const Preference> preferences) {
  auto text = std::make_shared<std::vector<Preference>>(preferences.begin(), preferences.end());
  DocumentColumns columns;
  for (const PreferenceGraph& graph : preference_graphs(*text)) {
    columns.query_id.push_back(graph.query_id);
    columns.document.insert(columns.document.end(), graph.document.begin(), graph.document.end());
    const std::vector<double> label = labels_by_wins(graph);
    columns.value.insert(columns.value.end(), label.begin(), label.end());
    columns.query_end.push_back(columns.value.size());
  }
  columns.text = std::move(text);
  return {DocumentTable(std::move(columns))};
}

}  // namespace podium
