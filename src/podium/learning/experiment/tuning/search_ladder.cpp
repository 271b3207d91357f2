#include "podium/learning/experiment/tuning/search_ladder.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace podium {

namespace {

constexpr std::size_t share_count = 9;

/// Shares of the queries that the fold trains on.
SearchLadder ladder_of_shares(const Dataset& pool, TuneFold fold, std::uint64_t seed) {
  const Dataset train = take_queries(pool, fold.train);
  const std::size_t parts = std::min(share_count, queries_with_preferences(train).size());
  SearchLadder ladder;
  if (parts > 1) {
    const std::vector<QueryList> cut = inner_folds(train, parts, seed);
    std::size_t last = 0;
    for (const std::size_t count : {(parts + 8) / 9, (parts + 2) / 3}) {
      if (count == last || count == parts) continue;
      last = count;
      QueryList queries;
      for (std::size_t p = 0; p < count; ++p) {
        for (const std::size_t q : cut[p]) queries.push_back(fold.train[q]);
      }
      std::ranges::sort(queries);
      ladder.rungs.push_back({{ladder.folds.size()}});
      ladder.names.push_back(fmt::format(
          "{:.0f} % of the queries",
          100.0 * static_cast<double>(queries.size()) / static_cast<double>(fold.train.size())));
      ladder.folds.push_back({std::move(queries), fold.held_out});
    }
  }
  ladder.rungs.push_back({{ladder.folds.size()}});
  ladder.names.emplace_back("all queries");
  ladder.folds.push_back(std::move(fold));
  return ladder;
}

}  // namespace

SearchLadder inner_ladder(const Dataset& pool, std::uint64_t seed) {
  std::vector<TuneFold> folds = inner_tune_folds(pool, seed);
  if (folds.size() == 1) return ladder_of_shares(pool, std::move(folds.front()), seed);
  SearchLadder ladder{.folds = std::move(folds)};
  const std::size_t all = ladder.folds.size();
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}, all}) {
    if (!ladder.rungs.empty() && count == ladder.rungs.back().folds.size()) continue;
    Rung rung{std::vector<std::size_t>(count)};
    std::iota(rung.folds.begin(), rung.folds.end(), std::size_t{0});
    ladder.rungs.push_back(std::move(rung));
    ladder.names.push_back(fmt::format("{} of {} folds", count, all));
  }
  return ladder;
}

SearchLadder split_ladder(const Dataset& train, const Dataset* vali, std::uint64_t seed) {
  // The queries of the training data come first, so that their numbers are those of the pool.
  return ladder_of_shares(train, split_fold(train, vali), seed);
}

}  // namespace podium
