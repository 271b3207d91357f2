#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "podium/core/base/workspace.hpp"
#include "podium/learning/loss/loss.hpp"
#include "podium/learning/loss/normalised_gain.hpp"

namespace podium {

// What TopMargin and TopSlack share. Both look at orders y of a query's documents by two sums over
// the first K places: how much an order loses against an ideal one, and what the scores s give it,
//
//   loss(y)  = 1 - sum over places p <= K of  a(p) * b(document at p)
//   score(y) =     sum over places p <= K of  a(p) * s(document at p)                    [Cheng15]
//
//   ndcg        a(p) = 1 / log2(1 + p),   b = gain / DCG@K of an ideal order: loss = 1 - NDCG@K
//   precision   a(p) = 1 / K,   b = K / min(R, K) for the R documents with a label of 1 or more,
//               0 for the others: loss = 1 - P@K over the largest P@K
//
// Since both sums have the same a, the order of the largest score + lambda * loss is that by
// descending s - lambda * b, for any lambda >= 0.

enum class TopMeasure { ndcg, precision };
inline constexpr std::array<std::string_view, 2> top_measure_names = {"ndcg", "precision"};

/// Which of the ideal orders stands for all: where documents of equal gain swap places the loss
/// stays 0 and the score changes.
enum class TopTies {
  average,   ///< none: each such document gets the mean of the weights a of their places
  shuffled,  ///< LossQuery::order
};
inline constexpr std::array<std::string_view, 2> top_ties_names = {"average", "shuffled"};

/// What the scores of an order are made of.
enum class TopPsi {
  position,  ///< a(p) * s
  literal,   ///< a(p) * label * s: the paper's formula to the letter
};
inline constexpr std::array<std::string_view, 2> top_psi_names = {"position", "literal"};

/// The options of a loss that has them as members.
template <class Self>
auto top_fields() {
  return std::array{
      field("measure", &Self::measure, top_measure_names, "loss of an order: 1 - measure@K"),
      field("cutoff", &Self::cutoff, std::size_t{1}, std::size_t{1'000'000'000},
            "K, the number of top places that count"),
      field(
          "ties", &Self::ties, top_ties_names,
          "documents of equal gain in the ideal order: average over their places, or shuffle them"),
      field("psi", &Self::psi, top_psi_names,
            "contribution of a document to the score of an order: its score, or label times score"),
      field("gain", &Self::gain, label_gain_names, label_gain_help),
  };
}

struct TopSettings {
  TopMeasure measure = TopMeasure::ndcg;
  std::size_t cutoff = 10;
  TopTies ties = TopTies::average;
  TopPsi psi = TopPsi::position;
  LabelGain gain = LabelGain::automatic;

  static auto fields() { return top_fields<TopSettings>(); }
};

/// target[place] = b of the document at that place of `order`. Returns whether there is an order
/// that loses anything.
bool write_top_gains(const TopSettings& settings, const TruthView& truth,
                     std::span<const DocIndex> order, std::span<double> target);

/// The first places of an order. Documents are known by their place in LossQuery::order.
struct TopOrder {
  std::span<const std::uint32_t> places;
  double loss = 0.0;
  double score = 0.0;
};

/// One query in one pass, by place of LossQuery::order. The memory is the workspace's.
class TopQuery {
 public:
  TopQuery(const TopSettings& settings, const LossQuery& query, std::span<const double> scores,
           Workspace& workspace);

  std::size_t size() const noexcept { return gain_.size(); }
  std::size_t cutoff() const noexcept { return weight_.size(); }       ///< at most size()
  std::span<const double> weight() const noexcept { return weight_; }  ///< a of the first cutoff()
  std::span<const double> gain() const noexcept { return gain_; }      ///< b, descending
  std::span<const double> score() const noexcept { return score_; }

  /// Score of the order that stands for the ideal ones.
  double ideal_score() const noexcept { return ideal_score_; }

  /// How far an order's score is from staying 1 below the ideal one.
  double shortfall(const TopOrder& order) const noexcept {
    return 1.0 + order.score - ideal_score_;
  }

  /// V(y) = loss * shortfall, what slack scaling wants to be small.
  double violation(const TopOrder& order) const noexcept { return order.loss * shortfall(order); }

  /// The order of the largest score + lambda * loss. For an infinite lambda that of the largest
  /// loss, and among those of the largest score. O(n + K log K).
  TopOrder best_order(double lambda, Workspace& workspace) const;

  /// An order that begins with these places.
  TopOrder order_of(std::span<const std::uint32_t> places) const noexcept;

  /// Adds factor * d(score of the order - ideal_score())/dscores to `gradient`.
  void add_difference(const TopOrder& order, double factor, std::span<double> gradient,
                      Workspace& workspace) const;

 private:
  std::span<const DocIndex> documents_;
  std::span<const double> weight_;
  std::span<const double> gain_;
  std::span<const double> score_;
  std::span<const double> slope_;  ///< of score_ in the document's score; empty when all are 1
  std::span<const double> ideal_weight_;  ///< of each place's score in ideal_score_
  std::span<double> value_;               ///< scratch of best_order
  std::span<std::uint32_t> sorted_;       ///< scratch of best_order
  double ideal_score_ = 0.0;
};

}  // namespace podium
