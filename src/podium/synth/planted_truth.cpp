#include "podium/synth/planted_truth.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace podium {

namespace {

constexpr std::size_t family_count = 4;

/// Mean and standard deviation of each shape of a standard normal.
struct Moments {
  double mean;
  double deviation;
};

constexpr std::array<Moments, 6> shape_moments = {{
    {0.5, 0.15},       // bell: 0.5 + 0.15 z
    {1.1331, 0.6039},  // skewed: exp(z / 2)
    {0.5, 0.29},       // even: logistic of 1.7 z
    {0.3707, 0.73},    // count: integer part of 1.5 z, 0 when negative
    {0.2119, 0.4086},  // binary: z above 0.8
    {0.5, 0.15},       // query_constant: as bell
}};

/// Cumulative shares of the shapes.
constexpr std::array<double, 6> shape_ends = {0.30, 0.50, 0.62, 0.80, 0.92, 1.0};

double six_decimals(double value) {
  return std::round(value * 1e6) / 1e6;
}

}  // namespace

PlantedTruth::PlantedTruth(std::size_t feature_count, std::uint64_t seed) {
  RandomStream random(seed, "", "planted truth");
  for (std::size_t f = 0; f < feature_count; ++f) {
    const double u = random.uniform();
    const auto place = std::ranges::upper_bound(shape_ends, u) - shape_ends.begin();
    Feature feature{.shape = f == 0 ? Shape::bell : static_cast<Shape>(place)};
    // Two in five features are irrelevant, but never the first, so that there is something to
    // learn.
    const double weight = random.normal();
    const bool is_useful = f == 0 || random.uniform() < 0.6;
    if (is_useful && feature.shape != Shape::query_constant) feature.weight = weight;
    features_.push_back(feature);
  }
  const std::size_t term_count = std::max<std::size_t>(2, feature_count / 6);
  for (std::size_t t = 0; t < term_count; ++t) {
    Term term{.first = static_cast<std::size_t>(random.below(feature_count)),
              .second = static_cast<std::size_t>(random.below(feature_count)),
              .weight = random.normal(),
              .step = 1.5 * random.uniform() - 0.5,
              .is_step = t % 2 == 1};
    terms_.push_back(term);
  }
}

float PlantedTruth::shaped(Shape shape, double z) {
  switch (shape) {
    case Shape::skewed:
      return static_cast<float>(six_decimals(std::exp(0.5 * z)));
    case Shape::even:
      return static_cast<float>(six_decimals(1.0 / (1.0 + std::exp(-1.7 * z))));
    case Shape::count:
      return static_cast<float>(std::floor(std::max(0.0, 1.5 * z)));
    case Shape::binary:
      return z > 0.8 ? 1.0F : 0.0F;
    case Shape::bell:
    case Shape::query_constant:
      break;
  }
  return static_cast<float>(six_decimals(0.5 + 0.15 * z));
}

void PlantedTruth::draw(std::span<float> values, RandomStream random) const {
  const std::size_t columns = features_.size();
  const double query_share = std::sqrt(0.15);
  const double family_share = std::sqrt(0.35);
  const double own_share = std::sqrt(0.5);
  std::vector<double> of_query(columns);
  for (double& z : of_query) z = random.normal();
  std::array<double, family_count> of_family{};
  for (std::size_t row = 0; row < values.size(); row += columns) {
    for (double& z : of_family) z = random.normal();
    for (std::size_t f = 0; f < columns; ++f) {
      const Shape shape = features_[f].shape;
      const double z = shape == Shape::query_constant
                           ? of_query[f]
                           : query_share * of_query[f] +
                                 family_share * of_family[f % family_count] +
                                 own_share * random.normal();
      values[row + f] = shaped(shape, z);
    }
  }
}

double PlantedTruth::standardised(std::size_t feature, float value) const {
  const Moments& moments = shape_moments[static_cast<std::size_t>(features_[feature].shape)];
  return (value - moments.mean) / moments.deviation;
}

double PlantedTruth::linear_part(std::span<const float> row) const {
  double sum = 0.0;
  for (std::size_t f = 0; f < features_.size(); ++f) {
    sum += features_[f].weight * standardised(f, row[f]);
  }
  return sum;
}

double PlantedTruth::nonlinear_part(std::span<const float> row) const {
  double sum = 0.0;
  for (const Term& term : terms_) {
    const double first = standardised(term.first, row[term.first]);
    const double second = standardised(term.second, row[term.second]);
    sum += term.weight * (term.is_step ? (first > term.step ? 1.0 : 0.0) : first * second);
  }
  return sum;
}

}  // namespace podium
