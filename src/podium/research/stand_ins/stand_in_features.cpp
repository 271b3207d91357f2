#include "podium/research/stand_ins/stand_in_features.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace podium::research {

namespace {

constexpr std::size_t block_count = 8;
constexpr std::array<StandInBlock, 5> streams = {StandInBlock::body, StandInBlock::anchor,
                                                 StandInBlock::title, StandInBlock::url,
                                                 StandInBlock::whole};

std::size_t place(StandInBlock block) {
  return static_cast<std::size_t>(block);
}

/// Below this factor a query's words are not in the stream: of all pages, 2 % lack them in the
/// body, 70 % in the anchor texts, half in the title.
constexpr std::array<double, block_count> thresholds = {-2.05, 0.52, 0.0,  0.25,
                                                        -2.05, 0.0,  -1.0, -9.0};

/// Weights of the blocks for topics, home pages, named pages and documents in general.
constexpr std::array<std::array<double, block_count>, 4> block_weights = {{
    {0.5, 0.8, 0.8, 0.3, 0.5, 0.5, 0.7, 0.8},
    {0.2, 1.2, 0.6, 0.8, 0.3, 0.3, 0.4, 0.8},
    {0.8, 0.6, 1.2, 0.3, 0.6, 0.8, 0.3, 0.2},
    {1.0, 0.5, 0.8, 0.3, 1.0, 0.0, 0.0, 0.4},
}};
constexpr std::array<double, 4> depth_weights = {1.0, 1.5, 0.2, 0.3};

double six_decimals_of(double value) {
  return std::round(value * 1e6) / 1e6;
}

/// What the features of a document share.
struct Page {
  std::array<double, block_count> factor{};
  double length = 0.0;

  explicit Page(RandomStream& random) {
    const double topic = random.normal();
    for (double& h : factor) h = 0.6 * topic + 0.8 * random.normal();
    length = random.normal();
  }
};

double raw_value(const StandInFeature& feature, const Page& page, RandomStream& random) {
  const double e = random.normal();
  const double z = 0.92 * page.factor[place(feature.block)] + 0.39 * e;
  const double found = std::max(0.0, z - thresholds[place(feature.block)]);
  switch (feature.kind) {
    case StandInKind::count:
      return std::floor(std::exp(0.8 * found));
    case StandInKind::length:
      return std::floor(std::exp(5.0 + 0.8 * page.length + 0.4 * e));
    case StandInKind::links:
      return std::floor(std::exp(1.0 + z) * 100.0) / 100.0;
    case StandInKind::depth:
      return std::floor(std::max(0.0, 3.5 - 1.3 * z));
    case StandInKind::of_query:
      return 0.0;
    case StandInKind::score:
      break;
  }
  return found;
}

/// Query by query from 0 to 1, as LETOR's QueryLevelNorm; what does not vary becomes 0.
void normalise_column(std::span<float> values, std::size_t column, std::size_t columns,
                      std::span<const double> raw) {
  const auto [low, high] = std::ranges::minmax(raw);
  for (std::size_t row = 0; row < raw.size(); ++row) {
    const double x = high > low ? (raw[row] - low) / (high - low) : 0.0;
    values[row * columns + column] = static_cast<float>(six_decimals_of(x));
  }
}

void add_streams(StandInKind kind, std::vector<StandInFeature>& features) {
  for (const StandInBlock stream : streams) features.push_back({stream, kind});
}

void add_many(StandInFeature feature, std::size_t count, std::vector<StandInFeature>& features) {
  features.insert(features.end(), count, feature);
}

}  // namespace

std::vector<StandInFeature> stand_in_features(std::size_t wanted) {
  using enum StandInKind;
  std::vector<StandInFeature> features;
  // Frequency, idf, their product, length, BM25 and three language models of five streams.
  for (const StandInKind kind : {count, of_query, score, length, score, score, score, score}) {
    add_streams(kind, features);
  }
  const bool is_gov = wanted == 64;
  if (is_gov) add_many({StandInBlock::propagation, score}, 8, features);
  // HITS, PageRank, HostRank and their topical forms; or PageRank alone.
  add_many({StandInBlock::web, links}, is_gov ? 7 : 1, features);
  add_many({StandInBlock::web, links}, 2, features);  // links in and out
  add_many({StandInBlock::web, depth}, 2, features);  // slashes and length of the URL
  add_many({StandInBlock::web, links}, 1, features);  // pages below
  if (is_gov) add_many({StandInBlock::extracted, score}, 4, features);
  return features;
}

void draw_stand_in(std::span<const StandInFeature> features, std::span<float> values,
                   RandomStream random) {
  const std::size_t columns = features.size();
  const std::size_t rows = values.size() / columns;
  std::vector<std::vector<double>> raw(columns, std::vector<double>(rows));
  for (std::size_t row = 0; row < rows; ++row) {
    const Page page(random);
    for (std::size_t f = 0; f < columns; ++f) raw[f][row] = raw_value(features[f], page, random);
  }
  for (std::size_t f = 0; f < columns; ++f) normalise_column(values, f, columns, raw[f]);
}

std::vector<double> stand_in_weights(std::span<const StandInFeature> features, StandInTask task,
                                     RandomStream random) {
  const auto of_task = static_cast<std::size_t>(task);
  std::vector<double> weights;
  for (const StandInFeature& feature : features) {
    const double strength = 0.5 + random.uniform();
    double weight = block_weights[of_task][place(feature.block)];
    if (feature.kind == StandInKind::depth) weight = -depth_weights[of_task] * 2.0;
    if (feature.kind == StandInKind::length || feature.kind == StandInKind::of_query) weight = 0.0;
    weights.push_back(strength * weight);
  }
  return weights;
}

}  // namespace podium::research
