#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/core/data/ranking.hpp"
#include "podium/core/data/truth.hpp"

namespace podium {

/// What a measure looks at: an order of documents and what the judges said, with the parts that
/// many measures need prepared once. Documents that were judged but not retrieved are in the
/// truth and not in the order. Documents that were retrieved but not judged (a negative label) are
/// in the order, where they are not relevant, and not in the ideal list.
class JudgedRanking {
 public:
  /// `truth` and `ranking` must outlive the object. With `average_ties` a measure is to give its
  /// mean over all orders of equally scored documents.
  JudgedRanking(const TruthView& truth, const Ranking& ranking, bool average_ties = false);

  const TruthView& truth() const noexcept { return truth_; }
  std::span<const DocIndex> order() const noexcept { return ranking_->order; }
  std::span<const std::uint32_t> tie_end() const noexcept { return ranking_->tie_end; }
  bool average_ties() const noexcept { return average_ties_; }

  /// Length of the ranked list.
  std::size_t size() const noexcept { return ranking_->order.size(); }

  /// Label at each rank.
  std::span<const double> ranked_label() const noexcept { return ranked_; }

  /// Labels of all judged documents, descending: the ideal list.
  std::span<const double> ideal_label() const noexcept { return ideal_; }

  /// One past the last rank that shares the lot of `rank`: of its group of equal scores when ties
  /// are averaged, else of itself alone.
  std::size_t group_end(std::size_t rank) const noexcept {
    return average_ties_ ? tie_end()[rank] : rank + 1;
  }

  /// f(label) at the first `count` ranks; with average_ties, its mean over each group of equal
  /// scores (a group that crosses `count` is averaged whole).
  template <class Function>
  std::vector<double> values_by_rank(std::size_t count, Function&& f) const {
    std::vector<double> values(count < size() ? count : size());
    for (std::size_t rank = 0; rank < values.size();) {
      const std::size_t end = group_end(rank);
      double sum = 0.0;
      for (std::size_t r = rank; r < end; ++r) sum += f(ranked_[r]);
      const double mean = sum / static_cast<double>(end - rank);
      for (; rank < end && rank < values.size(); ++rank) values[rank] = mean;
    }
    return values;
  }

 private:
  TruthView truth_;
  const Ranking* ranking_;
  bool average_ties_;
  std::vector<double> ranked_;
  std::vector<double> ideal_;
};

}  // namespace podium
