#include "podium/learning/loss/structural/top_query.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "podium/learning/loss/pairs/pair_set.hpp"
#include "podium/learning/loss/structural/select_first.hpp"

namespace podium {

namespace {

/// Unlike the paper's, these gains are not 1: with R < K relevant documents its ideal orders lose
/// 1 - R/K, where its own condition says 0.
bool write_precision_gains(std::size_t cutoff, const TruthView& truth,
                           std::span<const DocIndex> order, std::span<double> target) {
  const auto relevant = static_cast<std::size_t>(
      std::ranges::count_if(truth.label, [](double label) { return label > 0.0; }));
  if (relevant == 0 || relevant == order.size() || cutoff >= order.size()) return false;
  const double gain = static_cast<double>(cutoff) / static_cast<double>(std::min(relevant, cutoff));
  for (std::size_t place = 0; place < order.size(); ++place) {
    target[place] = place < relevant ? gain : 0.0;
  }
  return true;
}

std::span<const double> place_weights(const TopSettings& settings, std::size_t n,
                                      Workspace& workspace) {
  const auto weight = workspace.take<double>(std::min(settings.cutoff, n));
  for (std::size_t place = 0; place < weight.size(); ++place) {
    weight[place] = settings.measure == TopMeasure::ndcg
                        ? discount(Discount::log2, place)
                        : 1.0 / static_cast<double>(settings.cutoff);
  }
  return weight;
}

std::span<const double> ideal_weights(TopTies ties, std::span<const double> weight,
                                      std::span<const double> gain, Workspace& workspace) {
  const auto ideal = workspace.zeros<double>(gain.size());
  std::copy(weight.begin(), weight.end(), ideal.begin());
  if (ties == TopTies::shuffled) return ideal;
  for (std::size_t begin = 0; begin < weight.size();) {
    const auto tied = gain.subspan(begin);
    const auto count = static_cast<std::size_t>(
        std::ranges::find_if(tied, [&](double other) { return other != tied.front(); }) -
        tied.begin());
    const auto group = ideal.subspan(begin, count);
    const double mean =
        std::accumulate(group.begin(), group.end(), 0.0) / static_cast<double>(count);
    std::ranges::fill(group, mean);
    begin += count;
  }
  return ideal;
}

}  // namespace

bool write_top_gains(const TopSettings& settings, const TruthView& truth,
                     std::span<const DocIndex> order, std::span<double> target) {
  return settings.measure == TopMeasure::ndcg
             ? write_normalised_gains(settings.gain, settings.cutoff, truth, order, target)
             : write_precision_gains(settings.cutoff, truth, order, target);
}

TopQuery::TopQuery(const TopSettings& settings, const LossQuery& query,
                   std::span<const double> scores, Workspace& workspace)
    : documents_(query.order),
      weight_(place_weights(settings, scores.size(), workspace)),
      gain_(query.target),
      ideal_weight_(ideal_weights(settings.ties, weight_, gain_, workspace)),
      value_(workspace.take<double>(scores.size())),
      sorted_(workspace.take<std::uint32_t>(scores.size())) {
  const std::span<double> score = gathered(query.order, scores, workspace);
  if (settings.psi == TopPsi::literal) {
    const std::span<double> label = gathered(query.order, query.truth.label, workspace);
    for (double& factor : label) factor = std::max(0.0, factor);
    for (std::size_t place = 0; place < score.size(); ++place) score[place] *= label[place];
    slope_ = label;
  }
  score_ = score;
  for (std::size_t place = 0; place < score.size(); ++place) {
    ideal_score_ += ideal_weight_[place] * score[place];
  }
}

TopOrder TopQuery::best_order(double lambda, Workspace& workspace) const {
  std::iota(sorted_.begin(), sorted_.end(), std::uint32_t{0});
  if (std::isinf(lambda)) {
    select_first(sorted_, cutoff(), [this](std::uint32_t one, std::uint32_t other) {
      return std::tuple(gain_[one], -score_[one], one) <
             std::tuple(gain_[other], -score_[other], other);
    });
  } else {
    for (std::size_t place = 0; place < size(); ++place) {
      value_[place] = score_[place] - lambda * gain_[place];
    }
    select_first(sorted_, cutoff(), [this](std::uint32_t one, std::uint32_t other) {
      return value_[one] != value_[other] ? value_[one] > value_[other] : one < other;
    });
  }
  const auto places = workspace.take<std::uint32_t>(cutoff());
  std::copy_n(sorted_.begin(), places.size(), places.begin());
  return order_of(places);
}

TopOrder TopQuery::order_of(std::span<const std::uint32_t> places) const noexcept {
  TopOrder order{.places = places};
  for (std::size_t p = 0; p < places.size(); ++p) {
    // Against the ideal order's gain at the same place: an order as good loses exactly 0.
    order.loss += weight_[p] * (gain_[p] - gain_[places[p]]);
    order.score += weight_[p] * score_[places[p]];
  }
  order.loss = std::max(0.0, order.loss);
  return order;
}

void TopQuery::add_difference(const TopOrder& order, double factor, std::span<double> gradient,
                              Workspace& workspace) const {
  const auto change = workspace.take<double>(size());
  for (std::size_t place = 0; place < size(); ++place) change[place] = -ideal_weight_[place];
  for (std::size_t p = 0; p < order.places.size(); ++p) change[order.places[p]] += weight_[p];
  for (std::size_t place = 0; place < size(); ++place) {
    change[place] *= slope_.empty() ? factor : factor * slope_[place];
  }
  add_scattered(documents_, change, gradient);
}

}  // namespace podium
