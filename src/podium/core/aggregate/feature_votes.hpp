#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "podium/core/aggregate/election.hpp"
#include "podium/core/data/dataset.hpp"

namespace podium {

/// Which way the values of a feature point.
enum class VoteOrientation {
  rank,   ///< small is better
  score,  ///< large is better
};

/// An election in which each feature of a query is a voter: it lists the documents of which it has
/// a value. Ranks become scores by their sign; documents keep the order of the data where nobody
/// says otherwise. `weights` holds one per feature, or is empty when all count 1.
Election feature_election(const QueryView& query, VoteOrientation orientation,
                          std::span<const double> weights = {});

/// What the labels of a data set say of the orientation of its features.
struct OrientationEvidence {
  double correlation = 0.0;  ///< mean of Spearman's, values against labels, over `lists`
  std::size_t lists = 0;     ///< features of queries whose values and labels both differ

  /// score when the correlation is positive, rank when it is negative, nothing when it is 0.
  std::optional<VoteOrientation> orientation() const;
};

/// Looks at every feature of every query; documents that lack the value or a judgement are left
/// out.
OrientationEvidence orientation_by_labels(const Dataset& data);

}  // namespace podium
