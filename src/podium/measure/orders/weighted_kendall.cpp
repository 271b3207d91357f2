#include "podium/measure/orders/weighted_kendall.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/base/error.hpp"
#include "podium/kernels/fenwick.hpp"
#include "podium/measure/gain.hpp"
#include "podium/measure/orders/strict_order.hpp"

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
    if (!is_placed[doc]) lower.add(groups.of_document[doc], 1);
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

std::vector<double> weights_of_places(std::size_t places, std::size_t documents,
                                      const WeightedKendallOptions& options) {
  using Weights = WeightedKendallOptions::Weights;
  if (options.weights == Weights::one) return std::vector<double>(places, 1.0);
  const std::size_t above = options.weights == Weights::gain ? documents : places + 1;
  const ScaledGain gain(Gain::exponential,
                        options.normalised ? static_cast<double>(above - 1) : 0.0);
  std::vector<double> weights(places);
  for (std::size_t place = 0; place < places; ++place) {
    weights[place] = gain(static_cast<double>(above - 1 - place)) * discount(Discount::log2, place);
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
    const auto weights = weights_of_places(order.size(), judged.truth().size(), options);
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
