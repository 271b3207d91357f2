#include "podium/learning/model/pairwise_function.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace podium {

namespace {

/// The matrix C with C(a, b) = c(a, b) and C(b, a) = -c(a, b).
std::vector<double> antisymmetric(const std::vector<double>& products, std::size_t size) {
  std::vector<double> matrix(size * size, 0.0);
  std::size_t next = 0;
  for (std::size_t a = 0; a < size; ++a) {
    for (std::size_t b = a + 1; b < size; ++b) {
      matrix[a * size + b] = products[next];
      matrix[b * size + a] = -products[next++];
    }
  }
  return matrix;
}

}  // namespace

bool PairwiseFunction::is_whole() const noexcept {
  const std::size_t m = crossed.size();
  const bool is_ascending =
      std::ranges::adjacent_find(crossed, std::greater_equal<>()) == crossed.end();
  return is_ascending && (m == 0 || crossed.back() < weights.size()) &&
         products.size() == m * (m == 0 ? 0 : m - 1) / 2 && vote >= 0.0;
}

std::vector<double> PairwiseFunction::values(const FeatureRows& rows,
                                             std::span<const DocIndex> documents) const {
  const std::size_t n = documents.size();
  const std::size_t m = crossed.size();
  const std::vector<double> matrix = antisymmetric(products, m);
  std::vector<double> score(n, 0.0);       // w.x
  std::vector<double> value(n * m, 0.0);   // of crossed features
  std::vector<double> turned(n * m, 0.0);  // C x
  std::vector<float> x(rows.columns());
  for (std::size_t i = 0; i < n; ++i) {
    rows[documents[i]].copy_to(x);
    for (std::size_t f = 0; f < weights.size(); ++f) score[i] += weights[f] * double{x[f]};
    for (std::size_t a = 0; a < m; ++a) value[i * m + a] = double{x[crossed[a]]};
    for (std::size_t a = 0; a < m; ++a) {
      for (std::size_t b = 0; b < m; ++b) {
        turned[i * m + a] += matrix[a * m + b] * value[i * m + b];
      }
    }
  }
  std::vector<double> g(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      double sum = score[i] - score[j];
      for (std::size_t a = 0; a < m; ++a) sum += value[i * m + a] * turned[j * m + a];
      g[i * n + j] = sum;
      g[j * n + i] = -sum;
    }
  }
  return g;
}

std::vector<Ballot> pairwise_ballots(std::span<const double> values, std::size_t items,
                                     double vote) {
  std::vector<Ballot> ballots;
  ballots.reserve(items * items);
  for (ItemIndex i = 0; i < items; ++i) {
    for (ItemIndex j = i + 1; j < items; ++j) {
      const double above = 1.0 / (1.0 + std::exp(-values[i * items + j]));
      ballots.push_back({.order = {i, j}, .tie_end = {}, .score = {}, .weight = vote * above});
      ballots.push_back(
          {.order = {j, i}, .tie_end = {}, .score = {}, .weight = vote * (1.0 - above)});
    }
  }
  return ballots;
}

}  // namespace podium
