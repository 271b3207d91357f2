#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <string_view>

#include "podium/learning/loss/loss.hpp"
#include "podium/learning/loss/number_or_word.hpp"
#include "podium/learning/loss/structural/top_query.hpp"

namespace podium {

/// search=golden: the order is found as in the paper.
struct GoldenSearch {
  static constexpr std::string_view name = "golden";
  static constexpr std::size_t value = std::numeric_limits<std::size_t>::max();
};

struct TopSlackOptions {
  TopMeasure measure = TopMeasure::ndcg;
  std::size_t cutoff = 10;
  TopTies ties = TopTies::average;
  TopPsi psi = TopPsi::position;
  LabelGain gain = LabelGain::automatic;
  std::size_t search = 10'000;

  TopSettings settings() const { return {measure, cutoff, ties, psi, gain}; }

  static auto fields() {
    return joined_fields(
        top_fields<TopSlackOptions>(),
        std::array{field_or_word<GoldenSearch>(
            "search", &TopSlackOptions::search, std::size_t{0}, std::size_t{1'000'000'000},
            "ndcg: maximum number of partial orders to try; 0: take the best order that sorting "
            "finds; golden: search as in the paper, for both measures")});
  }
};

/// TopSlack: structural SVM with slack scaling for the first K places. [Cheng15]
///
///   l(s) = max over orders y of  loss(y) * (1 + score(y) - score(ideal))
///
/// with loss and score as in top_query.hpp. Orders that lose nothing cannot violate anything, so 0
/// is the least value. The maximum is that of slack_violation.hpp: exact for precision, for ndcg as
/// long as `search` suffices, and never too large. Convex like TopMargin where it is exact; where
/// it is not, value and gradient still are those of a plane that the exact loss never falls below,
/// which is what a cutting-plane method needs of them.
///
/// Unlike the paper, the search needs no slack xi from outside: the paper's minimises a variational
/// bound of score - xi / loss, which need not find the order of the largest violation. search =
/// golden does that (golden_search.hpp).
class TopSlack final : public Loss {
 public:
  explicit TopSlack(const TopSlackOptions& options = {}) : options_(options) {}

  bool prepare(const TruthView& truth, std::span<const DocIndex> order,
               std::span<double> target) const override;
  double accumulate_curved(const LossQuery& query, std::span<const double> scores, double weight,
                           std::span<double> gradient, const CurvatureSink& curvature,
                           Workspace& workspace) const override;

 private:
  TopSlackOptions options_;
};

}  // namespace podium
