#include "podium/core/synth/planted_truth.hpp"

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

struct PlantedTruth::SharedParts {
  std::vector<double> of_query;
  std::array<double, family_count> of_family{};

  SharedParts(std::size_t columns, RandomStream& random) : of_query(columns) {
    for (double& z : of_query) z = random.normal();
  }

  void next_document(RandomStream& random) {
    for (double& z : of_family) z = random.normal();
  }
};

float PlantedTruth::value_of(std::size_t feature, const SharedParts& shared,
                             RandomStream& random) const {
  const double query_share = std::sqrt(0.15);
  const double family_share = std::sqrt(0.35);
  const double own_share = std::sqrt(0.5);
  const Shape shape = features_[feature].shape;
  const double z = shape == Shape::query_constant
                       ? shared.of_query[feature]
                       : query_share * shared.of_query[feature] +
                             family_share * shared.of_family[feature % family_count] +
                             own_share * random.normal();
  return shaped(shape, z);
}

void PlantedTruth::draw(std::span<float> values, RandomStream random) const {
  const std::size_t columns = features_.size();
  SharedParts shared(columns, random);
  for (std::size_t row = 0; row < values.size(); row += columns) {
    shared.next_document(random);
    for (std::size_t f = 0; f < columns; ++f) values[row + f] = value_of(f, shared, random);
  }
}

void PlantedTruth::draw_sparse(SparsePart& part, std::size_t rows, double density,
                               RandomStream random) const {
  const std::size_t columns = features_.size();
  const double log_of_rest = std::log1p(-density);
  // From one value to the next, the number of zeros between them is drawn: few values take little
  // time.
  const auto zeros = [&] { return std::floor(std::log1p(-random.uniform()) / log_of_rest); };
  SharedParts shared(columns, random);
  for (std::size_t row = 0; row < rows; ++row) {
    shared.next_document(random);
    for (double at = zeros(); at < static_cast<double>(columns); at += 1.0 + zeros()) {
      const auto f = static_cast<std::size_t>(at);
      const float value = value_of(f, shared, random);
      part.add(f, value == 0.0F ? 1.0F : value);
    }
    part.end_row();
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
