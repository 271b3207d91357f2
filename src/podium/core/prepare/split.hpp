#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "podium/core/data/dataset.hpp"

namespace podium {

/// Indices of queries in a data set.
using QueryList = std::vector<std::size_t>;

/// One fold of a cross-validation.
struct Fold {
  QueryList train;
  QueryList vali;
  QueryList test;
};

/// All queries: 0, 1, ..., or shuffled by the stream (seed, "", "split").
QueryList all_queries(std::size_t count, std::optional<std::uint64_t> shuffle_seed = {});

/// `parts` contiguous pieces whose sizes differ by at most 1, larger ones first. Throws UsageError
/// when there are fewer queries than parts.
std::vector<QueryList> cut_evenly(std::span<const std::size_t> queries, std::size_t parts);

/// Contiguous pieces that end at the rounded running sums of the fractions. Throws UsageError
/// unless the fractions are positive and sum to 1, or when a piece would be empty.
std::vector<QueryList> cut_by_fractions(std::span<const std::size_t> queries,
                                        std::span<const double> fractions);

/// As many folds as parts, three or more. Fold f (from 0) of K trains on the parts f, f+1, ...,
/// f+K-3, validates on f+K-2 and tests on f+K-1, all mod K; lists keep that order. K = 5 are the
/// folds of LETOR [Qin10].
std::vector<Fold> rotate_folds(std::span<const QueryList> parts);

/// The given queries; rows are numbered in the order of the list, so that writing them keeps it.
Dataset take_queries(const Dataset& data, std::span<const std::size_t> queries);

}  // namespace podium
