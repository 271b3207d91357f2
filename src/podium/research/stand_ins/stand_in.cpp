#include "podium/research/stand_ins/stand_in.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/synth/synth_rows.hpp"
#include "podium/research/stand_ins/stand_in_features.hpp"

namespace podium::research {

namespace {

constexpr std::array<StandInShape, 12> shapes = [] {
  using enum StandInTask;
  using enum StandInTruth;
  return std::array<StandInShape, 12>{{
      {"TD2003", topics, binary, 50, 1'000, 0.0, 0.05, 9.0, 64, 2, 0.29},
      {"TD2004", topics, binary, 75, 1'000, 0.0, 0.05, 14.0, 64, 2, 0.27},
      {"NP2003", named_page, binary, 150, 1'000, 0.0, 0.05, 0.05, 64, 2, 0.76},
      {"NP2004", named_page, binary, 75, 1'000, 0.0, 0.05, 0.05, 64, 2, 0.74},
      {"HP2003", home_page, binary, 150, 1'000, 0.0, 0.05, 0.15, 64, 2, 0.80},
      {"HP2004", home_page, binary, 75, 1'000, 0.0, 0.05, 0.10, 64, 2, 0.78},
      {"MQ2007-list", documents, order, 1'700, 700, 0.5, 0.0, 0.0, 46, 2, 0.0},
      {"MQ2008-list", documents, order, 800, 700, 0.5, 0.0, 0.0, 46, 2, 0.0},
      {"MQ2007-graded", documents, grades, 1'692, 41, 0.5, 0.0, 0.0, 46, 3, 0.55},
      {"MQ2007-top10", documents, order, 1'692, 41, 0.5, 0.0, 0.0, 46, 2, 0.0},
      {"TD2003-graded", topics, grades, 50, 50, 0.0, 0.0, 0.0, 64, 5, 0.55},
      {"TD2003-top10", topics, order, 50, 50, 0.0, 0.0, 0.0, 64, 2, 0.0},
  }};
}();

std::vector<std::uint64_t> ends_of(const StandInShape& shape, std::uint64_t seed) {
  RandomStream random(seed, "", "stand-in sizes");
  const auto most = static_cast<double>(shape.documents);
  std::vector<std::uint64_t> ends;
  std::uint64_t end = 0;
  for (std::size_t query = 0; query < shape.queries; ++query) {
    double size = most * (1.0 + shape.spread * (2.0 * random.uniform() - 1.0));
    const bool is_short = random.uniform() < shape.short_share;
    if (is_short) size = most * (0.1 + 0.9 * random.uniform());
    end += std::max<std::uint64_t>(5, static_cast<std::uint64_t>(std::llround(size)));
    ends.push_back(end);
  }
  return ends;
}

/// The rows of a query.
struct Rows {
  std::size_t begin = 0;
  std::size_t end = 0;

  std::size_t size() const { return end - begin; }
};

Rows rows_of(std::span<const std::uint64_t> ends, std::size_t query) {
  return {query == 0 ? 0 : static_cast<std::size_t>(ends[query - 1]),
          static_cast<std::size_t>(ends[query])};
}

/// A weighted sum of features and a sum of products of two, both over standardised values.
class StandInUtility {
 public:
  StandInUtility(std::span<const StandInFeature> features, StandInTask task, std::uint64_t seed)
      : weight_(stand_in_weights(features, task, RandomStream(seed, "", "stand-in weights"))) {
    std::vector<std::size_t> useful;
    for (std::size_t f = 0; f < weight_.size(); ++f) {
      if (weight_[f] != 0.0) useful.push_back(f);
    }
    RandomStream random(seed, "", "stand-in products");
    random.shuffle(std::span(useful));
    constexpr std::size_t products = 6;
    for (std::size_t i = 0; i < products; ++i) {
      product_.emplace_back(useful[2 * i], useful[2 * i + 1]);
    }
  }

  /// Learns the scale of each feature.
  void fit(std::span<const float> values, std::span<const std::uint64_t> begins,
           std::span<const std::uint64_t> ends) {
    const std::size_t columns = weight_.size();
    std::vector<double> sum(columns, 0.0);
    std::vector<double> squares(columns, 0.0);
    for (std::size_t query = 0; query < ends.size(); ++query) {
      const auto rows = values.subspan(begins[query], rows_of(ends, query).size() * columns);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const double x = rows[i];
        sum[i % columns] += x;
        squares[i % columns] += x * x;
      }
    }
    const auto n = static_cast<double>(ends.back());
    for (std::size_t f = 0; f < columns; ++f) {
      mean_.push_back(sum[f] / n);
      const double variance = squares[f] / n - mean_[f] * mean_[f];
      scale_.push_back(variance > 0.0 ? 1.0 / std::sqrt(variance) : 0.0);
    }
  }

  double linear(std::span<const float> row, std::span<const double> factor = {}) const {
    double sum = 0.0;
    for (std::size_t f = 0; f < weight_.size(); ++f) {
      sum += weight_[f] * standardised(f, row) * (factor.empty() ? 1.0 : factor[f]);
    }
    return sum;
  }

  double products(std::span<const float> row) const {
    double sum = 0.0;
    for (const auto& [a, b] : product_) sum += standardised(a, row) * standardised(b, row);
    return sum;
  }

 private:
  double standardised(std::size_t f, std::span<const float> row) const {
    return (row[f] - mean_[f]) * scale_[f];
  }

  std::vector<double> weight_;
  std::vector<std::pair<std::size_t, std::size_t>> product_;
  std::vector<double> mean_;
  std::vector<double> scale_;
};

/// The utility of each row and what the assessors of a query add to it, both of variance 1.
struct Judged {
  std::vector<double> utility;
  std::vector<double> error;
};

Judged judged(const StandInUtility& truth, std::span<const float> values,
              std::span<const std::uint64_t> begins, std::span<const std::uint64_t> ends,
              std::size_t columns, std::uint64_t seed) {
  const std::size_t rows = ends.back();
  std::vector<double> linear(rows);
  std::vector<double> products(rows);
  std::vector<double> of_query(rows);
  std::vector<double> own(rows);
  parallel_for(ends.size(), [&](std::size_t query) {
    RandomStream random(seed, synth_query_id(query), "stand-in error");
    std::vector<double> factor(columns);
    for (double& one : factor) one = random.normal();
    const auto [begin, end] = rows_of(ends, query);
    for (std::size_t row = begin; row < end; ++row) {
      const auto x = values.subspan(begins[query] + (row - begin) * columns, columns);
      linear[row] = truth.linear(x);
      products[row] = truth.products(x);
      of_query[row] = truth.linear(x, factor);
      own[row] = random.normal();
    }
  });
  Judged result{std::vector<double>(rows, 0.0), std::vector<double>(rows, 0.0)};
  add_scaled(linear, std::sqrt(0.8), result.utility);
  add_scaled(products, std::sqrt(0.2), result.utility);
  add_scaled(of_query, std::sqrt(0.5), result.error);
  add_scaled(own, std::sqrt(0.5), result.error);
  return result;
}

/// The rows of a query, those with the largest values first.
std::vector<std::size_t> best_first(std::span<const double> value, const Rows& rows) {
  std::vector<std::size_t> sorted(rows.size());
  std::iota(sorted.begin(), sorted.end(), rows.begin);
  std::ranges::stable_sort(sorted, std::greater{}, [&](std::size_t row) { return value[row]; });
  return sorted;
}

double average_precision(std::span<const std::size_t> ranking, std::span<const double> label) {
  double found = 0.0;
  double sum = 0.0;
  for (std::size_t place = 0; place < ranking.size(); ++place) {
    if (label[ranking[place]] <= 0.0) continue;
    found += 1.0;
    sum += found / static_cast<double>(place + 1);
  }
  return found == 0.0 ? 0.0 : sum / found;
}

/// How many documents of each query are relevant.
std::vector<std::size_t> relevant_counts(const StandInShape& shape,
                                         std::span<const std::uint64_t> ends, std::uint64_t seed) {
  constexpr double graded_share = 0.26;
  RandomStream random(seed, "", "stand-in relevant");
  std::vector<std::size_t> counts;
  for (std::size_t query = 0; query < ends.size(); ++query) {
    const auto size = static_cast<double>(rows_of(ends, query).size());
    double count = std::round(graded_share * size);
    if (shape.truth == StandInTruth::binary) {  // 1 and a geometric number
      const double more = shape.further / (1.0 + shape.further);
      count = 1.0 + std::floor(std::log1p(-random.uniform()) / std::log(more));
    }
    counts.push_back(static_cast<std::size_t>(std::clamp(count, 1.0, std::floor(size / 2.0))));
  }
  return counts;
}

/// The best documents by what assessors see are relevant; each grade is half as frequent as the one
/// below it.
void grade(std::span<const std::size_t> best, std::size_t relevant, std::size_t grades,
           std::span<double> label) {
  for (const std::size_t row : best) label[row] = 0.0;
  double share = 1.0;
  for (std::size_t g = 1; g < grades; ++g, share /= 2.0) {
    const auto count = static_cast<std::size_t>(std::ceil(share * static_cast<double>(relevant)));
    for (std::size_t i = 0; i < count; ++i) label[best[i]] = static_cast<double>(g);
  }
}

/// Labels by the utility with errors of this size; returns the MAP of the utility alone.
double label_rows(const StandInShape& shape, const Judged& judged, double size,
                  std::span<const std::uint64_t> ends, std::span<const std::size_t> relevant,
                  std::span<const std::vector<std::size_t>> by_utility, std::span<double> label) {
  std::vector<double> precision(ends.size());
  parallel_for(ends.size(), [&](std::size_t query) {
    const Rows rows = rows_of(ends, query);
    std::vector<double> seen(rows.end - rows.begin);
    for (std::size_t i = 0; i < seen.size(); ++i) {
      seen[i] = judged.utility[rows.begin + i] + size * judged.error[rows.begin + i];
    }
    std::vector<std::size_t> best = best_first(seen, {0, seen.size()});
    for (std::size_t& row : best) row += rows.begin;
    grade(best, relevant[query], shape.grades, label);
    precision[query] = average_precision(by_utility[query], label);
  });
  return std::accumulate(precision.begin(), precision.end(), 0.0) /
         static_cast<double>(precision.size());
}

/// Chooses the size of errors by bisection; the draws stay the same.
std::vector<double> labels_of_level(const StandInShape& shape, const Judged& judged,
                                    std::span<const std::uint64_t> ends, std::uint64_t seed) {
  constexpr double largest = 32.0;
  constexpr double tolerance = 0.005;
  const std::vector<std::size_t> relevant = relevant_counts(shape, ends, seed);
  std::vector<std::vector<std::size_t>> by_utility(ends.size());
  for (std::size_t query = 0; query < ends.size(); ++query) {
    by_utility[query] = best_first(judged.utility, rows_of(ends, query));
  }
  std::vector<double> label(ends.back());
  double low = 0.0;
  double high = largest;
  for (int step = 0; step < 40; ++step) {
    const double size = 0.5 * (low + high);
    const double level = label_rows(shape, judged, size, ends, relevant, by_utility, label);
    if (std::abs(level - shape.best_map) <= tolerance) break;
    (level > shape.best_map ? low : high) = size;
  }
  return label;
}

/// What the assessors of full orders see: their errors grow with the place.
std::vector<double> seen_in_orders(const Judged& judged, std::span<const std::uint64_t> ends) {
  std::vector<double> seen(judged.utility.size());
  for (std::size_t query = 0; query < ends.size(); ++query) {
    const std::vector<std::size_t> ranking = best_first(judged.utility, rows_of(ends, query));
    const auto last = static_cast<double>(std::max<std::size_t>(ranking.size(), 2) - 1);
    for (std::size_t place = 0; place < ranking.size(); ++place) {
      const std::size_t row = ranking[place];
      const double size = 0.5 + static_cast<double>(place) / last;
      seen[row] = judged.utility[row] + size * judged.error[row];
    }
  }
  return seen;
}

}  // namespace

std::span<const StandInShape> stand_in_shapes() {
  return shapes;
}

const StandInShape* find_stand_in(std::string_view name) {
  const auto found = std::ranges::find(shapes, name, &StandInShape::name);
  return found == shapes.end() ? nullptr : &*found;
}

SyntheticDataset stand_in(const StandInShape& shape, std::uint64_t seed, std::size_t documents,
                          std::size_t queries) {
  StandInShape used = shape;
  if (documents > 0) used.documents = std::min(used.documents, documents);
  if (queries > 0) used.queries = std::min(used.queries, queries);
  const std::vector<StandInFeature> features = stand_in_features(used.features);
  DatasetMemory memory;
  memory.feature_count = features.size();
  memory.query_end = ends_of(used, seed);
  FeatureMatrix matrix(memory.query_end, features.size(), default_memory_limit());
  parallel_for(used.queries, [&](std::size_t query) {
    const std::size_t size = rows_of(memory.query_end, query).size() * features.size();
    draw_stand_in(features, matrix.values().subspan(matrix.begins()[query], size),
                  RandomStream(seed, synth_query_id(query), "stand-in features"));
  });
  StandInUtility truth(features, used.task, seed);
  truth.fit(matrix.values(), matrix.begins(), memory.query_end);
  Judged seen =
      judged(truth, matrix.values(), matrix.begins(), memory.query_end, features.size(), seed);
  if (used.truth == StandInTruth::order) {
    order_by(seen_in_orders(seen, memory.query_end), memory);
  } else {
    memory.label = labels_of_level(used, seen, memory.query_end, seed);
  }
  memory.features = {.dense = std::move(matrix), .exact = {}, .sparse = {}};
  name_rows(memory);
  return {.data = build_dataset(std::move(memory)), .utility = std::move(seen.utility)};
}

}  // namespace podium::research
