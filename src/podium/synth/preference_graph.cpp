#include "podium/synth/preference_graph.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "podium/base/parallel.hpp"

namespace podium {

namespace {

using Winner = Preference::Winner;

/// Collects the answers of one query.
class GraphBuilder {
 public:
  explicit GraphBuilder(std::string_view query_id) { graph_.query_id = query_id; }

  void add(const Preference& answer) {
    ++graph_.answers;
    if (answer.winner == Winner::tie) ++graph_.ties;
    DocIndex a = place_of(answer.document_a);
    DocIndex b = place_of(answer.document_b);
    Winner winner = answer.winner;
    if (a > b) {
      std::swap(a, b);
      if (winner != Winner::tie) winner = winner == Winner::a ? Winner::b : Winner::a;
    }
    const auto [place, is_new] =
        pair_.emplace((std::uint64_t{a} << 32U) | b, Entry{graph_.pairs.size(), winner});
    if (is_new) graph_.pairs.push_back({.first = a, .second = b});
    PreferencePair& pair = graph_.pairs[place->second.place];
    if (winner != place->second.first_answer) pair.is_contradicting = true;
    if (winner == Winner::a) pair.first_weight += answer.weight;
    if (winner == Winner::b) pair.second_weight += answer.weight;
  }

  PreferenceGraph graph() && { return std::move(graph_); }

 private:
  struct Entry {
    std::size_t place;
    Winner first_answer;
  };

  DocIndex place_of(std::string_view document) {
    const auto next = static_cast<DocIndex>(graph_.document.size());
    const auto [place, is_new] = document_.emplace(document, next);
    if (is_new) graph_.document.push_back(document);
    return place->second;
  }

  PreferenceGraph graph_;
  std::unordered_map<std::string_view, DocIndex> document_;
  std::unordered_map<std::uint64_t, Entry> pair_;
};

struct Edge {
  DocIndex to = 0;
  bool wins = false;  ///< the source of the edge is the preferred document
};

/// Strict preferences as edges from the document with the smaller degree to the one with the
/// larger. No document has more than O(sqrt m) such edges, which bounds the search for triangles.
std::vector<std::vector<Edge>> edges_of(const PreferenceGraph& graph) {
  std::vector<std::size_t> degree(graph.document.size(), 0);
  for (const PreferencePair& pair : graph.pairs) {
    if (!pair.prefers_first() && !pair.prefers_second()) continue;
    ++degree[pair.first];
    ++degree[pair.second];
  }
  std::vector<std::vector<Edge>> edges(graph.document.size());
  for (const PreferencePair& pair : graph.pairs) {
    if (!pair.prefers_first() && !pair.prefers_second()) continue;
    const bool forward =
        std::tie(degree[pair.first], pair.first) < std::tie(degree[pair.second], pair.second);
    if (forward) {
      edges[pair.first].push_back({pair.second, pair.prefers_first()});
    } else {
      edges[pair.second].push_back({pair.first, pair.prefers_second()});
    }
  }
  return edges;
}

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

std::size_t intransitive_triples(const PreferenceGraph& graph) {
  enum class Mark : char { none, loses, wins };
  const auto edges = edges_of(graph);
  std::vector<Mark> mark(graph.document.size(), Mark::none);
  std::size_t triples = 0;
  for (const auto& from_u : edges) {
    for (const Edge& uw : from_u) mark[uw.to] = uw.wins ? Mark::wins : Mark::loses;
    for (const Edge& uv : from_u) {
      for (const Edge& vw : edges[uv.to]) {
        const Mark against = uv.wins ? Mark::loses : Mark::wins;
        if (uv.wins == vw.wins && mark[vw.to] == against) ++triples;
      }
    }
    for (const Edge& uw : from_u) mark[uw.to] = Mark::none;
  }
  return triples;
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

PreferenceSummary summary_of(std::span<const PreferenceGraph> graphs) {
  std::vector<std::size_t> triples(graphs.size());
  parallel_for(graphs.size(),
               [&](std::size_t query) { triples[query] = intransitive_triples(graphs[query]); });
  PreferenceSummary summary{.queries = graphs.size()};
  for (const PreferenceGraph& graph : graphs) {
    summary.documents += graph.document.size();
    summary.answers += graph.answers;
    summary.ties += graph.ties;
    summary.pairs += graph.pairs.size();
    summary.contradicting_pairs += static_cast<std::size_t>(
        std::ranges::count_if(graph.pairs, &PreferencePair::is_contradicting));
  }
  summary.intransitive_triples = std::accumulate(triples.begin(), triples.end(), std::size_t{0});
  return summary;
}

}  // namespace podium
