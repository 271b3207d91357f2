#include "podium/aggregate/scored_lists.hpp"

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "podium/data/ranking.hpp"

namespace podium {

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

}  // namespace podium
