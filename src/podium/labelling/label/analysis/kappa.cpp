#include "podium/labelling/label/analysis/kappa.hpp"

#include <cmath>
#include <limits>

namespace podium::labelling {

namespace {

constexpr double no_kappa = std::numeric_limits<double>::quiet_NaN();

double gap(std::size_t a, std::size_t b) {
  return std::abs(static_cast<double>(a) - static_cast<double>(b));
}

double weight_of(Disagreement weight, std::size_t a, std::size_t b) {
  switch (weight) {
    case Disagreement::linear:
      return gap(a, b);
    case Disagreement::quadratic:
      return gap(a, b) * gap(a, b);
    case Disagreement::nominal:
      break;
  }
  return a == b ? 0.0 : 1.0;
}

/// Squared difference of categories a < b of which there are so many.
double squared_difference(AlphaMetric metric, std::span<const double> count, std::size_t a,
                          std::size_t b) {
  switch (metric) {
    case AlphaMetric::ordinal: {
      double between = -0.5 * (count[a] + count[b]);
      for (std::size_t c = a; c <= b; ++c) between += count[c];
      return between * between;
    }
    case AlphaMetric::interval:
      return gap(a, b) * gap(a, b);
    case AlphaMetric::nominal:
      break;
  }
  return 1.0;
}

}  // namespace

double cohen_kappa(const CountMatrix& answers, Disagreement weight) {
  const double total = answers.total();
  if (total == 0.0) return no_kappa;
  double observed = 0.0;
  double expected = 0.0;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    for (std::size_t j = 0; j < answers.size(); ++j) {
      const double w = weight_of(weight, i, j);
      observed += w * answers.at(i, j);
      expected += w * answers.row_sum(i) * answers.column_sum(j) / total;
    }
  }
  return expected == 0.0 ? 1.0 : 1.0 - observed / expected;
}

void add_coincidences(CountMatrix& matrix, std::span<const std::uint32_t> values) {
  if (values.size() < 2) return;
  const double share = 1.0 / static_cast<double>(values.size() - 1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < values.size(); ++j) {
      if (i != j) matrix.at(values[i], values[j]) += share;
    }
  }
}

double fleiss_kappa(const CountMatrix& coincidences) {
  const double total = coincidences.total();
  if (total == 0.0) return no_kappa;
  double expected = 0.0;
  for (std::size_t c = 0; c < coincidences.size(); ++c) {
    const double share = coincidences.row_sum(c) / total;
    expected += share * share;
  }
  const double observed = coincidences.trace() / total;
  return expected == 1.0 ? 1.0 : (observed - expected) / (1.0 - expected);
}

double krippendorff_alpha(const CountMatrix& coincidences, AlphaMetric metric) {
  const double total = coincidences.total();
  if (total == 0.0) return no_kappa;
  std::vector<double> count;
  for (std::size_t c = 0; c < coincidences.size(); ++c) count.push_back(coincidences.row_sum(c));
  double observed = 0.0;
  double expected = 0.0;
  for (std::size_t a = 0; a < count.size(); ++a) {
    for (std::size_t b = a + 1; b < count.size(); ++b) {
      const double d = squared_difference(metric, count, a, b);
      observed += d * (coincidences.at(a, b) + coincidences.at(b, a));
      expected += 2.0 * d * count[a] * count[b];
    }
  }
  return expected == 0.0 ? 1.0 : 1.0 - (total - 1.0) * observed / expected;
}

}  // namespace podium::labelling
