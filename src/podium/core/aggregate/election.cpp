#include "podium/core/aggregate/election.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/ranking.hpp"

namespace podium {

namespace {

/// Refuses items that do not exist or are there twice.
void check_items(std::span<const ItemIndex> order, std::size_t item_count, const std::string& who) {
  std::vector<bool> seen(item_count, false);
  for (const ItemIndex item : order) {
    if (item >= item_count) {
      throw UsageError(who + ": found item " + to_text(item) + ", expected one below " +
                       to_text(item_count));
    }
    if (seen[item]) {
      throw UsageError(who + ": found item " + to_text(item) + " twice, expected each item once");
    }
    seen[item] = true;
  }
}

void check_ties(const Ballot& ballot, const std::string& who) {
  if (ballot.tie_end.empty()) return;
  if (ballot.tie_end.size() != ballot.size()) {
    throw UsageError(who + ": found " + to_text(ballot.tie_end.size()) + " tie ends, expected " +
                     to_text(ballot.size()));
  }
  std::size_t end = 0;
  for (std::size_t rank = 0; rank < ballot.size(); ++rank) {
    const bool begins = rank == end;
    if (begins) end = ballot.tie_end[rank];
    if (ballot.tie_end[rank] != end || end <= rank || end > ballot.size()) {
      throw UsageError(who + ": found " + to_text(ballot.tie_end[rank]) +
                       " as end of the tie at rank " + to_text(rank) +
                       ", expected one common end, beyond their ranks, for all tied items");
    }
  }
}

void check_scores(const Ballot& ballot, const std::string& who) {
  if (ballot.score.empty()) return;
  if (ballot.score.size() != ballot.size()) {
    throw UsageError(who + ": found " + to_text(ballot.score.size()) + " scores, expected " +
                     to_text(ballot.size()));
  }
  for (std::size_t rank = 0; rank < ballot.size(); ++rank) {
    if (!std::isfinite(ballot.score[rank])) {
      throw UsageError(who + ": found " + to_text(ballot.score[rank]) +
                       ", expected a finite score");
    }
    if (rank == 0) continue;
    const bool is_tied = ballot.end_of_tie(rank - 1) > rank;
    const double before = ballot.score[rank - 1];
    if (is_tied ? ballot.score[rank] != before : ballot.score[rank] > before) {
      throw UsageError(who + ": found score " + to_text(ballot.score[rank]) + " after " +
                       to_text(before) +
                       ", expected descending scores that are equal for tied ranks");
    }
  }
}

void check_weights(std::span<const Ballot> ballots) {
  double total = 0.0;
  for (std::size_t voter = 0; voter < ballots.size(); ++voter) {
    const double weight = ballots[voter].weight;
    total += weight;
    if (!(weight >= 0.0) || !std::isfinite(total)) {
      throw UsageError("ballot " + to_text(voter) + ": found weight " + to_text(weight) +
                       ", expected weights >= 0 with a finite sum");
    }
  }
}

}  // namespace

Ballot ballot_by_score(std::span<const ItemIndex> items, std::span<const double> scores,
                       double weight) {
  expects(items.size() == scores.size(), "as many scores as items");
  Ranking ranking = rank_by_score(scores);
  Ballot ballot{.tie_end = std::move(ranking.tie_end), .weight = weight};
  for (const DocIndex place : ranking.order) {
    ballot.order.push_back(items[place]);
    ballot.score.push_back(scores[place]);
  }
  return ballot;
}

Election::Election(std::size_t item_count, std::vector<Ballot> ballots,
                   std::vector<ItemIndex> initial)
    : ballots_(std::move(ballots)), initial_(std::move(initial)), place_(item_count) {
  if (initial_.empty()) {
    initial_.resize(item_count);
    std::iota(initial_.begin(), initial_.end(), ItemIndex{0});
  }
  check_items(initial_, item_count, "initial order");
  if (initial_.size() != item_count) {
    throw UsageError("initial order: found " + to_text(initial_.size()) + " items, expected " +
                     to_text(item_count));
  }
  check_weights(ballots_);
  for (std::size_t voter = 0; voter < ballots_.size(); ++voter) {
    const std::string who = "ballot " + to_text(voter);
    check_items(ballots_[voter].order, item_count, who);
    check_ties(ballots_[voter], who);
    check_scores(ballots_[voter], who);
  }
  for (std::size_t place = 0; place < item_count; ++place) place_[initial_[place]] = place;
}

std::vector<ItemIndex> completed(const Ballot& ballot, const Election& election,
                                 std::size_t depth) {
  const std::size_t counted = ballot.counted_ranks(depth);
  std::vector<ItemIndex> order(ballot.order.begin(),
                               ballot.order.begin() + static_cast<std::ptrdiff_t>(counted));
  const auto is_before = [&](ItemIndex a, ItemIndex b) { return election.is_before(a, b); };
  for (std::size_t rank = 0; rank < counted; rank = ballot.end_of_tie(rank)) {
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(rank),
              order.begin() + static_cast<std::ptrdiff_t>(ballot.end_of_tie(rank)), is_before);
  }
  std::vector<bool> is_listed(election.item_count(), false);
  for (const ItemIndex item : order) is_listed[item] = true;
  for (const ItemIndex item : election.initial()) {
    if (!is_listed[item]) order.push_back(item);
  }
  return order;
}

}  // namespace podium
