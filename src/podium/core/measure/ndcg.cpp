#include "podium/core/measure/ndcg.hpp"

#include <algorithm>
#include <cmath>

#include "podium/core/base/error.hpp"
#include "podium/core/measure/gain.hpp"
#include "podium/core/measure/terms.hpp"

namespace podium {

namespace {

ScaledGain gain_for(const JudgedRanking& judged, const Profile& profile) {
  check_labels(judged.ideal_label(), profile);
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
    detail::add_term(explanation, judged, rank, {values[rank], weight, term, sum});
  }
  return sum;
}

/// Gains of the ideal list up to the cutoff.
std::vector<double> ideal_gains(const JudgedRanking& judged, std::size_t cutoff,
                                const ScaledGain& gain) {
  std::vector<double> gains;
  for (const double label : judged.ideal_label()) {
    if (!(label > 0.0) || gains.size() >= cutoff) break;
    gains.push_back(gain(label));
  }
  return gains;
}

double discounted_sum(std::span<const double> values, const Profile& profile) {
  double sum = 0.0;
  for (std::size_t rank = 0; rank < values.size(); ++rank) {
    sum += values[rank] * discount(profile.discount, rank);
  }
  return sum;
}

void start(Explanation* explanation, const char* formula) {
  detail::start_terms(explanation, formula, {"gain", "discount", "term", "sum"});
}

}  // namespace

MeasureFunction make_dcg(const OptionText& /*options*/, std::size_t cutoff,
                         const Profile& profile) {
  return [cutoff, profile](const JudgedRanking& judged, Explanation* explanation) {
    start(explanation, "sum of gain * discount");
    check_labels(judged.ideal_label(), profile);
    const ScaledGain gain(profile.gain, 0.0);
    const double sum =
        discounted_sum(judged.values_by_rank(cutoff, gain), profile, explanation, judged);
    if (!std::isfinite(sum)) {
      throw NumericError("dcg: the gain of a label overflows; use ndcg or a linear gain");
    }
    return std::optional(sum);
  };
}

MeasureFunction make_ndcg(const OptionText& /*options*/, std::size_t cutoff,
                          const Profile& profile) {
  return [cutoff, profile](const JudgedRanking& judged,
                           Explanation* explanation) -> std::optional<double> {
    start(explanation, "sum of gain * discount, divided by the same sum for the ideal list");
    const ScaledGain gain = gain_for(judged, profile);
    const double best = discounted_sum(ideal_gains(judged, cutoff, gain), profile);
    const double sum =
        discounted_sum(judged.values_by_rank(cutoff, gain), profile, explanation, judged);
    if (explanation != nullptr) explanation->totals = {{"DCG", sum}, {"ideal DCG", best}};
    if (best == 0.0) return std::nullopt;
    const bool too_short = cutoff != no_cutoff && judged.size() < cutoff;
    if (too_short && profile.ndcg_short == ShortList::zero) return 0.0;
    return sum / best;
  };
}

MeasureFunction make_mean_ndcg(const OptionText& /*options*/, std::size_t /*cutoff*/,
                               const Profile& profile) {
  return [profile](const JudgedRanking& judged, Explanation* explanation) -> std::optional<double> {
    detail::start_terms(explanation, "mean of NDCG@1 .. NDCG@n",
                        {"DCG@rank", "ideal DCG@rank", "NDCG@rank"});
    const ScaledGain gain = gain_for(judged, profile);
    std::vector<double> ideal = ideal_gains(judged, std::max(judged.size(), std::size_t{1}), gain);
    if (ideal.empty()) return std::nullopt;
    if (judged.size() == 0) return 0.0;
    ideal.resize(judged.size(), 0.0);
    const std::vector<double> gains = judged.values_by_rank(judged.size(), gain);
    double dcg = 0.0;
    double best = 0.0;
    double total = 0.0;
    for (std::size_t rank = 0; rank < gains.size(); ++rank) {
      const double weight = discount(profile.discount, rank);
      dcg += gains[rank] * weight;
      best += ideal[rank] * weight;
      total += dcg / best;
      detail::add_term(explanation, judged, rank, {dcg, best, dcg / best});
    }
    return total / static_cast<double>(gains.size());
  };
}

}  // namespace podium
