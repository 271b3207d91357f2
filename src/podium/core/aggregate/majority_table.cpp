#include "podium/core/aggregate/majority_table.hpp"

#include <algorithm>
#include <cmath>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

namespace {

// 20,000 items take 3.2 GB.
constexpr std::size_t max_items = 20'000;

std::size_t checked_size(const Election& election) {
  if (election.item_count() <= max_items) return election.item_count();
  throw UsageError("found an election of " + to_text(election.item_count()) +
                   " items, expected at most " + to_text(max_items) +
                   " for a table of all pairs; use borda or rrf, which do not need one");
}

}  // namespace

MajorityTable::MajorityTable(const Election& election, const TableOptions& options)
    : size_(checked_size(election)), weight_(size_ * size_, 0.0) {
  for (const Ballot& ballot : election.ballots()) add(ballot, options);
  equate_rounded();
}

void MajorityTable::equate_rounded() {
  for (std::size_t a = 0; a < size_; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      double& over = weight_[a * size_ + b];
      double& under = weight_[b * size_ + a];
      if (std::abs(over - under) <= 1e-12 * (over + under)) over = under = std::min(over, under);
    }
  }
}

void MajorityTable::add(const Ballot& ballot, const TableOptions& options) {
  const std::size_t end = ballot.counted_ranks(options.depth);
  for (std::size_t rank = 0; rank < end; ++rank) {
    double* const row = weight_.data() + ballot.order[rank] * size_;
    for (std::size_t below = ballot.end_of_tie(rank); below < end; ++below) {
      row[ballot.order[below]] += ballot.weight;
    }
  }
  if (options.missing == MissingRule::paper) return;
  std::vector<bool> is_listed(size_, false);
  for (std::size_t rank = 0; rank < end; ++rank) is_listed[ballot.order[rank]] = true;
  for (std::size_t rank = 0; rank < end; ++rank) {
    double* const row = weight_.data() + ballot.order[rank] * size_;
    for (std::size_t item = 0; item < size_; ++item) {
      if (!is_listed[item]) row[item] += ballot.weight;
    }
  }
}

double kemeny_cost(std::span<const ItemIndex> order, const MajorityTable& table) {
  const auto is_there = [&](ItemIndex item) { return item < table.size(); };
  expects(std::ranges::all_of(order, is_there), "items of the table");
  double cost = 0.0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    for (std::size_t below = rank + 1; below < order.size(); ++below) {
      cost += table(order[below], order[rank]);
    }
  }
  return cost;
}

}  // namespace podium
