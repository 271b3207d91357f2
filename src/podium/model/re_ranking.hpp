#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "podium/base/boxed.hpp"
#include "podium/base/options.hpp"
#include "podium/base/workspace.hpp"
#include "podium/data/dataset.hpp"

namespace podium {

struct NamedRanker;  // where all kinds of models are known: model.hpp
struct Voter;

/// How the lists of several rankers become one: a row of aggregators() with its options.
struct AggregationChoice {
  std::string method = "skr";
  OptionText options;

  bool operator==(const AggregationChoice&) const = default;
};

/// Reads "skr" or "skr(sort=quick,missing=paper)"; throws UsageError for what no aggregator knows.
AggregationChoice parse_aggregation(std::string_view text);
std::string to_text(const AggregationChoice& choice);

/// A ranking in two stages. The first ranker orders a query; its first t documents are ordered
/// again by the voters, whose lists are aggregated; what is below keeps the first order. [Cheng15]
///
///   t = min(top, n);   of each voter's order of the t documents its first k places count,
///   k = depth, or max(1, floor(t / 2)) when depth is 0; a tie that begins there counts as a whole
///   score = n - place,  places from 1
///
/// The first order breaks the ties of the aggregation. Without voters it stays as it is. Scores say
/// nothing but the places, and a document has none without the other documents of its query.
struct ReRanking {
  Boxed<NamedRanker> first;
  std::vector<Voter> voters;
  std::size_t top = 100;
  std::size_t depth = 0;
  AggregationChoice aggregation;

  std::size_t feature_count() const noexcept;
  /// Also: parts are no re-rankings and have the same features, weights are not negative, and there
  /// is such an aggregation.
  bool is_whole() const;
  bool accepts_missing() const noexcept;
  /// If a part finds scores that are not finite, these are the scores, so that whoever asked can
  /// say of which document.
  void score(const FeatureRows& rows, std::span<double> scores, Workspace& workspace) const;

  bool operator==(const ReRanking& other) const;
};

}  // namespace podium
