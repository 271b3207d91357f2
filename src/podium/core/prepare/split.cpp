#include "podium/core/prepare/split.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"

namespace podium {

namespace {

void append(QueryList& list, const QueryList& part) {
  list.insert(list.end(), part.begin(), part.end());
}

QueryList piece(std::span<const std::size_t> queries, std::size_t begin, std::size_t end) {
  const auto part = queries.subspan(begin, end - begin);
  return {part.begin(), part.end()};
}

}  // namespace

QueryList all_queries(std::size_t count, std::optional<std::uint64_t> shuffle_seed) {
  QueryList queries(count);
  std::iota(queries.begin(), queries.end(), std::size_t{0});
  if (shuffle_seed) RandomStream(*shuffle_seed, "", "split").shuffle(std::span(queries));
  return queries;
}

std::vector<QueryList> cut_evenly(std::span<const std::size_t> queries, std::size_t parts) {
  if (parts == 0 || queries.size() < parts) {
    throw UsageError(fmt::format("found {}, expected at least one for each of {} parts",
                                 counted(queries.size(), "query", "queries"), parts));
  }
  std::vector<QueryList> pieces;
  std::size_t begin = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t size = queries.size() / parts + (part < queries.size() % parts ? 1 : 0);
    pieces.push_back(piece(queries, begin, begin + size));
    begin += size;
  }
  return pieces;
}

std::vector<QueryList> cut_by_fractions(std::span<const std::size_t> queries,
                                        std::span<const double> fractions) {
  const double sum = std::accumulate(fractions.begin(), fractions.end(), 0.0);
  const bool are_positive = std::ranges::all_of(fractions, [](double f) { return f > 0.0; });
  if (!are_positive || !(std::abs(sum - 1.0) <= 1e-9)) {
    throw UsageError(
        fmt::format("fractions: found {} with sum {}, expected positive numbers with "
                    "sum 1",
                    fmt::join(fractions, ","), sum));
  }
  std::vector<QueryList> pieces;
  double share = 0.0;
  std::size_t begin = 0;
  for (const double fraction : fractions) {
    share += fraction;
    const double place = std::round(share * static_cast<double>(queries.size()));
    const std::size_t end = std::min(queries.size(), static_cast<std::size_t>(place));
    if (end == begin) {
      throw UsageError(fmt::format("fractions: found {}; none is left for the fraction {}",
                                   counted(queries.size(), "query", "queries"), fraction));
    }
    pieces.push_back(piece(queries, begin, end));
    begin = end;
  }
  return pieces;
}

std::vector<Fold> rotate_folds(std::span<const QueryList> parts) {
  const std::size_t count = parts.size();
  if (count < 3) {
    throw UsageError(fmt::format("folds: found {}, expected 3 or more", counted(count, "part")));
  }
  std::vector<Fold> folds(count);
  for (std::size_t f = 0; f < count; ++f) {
    for (std::size_t i = 0; i + 2 < count; ++i) append(folds[f].train, parts[(f + i) % count]);
    folds[f].vali = parts[(f + count - 2) % count];
    folds[f].test = parts[(f + count - 1) % count];
  }
  return folds;
}

Dataset take_queries(const Dataset& data, std::span<const std::size_t> queries) {
  return data.subset(queries).without_input_rows();
}

}  // namespace podium
