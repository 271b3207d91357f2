#include "podium/core/aggregate/consensus_report.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "podium/core/base/io/json_text.hpp"
#include "podium/core/data/ranking.hpp"

namespace podium {

namespace {

/// The method's score of the item at a rank, or what stands for it.
double shown_score(const NamedConsensus& result, std::size_t rank) {
  const Consensus& found = result.consensus;
  if (found.score.empty()) return score_of_rank(rank, found.ranking.size());
  return found.score[found.ranking.order[rank]];
}

/// How much of the cost another order might save, in percent.
double gap_of(const KemenyBracket& bracket) {
  return bracket.cost > 0.0 ? 100.0 * (bracket.cost - bracket.lower_bound) / bracket.cost : 0.0;
}

/// The ballots that list anything, and what they weigh.
struct Turnout {
  std::size_t ballots = 0;
  double weight = 0.0;
};

Turnout turnout_of(const NamedConsensus& result) {
  Turnout turnout;
  for (const Ballot& ballot : result.from->election.ballots()) {
    if (ballot.size() == 0) continue;
    ++turnout.ballots;
    turnout.weight += ballot.weight;
  }
  return turnout;
}

Table ranking_table(const NamedConsensus& result) {
  Table table{.columns = {"rank", "item", "score"}};
  const std::vector<ItemIndex>& order = result.consensus.ranking.order;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    table.rows.push_back({rank + 1, result.from->shown(order[rank]), shown_score(result, rank)});
  }
  return table;
}

Table summary_table(const AggregationReport& report) {
  Table table{.columns = {"election", "items", "ballots", "weight", "kemeny cost"}};
  const bool has_brackets = std::ranges::any_of(
      report.results, [](const auto& r) { return r.consensus.bracket.has_value(); });
  if (has_brackets) {
    table.columns.insert(table.columns.end(), {"lower bound", "gap %", "proven best"});
  }
  for (const NamedConsensus& result : report.results) {
    const Turnout turnout = turnout_of(result);
    std::vector<Cell> row = {result.from->id, result.from->item.size(), turnout.ballots,
                             turnout.weight, result.cost};
    if (const auto& bracket = result.consensus.bracket) {
      row.insert(row.end(), {Cell(bracket->lower_bound), Cell(gap_of(*bracket), 2),
                             Cell(bracket->is_optimal ? "yes" : "no")});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Json json_of(const NamedConsensus& result) {
  const Turnout turnout = turnout_of(result);
  Json json = {{"election", result.from->id},
               {"items", result.from->item.size()},
               {"ballots", turnout.ballots},
               {"weight", turnout.weight},
               {"kemeny_cost", nullptr}};
  if (!std::isnan(result.cost)) json["kemeny_cost"] = result.cost;
  if (const auto& bracket = result.consensus.bracket) {
    json["lower_bound"] = bracket->lower_bound;
    json["gap_percent"] = gap_of(*bracket);
    json["proven_best"] = bracket->is_optimal;
  }
  json["ranking"] = Json::array();
  const std::vector<ItemIndex>& order = result.consensus.ranking.order;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    json["ranking"].push_back({{"rank", rank + 1},
                               {"item", result.from->shown(order[rank])},
                               {"score", shown_score(result, rank)}});
  }
  return json;
}

std::string json_of(const AggregationReport& report) {
  Json json = {{"method", report.method}, {"options", report.options}};
  if (!report.orientation.empty()) json["orientation"] = report.orientation;
  json["elections"] = Json::array();
  for (const NamedConsensus& result : report.results) json["elections"].push_back(json_of(result));
  return json_text(json);
}

}  // namespace

NamedElection election_of_lists(std::string_view id, std::span<const ScoredList> lists) {
  std::vector<std::string> names;
  std::unordered_map<std::string_view, ItemIndex> known;
  std::vector<Ballot> ballots;
  for (const ScoredList& list : lists) {
    std::vector<ItemIndex> items;
    std::vector<double> scores;
    for (const DocIndex place : rank_by_score(list.score).order) {
      const auto [entry, is_new] =
          known.emplace(list.item[place], static_cast<ItemIndex>(names.size()));
      if (is_new) names.emplace_back(list.item[place]);
      items.push_back(entry->second);
      scores.push_back(list.score[place]);
    }
    ballots.push_back(ballot_by_score(items, scores, list.weight));
  }
  const std::size_t count = names.size();
  return {.id = std::string(id),
          .item = std::move(names),
          .election = Election(count, std::move(ballots))};
}

double score_of_rank(std::size_t rank, std::size_t item_count) {
  return static_cast<double>(item_count - rank - 1);
}

std::string render(const AggregationReport& report, TableFormat format) {
  if (format == TableFormat::json) return json_of(report);
  const bool is_one = report.results.size() == 1;
  if (!is_one) return render(summary_table(report), format);
  std::string ranking = render(ranking_table(report.results[0]), format);
  if (format == TableFormat::csv) return ranking;
  return ranking + "\n" + render(summary_table(report), format);
}

}  // namespace podium
