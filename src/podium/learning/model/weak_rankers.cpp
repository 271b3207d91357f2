#include "podium/learning/model/weak_rankers.hpp"

#include <algorithm>
#include <array>

namespace podium {

namespace {

/// The number of documents per tile, small enough for their columns to stay in the cache.
constexpr std::size_t tile = 32;

using Tile = std::span<double, tile>;
using Column = std::span<const double, tile>;

/// Adds the value of the term for each document to its sum. Sums start at +0 and never become -0,
/// so that skipping weight * 0 changes no bit.
void add_term(const WeakTerm& term, Column x, Tile sum) {
  const double threshold = term.ranker.threshold;
  const double weight = term.weight;
  if (term.ranker.kind == WeakRanker::Kind::feature) {
    for (std::size_t doc = 0; doc < tile; ++doc) sum[doc] += weight * x[doc];
  } else if (term.ranker.missing_passes) {  // NaN is not <= anything
    for (std::size_t doc = 0; doc < tile; ++doc) sum[doc] += x[doc] <= threshold ? 0.0 : weight;
  } else {
    for (std::size_t doc = 0; doc < tile; ++doc) sum[doc] += x[doc] > threshold ? weight : 0.0;
  }
}

/// The distinct features of the terms, and the position of each feature among them.
struct UsedFeatures {
  UsedFeatures(const WeakRankerSum& sum, Workspace& workspace)
      : place(workspace.zeros<std::uint32_t>(sum.features)),
        list(workspace.take<std::uint32_t>(std::min(sum.features, sum.terms.size()))) {
    std::uint32_t count = 0;
    for (const WeakTerm& term : sum.terms) {
      const std::uint32_t f = term.ranker.feature;
      if (place[f] != 0) continue;  // counts from 1 until all are known
      list[count++] = f;
      place[f] = count;
    }
    list = list.first(count);
    for (const std::uint32_t f : list) --place[f];
  }

  std::span<std::uint32_t> place;
  std::span<std::uint32_t> list;
};

}  // namespace

bool WeakRankerSum::is_whole() const noexcept {
  return std::ranges::all_of(terms,
                             [&](const WeakTerm& term) { return term.ranker.feature < features; });
}

bool WeakRankerSum::accepts_missing() const noexcept {
  return std::ranges::all_of(
      terms, [](const WeakTerm& term) { return term.ranker.kind == WeakRanker::Kind::threshold; });
}

// Ten times as fast as document by document: a term is applied to a tile of documents whose columns
// are contiguous. The sum of each document is still in the order of the terms.
void WeakRankerSum::score(const FeatureRows& rows, std::span<double> scores,
                          Workspace& workspace) const {
  const UsedFeatures used(*this, workspace);
  const std::span<double> columns = workspace.zeros<double>(used.list.size() * tile);
  DenseRow<float> dense;
  for (std::size_t begin = 0; begin < scores.size(); begin += tile) {
    const std::size_t count = std::min(tile, scores.size() - begin);
    for (std::size_t doc = 0; doc < count; ++doc) {
      const std::span<const float> x = dense(rows[static_cast<DocIndex>(begin + doc)]);
      for (std::size_t c = 0; c < used.list.size(); ++c) {
        columns[c * tile + doc] = double{x[used.list[c]]};
      }
    }
    std::array<double, tile> sum{};
    for (const WeakTerm& term : terms) {
      add_term(term, columns.subspan(used.place[term.ranker.feature] * tile).first<tile>(), sum);
    }
    std::copy_n(sum.begin(), count, scores.subspan(begin).begin());
  }
}

}  // namespace podium
