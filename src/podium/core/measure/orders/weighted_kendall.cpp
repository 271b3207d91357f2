#include "podium/core/measure/orders/weighted_kendall.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/core/kernels/fenwick.hpp"
#include "podium/core/measure/gain.hpp"
#include "podium/core/measure/orders/strict_order.hpp"

namespace podium {

namespace {

/// m_j for each place of `order`.
std::vector<std::uint64_t> mistakes_by_place(const JudgedRanking& judged,
                                             std::span<const DocIndex> order,
                                             const WeightedKendallOptions& options) {
  const ScoreGroups groups(judged);
  std::vector<bool> is_placed(judged.truth().size(), false);
  for (const DocIndex doc : order) is_placed[doc] = true;
  std::vector<std::uint64_t> counts(groups.count);
  Fenwick lower{std::span(counts)};  // groups of the documents truly below the place
  for (std::size_t doc = 0; doc < is_placed.size(); ++doc) {
    const bool is_below = !is_placed[doc] && is_judged(judged.truth().label[doc]);
    if (is_below) lower.add(groups.of_document[doc], 1);
  }
  std::vector<std::uint64_t> mistakes(order.size());
  for (std::size_t place = order.size(); place-- > 0;) {
    const std::size_t group = groups.of_document[order[place]];
    const bool ties_count = options.ties == WeightedKendallOptions::Ties::count;
    mistakes[place] = lower.prefix(ties_count ? group + 1 : group);
    if (options.capped) mistakes[place] = std::min<std::uint64_t>(mistakes[place], 1);
    lower.add(group, 1);
  }
  return mistakes;
}

/// l_j for each place of `order`: n - j of all judged documents, or the label that the truth gives,
/// which is the one that kappa-NDCG looks at.
std::vector<double> labels_of_places(const JudgedRanking& judged, std::span<const DocIndex> order,
                                     const WeightedKendallOptions& options) {
  const bool is_kappa = options.weights == WeightedKendallOptions::Weights::kappa;
  const std::size_t documents = judged.ideal_label().size();
  std::vector<double> labels;
  for (std::size_t place = 0; place < order.size(); ++place) {
    labels.push_back(is_kappa ? judged.truth().label[order[place]]
                              : static_cast<double>(documents - 1 - place));
  }
  return labels;
}

std::vector<double> weights_of_places(const JudgedRanking& judged, std::span<const DocIndex> order,
                                      const WeightedKendallOptions& options) {
  if (options.weights == WeightedKendallOptions::Weights::one) {
    return std::vector<double>(order.size(), 1.0);
  }
  std::vector<double> weights = labels_of_places(judged, order, options);
  const bool may_scale = options.normalised && !weights.empty();
  const ScaledGain gain(Gain::exponential, may_scale ? weights.front() : 0.0);
  for (std::size_t place = 0; place < order.size(); ++place) {
    weights[place] = gain(weights[place]) * discount(Discount::log2, place);
  }
  return weights;
}

double weighted_sum(std::span<const DocIndex> order, std::span<const double> weights,
                    std::span<const std::uint64_t> mistakes, Explanation* explanation) {
  double sum = 0.0;
  for (std::size_t place = 0; place < order.size(); ++place) {
    const double term = weights[place] * static_cast<double>(mistakes[place]);
    if (mistakes[place] > 0) sum += term;  // also keeps inf * 0 out
    if (explanation != nullptr) {
      explanation->terms.rows.push_back({place + 1, order[place] + std::size_t{1}, mistakes[place],
                                         Cell(weights[place], 6), Cell(sum, 6)});
    }
  }
  return sum;
}

}  // namespace

MeasureFunction make_weighted_kendall(const OptionText& text, std::size_t cutoff,
                                      const Profile& /*profile*/) {
  return [options = parse_options<WeightedKendallOptions>(text), cutoff](
             const JudgedRanking& judged, Explanation* explanation) -> std::optional<double> {
    if (explanation != nullptr) {
      explanation->formula = "sum over true places of weight * documents wrongly above";
      explanation->terms.columns = {"place", "document", "wrongly above", "weight", "sum"};
    }
    const auto order = strict_order(judged, cutoff, "wkt");
    const auto mistakes = mistakes_by_place(judged, order, options);
    const auto weights = weights_of_places(judged, order, options);
    const double sum = weighted_sum(order, weights, mistakes, explanation);
    if (options.normalised) {
      double all = 0.0;
      for (const double weight : weights) all += weight;
      if (explanation != nullptr) explanation->totals = {{"sum", sum}, {"weights", all}};
      return all > 0.0 ? sum / all : 0.0;
    }
    if (!std::isfinite(sum)) {
      throw NumericError("wkt: the weight of a place overflows; use wkt(normalised=true)");
    }
    return sum;
  };
}

}  // namespace podium
