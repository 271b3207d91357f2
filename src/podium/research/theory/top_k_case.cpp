#include "podium/research/theory/top_k_case.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/core/base/error.hpp"
#include "podium/core/measure/gain.hpp"
#include "podium/core/measure/ndcg.hpp"

namespace podium::research {

namespace {

/// 1 - NDCG of the ranking by score; both readings have relevant documents, so it is defined.
double one_minus_ndcg(const TopKCase& c, const WeakOrder& truth, std::size_t cutoff) {
  const MeasureFunction ndcg = make_ndcg({}, cutoff, Profile{.discount = c.discount});
  const Ranking ranking = rank_by_score(c.s);
  const auto value = ndcg(JudgedRanking(truth.view(), ranking), nullptr);
  expects(value.has_value(), "a document that gains something");
  return 1.0 - *value;
}

double inversions_of_place(const TopKCase& c, std::size_t place, Inversions inversions) {
  double count = 0.0;
  for (std::size_t below = place + 1; below < c.size(); ++below) {
    const double better = c.s[c.y[place]];
    const double worse = c.s[c.y[below]];
    if (better < worse || (inversions == Inversions::with_ties && better == worse)) count += 1.0;
  }
  return inversions == Inversions::capped ? std::min(1.0, count) : count;
}

}  // namespace

double TopKCase::label(std::size_t place) const noexcept {
  if (labels == Labels::full) return static_cast<double>(size() - 1 - place);
  return place < k ? static_cast<double>(k - place) : 0.0;
}

double TopKCase::alpha(std::size_t place) const noexcept {
  return ScaledGain(Gain::exponential, 0.0)(label(place)) * podium::discount(discount, place);
}

double TopKCase::largest_alpha() const noexcept {
  double most = 0.0;
  for (std::size_t place = 0; place < k; ++place) most = std::max(most, alpha(place));
  return most;
}

double TopKCase::ideal() const noexcept {
  double sum = 0.0;
  for (std::size_t place = 0; place < k; ++place) sum += alpha(place);
  return sum;
}

std::string in_words(std::span<const double> values) {
  return fmt::format("({:.6g})", fmt::join(values, ", "));
}

std::string in_words(const TopKCase& c) {
  Order from_one = c.y;
  for (DocIndex& doc : from_one) ++doc;
  return fmt::format("n = {}, k = {}, labels {}, discount {}, true order ({}), scores {}", c.size(),
                     c.k, c.labels == TopKCase::Labels::full ? "n - j" : "k + 1 - j",
                     c.discount == Discount::log2 ? "log2" : "letor", fmt::join(from_one, ", "),
                     in_words(c.s));
}

double literal_loss(const TopKCase& c) {
  GradedTruth truth{std::vector<double>(c.size(), 0.0)};
  for (std::size_t place = 0; place < c.k; ++place) truth.label[c.y[place]] = c.label(place);
  return one_minus_ndcg(c, weak_order(truth), no_cutoff);
}

double truncated_loss(const TopKCase& c) {
  const bool is_full = c.labels == TopKCase::Labels::full;
  return one_minus_ndcg(c, is_full ? c.full_truth() : c.top_k_truth(), c.k);
}

double inversion_loss(const TopKCase& c, Inversions inversions) {
  double sum = 0.0;
  for (std::size_t place = 0; place < c.k; ++place) {
    sum += c.alpha(place) * inversions_of_place(c, place, inversions);
  }
  return sum;
}

TopKCase random_case(RandomStream& stream, ScoreKind kind) {
  constexpr std::array scales = {0.01, 0.3, 1.0, 3.0};
  const std::size_t n = 2 + stream.below(8);
  TopKCase c{.y = input_order(n), .k = 1 + stream.below(n), .s = std::vector<double>(n)};
  stream.shuffle(std::span(c.y));
  for (double& score : c.s) {
    score = kind == ScoreKind::tied ? static_cast<double>(stream.below(4))
                                    : scales[stream.below(scales.size())] * stream.normal();
  }
  c.labels = stream.below(2) == 0 ? TopKCase::Labels::full : TopKCase::Labels::top_k;
  c.discount = stream.below(2) == 0 ? Discount::log2 : Discount::letor;
  return c;
}

TopKCase only_best_case(std::vector<double> scores) {
  const std::size_t n = scores.size();
  return {.y = input_order(n), .k = 1, .s = std::move(scores), .labels = TopKCase::Labels::top_k};
}

TopKCase worked_example() {
  return {.y = {4, 1, 2, 5, 0, 3}, .k = 3, .s = {0.9, 0.8, 0.8, 0.4, 0.3, 0.1}};
}

}  // namespace podium::research
