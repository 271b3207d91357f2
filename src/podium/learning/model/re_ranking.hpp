#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "podium/core/base/boxed.hpp"
#include "podium/core/base/options.hpp"
#include "podium/core/base/workspace.hpp"
#include "podium/core/data/dataset.hpp"
#include "podium/learning/model/pairwise_function.hpp"

namespace podium {

struct NamedRanker;  // defined in model.hpp, which knows all kinds
struct Voter;

/// The aggregation of the lists of several rankers: a row of aggregators() with its options.
struct AggregationChoice {
  std::string method = "skr";
  OptionText options;

  bool operator==(const AggregationChoice&) const = default;
};

/// Reads "skr" or "skr(sort=quick,missing=paper)"; throws UsageError for unknown names and options.
AggregationChoice parse_aggregation(std::string_view text);
std::string to_text(const AggregationChoice& choice);

/// A ranking in two stages. The first ranker orders a query; its first t documents are re-ranked
/// by aggregating the lists of the voters; the others keep the first order. [Cheng15]
///
///   t = min(top, n);   of each voter's order of the t documents its first k places count,
///   k = depth, or max(1, floor(t / 2)) when depth is 0; a tie that begins there counts as a whole
///   score = n - place,  places from 1
///
/// A pairwise function votes on every two of the t documents, see pairwise_ballots(). The first
/// order breaks the ties of the aggregation. Without any votes it is the result. Scores express
/// only the positions, so a single document without the others of its query has no score.
struct ReRanking {
  Boxed<NamedRanker> first;
  std::vector<Voter> voters;
  std::size_t top = 100;
  std::size_t depth = 0;
  AggregationChoice aggregation;
  std::optional<PairwiseFunction> pairwise = {};

  std::size_t feature_count() const noexcept;
  /// Also: parts are not re-rankings and have the same features, weights are not negative, and the
  /// aggregation exists and needs no scores if there is a pairwise function, which has none.
  bool is_whole() const;
  bool accepts_missing() const noexcept;
  /// If a part returns scores that are not finite, these are returned, so that the caller can name
  /// the document.
  void score(const FeatureRows& rows, std::span<double> scores, Workspace& workspace) const;

  bool operator==(const ReRanking& other) const;
};

}  // namespace podium
