#include "podium/core/synth/synth.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <string>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/synth/planted_truth.hpp"
#include "podium/core/synth/synth_rows.hpp"

namespace podium {

namespace {

/// Documents of each query: the total is queries * documents, rounded.
std::vector<std::uint64_t> query_ends(const SynthOptions& options, std::uint64_t seed) {
  RandomStream random(seed, "", "query sizes");
  std::vector<double> share(options.queries);
  for (double& s : share) s = 0.5 + random.uniform();
  const double sum = std::accumulate(share.begin(), share.end(), 0.0);
  const double total = std::round(static_cast<double>(options.queries) * options.documents);
  const double spare =
      total - static_cast<double>(options.queries);  // every query has at least one
  std::vector<std::uint64_t> ends;
  double running = 0.0;
  for (std::size_t query = 0; query < share.size(); ++query) {
    running += share[query];
    const bool is_last = query + 1 == share.size();
    const double place = is_last ? spare : std::floor(spare * (running / sum));
    ends.push_back(static_cast<std::uint64_t>(place) + query + 1);
  }
  return ends;
}

/// Labels from quantiles of the noisy utilities: rows above the first cut are relevant, and each
/// grade is half as frequent as the one below it.
std::vector<double> graded(const std::vector<double>& noisy, const SynthOptions& options) {
  std::vector<double> sorted = noisy;
  std::ranges::sort(sorted, std::greater{});
  const std::size_t steps = options.grades - 1;
  const double weights = 2.0 - std::ldexp(1.0, 1 - static_cast<int>(steps));  // 1 + 1/2 + ...
  std::vector<double> cuts;
  double above = 1.0;  // share of the relevant rows at this grade or higher
  for (std::size_t grade = 1; grade <= steps; ++grade) {
    const double rows = options.relevant_share * above * static_cast<double>(noisy.size());
    const auto count = static_cast<std::size_t>(std::llround(rows));
    cuts.push_back(count == 0 ? std::numeric_limits<double>::infinity() : sorted[count - 1]);
    above -= std::ldexp(1.0, 1 - static_cast<int>(grade)) / weights;
  }
  std::vector<double> labels(noisy.size());
  for (std::size_t row = 0; row < noisy.size(); ++row) {
    labels[row] = static_cast<double>(std::ranges::upper_bound(cuts, noisy[row]) - cuts.begin());
  }
  return labels;
}

/// Whether a cell of this feature is missing.
bool is_blank(std::size_t feature, double missing, RandomStream& random) {
  return feature % 2 == 1 && random.uniform() < 2.0 * missing;
}

void blank(std::span<float> values, std::size_t columns, double missing, RandomStream random) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (is_blank(i % columns, missing, random)) values[i] = std::numeric_limits<float>::quiet_NaN();
  }
}

void blank(SparsePart& part, double missing, RandomStream random) {
  for (std::size_t i = 0; i < part.value.size(); ++i) {
    if (is_blank(part.column[i], missing, random)) {
      part.value[i] = std::numeric_limits<float>::quiet_NaN();
    }
  }
}

/// The parts of the utility of each row.
struct Utilities {
  explicit Utilities(std::size_t rows) : linear(rows), nonlinear(rows), noisy(rows) {}

  /// Of the rows of a query from `first` on.
  void set(const FeatureRows& rows, std::size_t first, const PlantedTruth& truth, double scale,
           RandomStream noise) {
    DenseRow<float> dense;
    for (DocIndex doc = 0; doc < rows.size(); ++doc) {
      const std::span<const float> row = dense(rows[doc]);
      linear[first + doc] = truth.linear_part(row);
      nonlinear[first + doc] = truth.nonlinear_part(row);
      noisy[first + doc] = scale * noise.normal();
    }
  }

  std::vector<double> linear;
  std::vector<double> nonlinear;
  std::vector<double> noisy;  ///< of the assessors
};

FeatureMemory dense_features(const SynthOptions& options, std::uint64_t seed,
                             std::span<const std::uint64_t> query_end, Utilities& utilities) {
  const PlantedTruth truth(options.features, seed);
  FeatureMatrix matrix(query_end, options.features, default_memory_limit());
  parallel_for(options.queries, [&](std::size_t query) {
    const std::size_t begin = query == 0 ? 0 : query_end[query - 1];
    const std::size_t count = query_end[query] - begin;
    const auto values = matrix.values().subspan(matrix.begins()[query], count * options.features);
    truth.draw(values, RandomStream(seed, synth_query_id(query), "features"));
    utilities.set({values, options.features}, begin, truth, options.noise,
                  RandomStream(seed, synth_query_id(query), "noise"));
    blank(values, options.features, options.missing,
          RandomStream(seed, synth_query_id(query), "missing"));
  });
  return {.dense = std::move(matrix), .exact = {}, .sparse = {}};
}

FeatureMemory sparse_features(const SynthOptions& options, std::uint64_t seed,
                              std::span<const std::uint64_t> query_end, Utilities& utilities) {
  const PlantedTruth truth(options.features, seed);
  std::vector<SparsePart> parts(options.queries);
  parallel_for(options.queries, [&](std::size_t query) {
    const std::size_t begin = query == 0 ? 0 : query_end[query - 1];
    SparsePart& part = parts[query];
    truth.draw_sparse(part, query_end[query] - begin, options.density,
                      RandomStream(seed, synth_query_id(query), "features"));
    const SparseRows<float> rows{
        .end = part.row_end, .begin = 0, .column = part.column, .value = part.value};
    utilities.set({rows, options.features}, begin, truth, options.noise,
                  RandomStream(seed, synth_query_id(query), "noise"));
    blank(part, options.missing, RandomStream(seed, synth_query_id(query), "missing"));
  });
  return {
      .dense = {}, .exact = {}, .sparse = SparseMatrix(std::move(parts), default_memory_limit())};
}

}  // namespace

SynthOptions synth_preset(std::string_view name) {
  if (name == "S") {
    return {.queries = 1'692, .documents = 41.0, .features = 46, .relevant_share = 0.25};
  }
  if (name == "M") {
    return {.queries = 6'000,
            .documents = 740'000.0 / 6'000.0,
            .features = 136,
            .relevant_share = 0.48};
  }
  if (name == "G") {
    return {
        .queries = 50, .documents = 1'000.0, .features = 64, .grades = 2, .relevant_share = 0.01};
  }
  throw UsageError("preset: found " + in_quotes(name) + ", expected one of: S, M, G");
}

SyntheticDataset synthesise(const SynthOptions& options, std::uint64_t seed) {
  DatasetMemory memory;
  memory.feature_count = options.features;
  memory.query_end = query_ends(options, seed);
  Utilities utilities(memory.query_end.back());
  memory.features = options.density < 1.0
                        ? sparse_features(options, seed, memory.query_end, utilities)
                        : dense_features(options, seed, memory.query_end, utilities);
  SyntheticDataset result;
  result.utility.assign(utilities.noisy.size(), 0.0);
  add_scaled(utilities.linear, std::sqrt(1.0 - options.nonlinearity), result.utility);
  add_scaled(utilities.nonlinear, std::sqrt(options.nonlinearity), result.utility);
  std::vector<double>& noisy = utilities.noisy;
  for (std::size_t row = 0; row < noisy.size(); ++row) noisy[row] += result.utility[row];
  if (options.order) {
    order_by(noisy, memory);
  } else {
    memory.label = graded(noisy, options);
  }
  name_rows(memory);
  result.data = build_dataset(std::move(memory));
  return result;
}

}  // namespace podium
