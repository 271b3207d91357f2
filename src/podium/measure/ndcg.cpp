#include "podium/measure/ndcg.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/measure/gain.hpp"

namespace podium {

namespace {

ScaledGain gain_for(const JudgedRanking& judged, const Profile& profile) {
  return {profile.gain, judged.ideal_label().empty() ? 0.0 : judged.ideal_label().front()};
}

/// Sum of value * discount over the ranks, each product told to the explanation.
double discounted_sum(std::span<const double> values, const Profile& profile,
                      Explanation* explanation, const JudgedRanking& judged) {
  double sum = 0.0;
  for (std::size_t rank = 0; rank < values.size(); ++rank) {
    const double weight = discount(profile.discount, rank);
    const double term = values[rank] * weight;
    sum += term;
    if (explanation != nullptr) {
      explanation->terms.rows.push_back(
          {rank + 1, judged.order()[rank] + std::size_t{1}, Cell(judged.ranked_label()[rank], 2),
           Cell(values[rank], 6), Cell(weight, 6), Cell(term, 6), Cell(sum, 6)});
    }
  }
  return sum;
}

double ideal_sum(const JudgedRanking& judged, std::size_t cutoff, const ScaledGain& gain,
                 const Profile& profile) {
  double sum = 0.0;
  const auto ideal = judged.ideal_label();
  for (std::size_t rank = 0; rank < std::min(cutoff, ideal.size()); ++rank) {
    if (!(ideal[rank] > 0.0)) break;
    sum += gain(ideal[rank]) * discount(profile.discount, rank);
  }
  return sum;
}

void start(Explanation* explanation, const char* formula) {
  if (explanation == nullptr) return;
  explanation->formula = formula;
  explanation->terms.columns = {"rank", "document", "label", "gain", "discount", "term", "sum"};
}

}  // namespace

MeasureFunction make_dcg(const OptionText& options, std::size_t cutoff, const Profile& profile) {
  expects(options.empty(), "dcg to have no options");
  return [cutoff, profile](const JudgedRanking& judged, Explanation* explanation) {
    start(explanation, "sum of gain * discount");
    const ScaledGain gain(profile.gain, 0.0);
    const double sum =
        discounted_sum(judged.values_by_rank(cutoff, gain), profile, explanation, judged);
    if (!std::isfinite(sum)) {
      throw NumericError(
          "dcg: the gain of a label is too large for a number; ndcg, or a linear gain, has no "
          "such limit");
    }
    return std::optional(sum);
  };
}

MeasureFunction make_ndcg(const OptionText& options, std::size_t cutoff, const Profile& profile) {
  expects(options.empty(), "ndcg to have no options");
  return [cutoff, profile](const JudgedRanking& judged,
                           Explanation* explanation) -> std::optional<double> {
    start(explanation, "sum of gain * discount, divided by the same sum of the ideal list");
    const ScaledGain gain = gain_for(judged, profile);
    const double best = ideal_sum(judged, cutoff, gain, profile);
    const double sum =
        discounted_sum(judged.values_by_rank(cutoff, gain), profile, explanation, judged);
    if (explanation != nullptr) explanation->totals = {{"DCG", sum}, {"ideal DCG", best}};
    if (best == 0.0) return std::nullopt;
    const bool too_short = cutoff != no_cutoff && judged.size() < cutoff;
    if (too_short && profile.ndcg_short == ShortList::zero) return 0.0;
    return sum / best;
  };
}

MeasureFunction make_mean_ndcg(const OptionText& options, std::size_t cutoff,
                               const Profile& profile) {
  expects(options.empty() && cutoff == no_cutoff, "meanndcg to have no options");
  return [profile](const JudgedRanking& judged, Explanation* explanation) -> std::optional<double> {
    if (explanation != nullptr) {
      explanation->formula = "mean of NDCG@1 .. NDCG@n";
      explanation->terms.columns = {"k", "DCG@k", "ideal DCG@k", "NDCG@k"};
    }
    const auto ideal = judged.ideal_label();
    const ScaledGain gain = gain_for(judged, profile);
    if (judged.size() == 0 || ideal_sum(judged, 1, gain, profile) == 0.0) return std::nullopt;
    const std::vector<double> gains = judged.values_by_rank(judged.size(), gain);
    double dcg = 0.0;
    double best = 0.0;
    double total = 0.0;
    for (std::size_t rank = 0; rank < gains.size(); ++rank) {
      const double weight = discount(profile.discount, rank);
      dcg += gains[rank] * weight;
      best += gain(ideal[rank]) * weight;
      total += dcg / best;
      if (explanation != nullptr) {
        explanation->terms.rows.push_back(
            {rank + 1, Cell(dcg, 6), Cell(best, 6), Cell(dcg / best, 6)});
      }
    }
    return total / static_cast<double>(gains.size());
  };
}

}  // namespace podium
