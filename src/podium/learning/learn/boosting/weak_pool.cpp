#include "podium/learning/learn/boosting/weak_pool.hpp"

#include <algorithm>
#include <utility>

namespace podium {

namespace {

void add_directions(WeakPool& pool, const Candidate& candidate, Directions directions) {
  pool.push_back(candidate);
  if (directions == Directions::up) return;
  pool.push_back(candidate);
  pool.back().sign = -1.0;
}

}  // namespace

WeakPool threshold_pool(const BinnedFeatures& binned, Directions directions) {
  WeakPool pool;
  for (std::uint32_t f = 0; f < binned.feature_count(); ++f) {
    const std::span<const double> thresholds = binned.thresholds(f);
    for (std::size_t t = 0; t < thresholds.size(); ++t) {
      Candidate candidate{{WeakRanker::Kind::threshold, f, thresholds[t], false},
                          1.0,
                          static_cast<std::uint8_t>(t)};
      add_directions(pool, candidate, directions);
      if (!binned.has_missing(f)) continue;
      candidate.ranker.missing_passes = true;
      add_directions(pool, candidate, directions);
    }
  }
  return pool;
}

WeakPool feature_pool(std::size_t features, Directions directions) {
  WeakPool pool;
  for (std::uint32_t f = 0; f < features; ++f) {
    add_directions(pool, {{WeakRanker::Kind::feature, f}}, directions);
  }
  return pool;
}

void write_passes(const WeakRanker& ranker, const QueryView& view, std::span<char> passes) {
  for (DocIndex doc = 0; doc < view.size(); ++doc) {
    passes[doc] = ranker(view.features[doc][ranker.feature]) > 0.0 ? 1 : 0;
  }
}

RunningScores::RunningScores(Dataset data, const BinnedFeatures* binned)
    : data_(std::move(data)), binned_(binned), blocks_(data_), values_(data_.row_count()) {}

void RunningScores::add(const WeakTerm& term) {
  if (binned_ != nullptr && add_binned(term)) return;
  const std::size_t feature = term.ranker.feature;
  blocks_.for_each([&](std::size_t query, Workspace& /*workspace*/) {
    const QueryView view = data_[query];
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      values_[view.first_row + doc] += term.weight * term.ranker(view.features[doc][feature]);
    }
  });
}

bool RunningScores::add_binned(const WeakTerm& term) {
  const WeakRanker& ranker = term.ranker;
  if (ranker.kind != WeakRanker::Kind::threshold) return false;
  const std::span<const double> thresholds = binned_->thresholds(ranker.feature);
  const auto place = static_cast<std::size_t>(std::ranges::find(thresholds, ranker.threshold) -
                                              thresholds.begin());
  if (place == thresholds.size()) return false;  // of a model that other data gave
  const bool has_missing = binned_->has_missing(ranker.feature);
  std::vector<std::uint8_t> memory;
  const std::span<const std::uint8_t> bins = binned_->bins(ranker.feature, memory);
  blocks_.for_each([&](std::size_t query, Workspace& /*workspace*/) {
    const QueryView view = data_[query];
    for (std::size_t row = view.first_row; row < view.first_row + view.size(); ++row) {
      const bool is_missing = has_missing && bins[row] == BinnedFeatures::missing_bin;
      const bool passes = is_missing ? ranker.missing_passes : bins[row] > place;
      values_[row] += term.weight * (passes ? 1.0 : 0.0);
    }
  });
  return true;
}

void RunningScores::assign(std::span<const WeakTerm> terms) {
  std::ranges::fill(values_, 0.0);
  for (const WeakTerm& term : terms) add(term);
}

}  // namespace podium
