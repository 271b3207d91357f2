#include "podium/learning/learn/pairwise_training.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "podium/core/data/query_blocks.hpp"
#include "podium/learning/optimise/lbfgs.hpp"

namespace podium {

namespace {

using Numbers = std::vector<double>;

bool is_pair(const TruthView& truth, std::size_t better, std::size_t worse) {
  return truth.level[better] > truth.level[worse] && truth.label[worse] >= 0.0;
}

std::size_t pairs_of(const TruthView& truth) {
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    for (std::size_t j = 0; j < truth.size(); ++j) pairs += is_pair(truth, i, j) ? 1U : 0U;
  }
  return pairs;
}

/// ln(1 + exp(-x)) without overflow.
double logistic_loss(double x) {
  return x > 0.0 ? std::log1p(std::exp(-x)) : std::log1p(std::exp(x)) - x;
}

struct FeatureSpread {
  ManySums<double> squares;  ///< around the mean of the query
  double rows = 0.0;

  FeatureSpread& operator+=(const FeatureSpread& other) {
    squares += other.squares;
    rows += other.rows;
    return *this;
  }
};

/// Standard deviations of features within queries.
Numbers deviations(const Dataset& data) {
  const std::size_t features = data.feature_count();
  const FeatureSpread zero{{Numbers(features, 0.0)}, 0.0};
  FeatureSpread all =
      QueryBlocks(data).sum(zero, [&](std::size_t q, FeatureSpread& sum, Workspace&) {
        const QueryView query = data[q];
        const std::vector<float> x = query.features.dense();
        const auto n = static_cast<double>(query.size());
        for (std::size_t f = 0; f < features; ++f) {
          double mean = 0.0;
          for (std::size_t d = 0; d < query.size(); ++d) mean += double{x[d * features + f]} / n;
          for (std::size_t d = 0; d < query.size(); ++d) {
            const double distance = double{x[d * features + f]} - mean;
            sum.squares.values[f] += distance * distance;
          }
        }
        sum.rows += n;
      });
  for (double& value : all.squares.values) value = std::sqrt(value / std::max(1.0, all.rows));
  return std::move(all.squares.values);
}

/// The features that matter most to a function of differences, ascending.
std::vector<std::uint32_t> most_important(const Numbers& weights, const Numbers& deviation,
                                          std::size_t count) {
  std::vector<std::uint32_t> features(weights.size());
  std::iota(features.begin(), features.end(), 0U);
  const auto worth = [&](std::uint32_t f) { return std::abs(weights[f]) * deviation[f]; };
  std::ranges::stable_sort(features,
                           [&](std::uint32_t a, std::uint32_t b) { return worth(a) > worth(b); });
  features.resize(std::min(count, features.size()));
  std::ranges::sort(features);
  return features;
}

}  // namespace

PairwiseRisk::PairwiseRisk(const Dataset& data, std::vector<std::uint32_t> crossed, double l2)
    : data_(data), crossed_(std::move(crossed)), l2_(l2), scale_(data.query_count(), 0.0) {
  const double weights = QueryBlocks(data).sum(0.0, [&](std::size_t q, double& sum, Workspace&) {
    const std::size_t pairs = pairs_of(data[q].truth);
    if (pairs == 0) return;
    sum += data[q].weight;
    scale_[q] = data[q].weight / static_cast<double>(pairs);
  });
  if (weights > 0.0) {
    for (double& scale : scale_) scale /= weights;
  }
}

std::size_t PairwiseRisk::dimension() const {
  const std::size_t m = crossed_.size();
  return data_.feature_count() + (m < 2 ? 0 : m * (m - 1) / 2);
}

PairwiseFunction PairwiseRisk::function(std::span<const double> w) const {
  const auto linear = w.first(data_.feature_count());
  const auto products = w.subspan(data_.feature_count());
  return {.weights = {linear.begin(), linear.end()},
          .crossed = crossed_,
          .products = {products.begin(), products.end()}};
}

double PairwiseRisk::add_query(const QueryView& query, const PairwiseFunction& at, double scale,
                               std::span<double> g) const {
  const std::size_t n = query.size();
  const std::size_t m = crossed_.size();
  const std::size_t features = data_.feature_count();
  const std::vector<float> x = query.features.dense();
  std::vector<DocIndex> all(n);
  std::iota(all.begin(), all.end(), DocIndex{0});
  const Numbers value = at.values(query.features, all);
  double loss = 0.0;
  Numbers derivative(n, 0.0);   // derivative by the linear part of each document
  Numbers partner(n * m, 0.0);  // sum over j of the derivative by g(i, j) times x_j
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (!is_pair(query.truth, i, j)) continue;
      loss += scale * logistic_loss(value[i * n + j]);
      const double slope = -scale / (1.0 + std::exp(value[i * n + j]));
      derivative[i] += slope;
      derivative[j] -= slope;
      for (std::size_t a = 0; a < m; ++a) {
        partner[i * m + a] += slope * double{x[j * features + crossed_[a]]};
      }
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    const std::span<const float> row = std::span(x).subspan(i * features, features);
    for (std::size_t f = 0; f < features; ++f) g[f] += derivative[i] * double{row[f]};
    std::size_t next = features;
    for (std::size_t a = 0; a < m; ++a) {
      for (std::size_t b = a + 1; b < m; ++b) {
        g[next++] += double{row[crossed_[a]]} * partner[i * m + b] -
                     double{row[crossed_[b]]} * partner[i * m + a];
      }
    }
  }
  return loss;
}

double PairwiseRisk::value_and_gradient(std::span<const double> w, std::span<double> g) const {
  const PairwiseFunction at = function(w);
  // The value is the last of the sums.
  ManySums<double> zero{Numbers(w.size() + 1, 0.0)};
  const ManySums<double> sums =
      QueryBlocks(data_).sum(zero, [&](std::size_t q, ManySums<double>& sum, Workspace&) {
        if (scale_[q] == 0.0) return;
        sum.values.back() +=
            add_query(data_[q], at, scale_[q], std::span(sum.values).first(w.size()));
      });
  double value = sums.values.back();
  for (std::size_t i = 0; i < w.size(); ++i) {
    g[i] = sums.values[i] + l2_ * w[i];
    value += 0.5 * l2_ * w[i] * w[i];
  }
  return value;
}

PairwiseFunction train_pairwise(const Dataset& data, const PairwiseOptions& options,
                                const std::function<bool(double objective)>& go_on) {
  const Lbfgs optimiser{.iterations = options.iterations};
  bool is_asked_to_stop = false;
  const Monitor monitor = [&](const Step& step) {
    is_asked_to_stop = go_on && !go_on(step.value);
    return !is_asked_to_stop;
  };
  const PairwiseRisk differences(data, {}, options.l2);
  Numbers w(differences.dimension(), 0.0);
  (void)optimiser.minimise(differences, w, monitor);
  if (options.crossed < 2 || is_asked_to_stop) return differences.function(w);
  const PairwiseRisk risk(data, most_important(w, deviations(data), options.crossed), options.l2);
  w.resize(risk.dimension(), 0.0);
  (void)optimiser.minimise(risk, w, monitor);
  return risk.function(w);
}

}  // namespace podium
