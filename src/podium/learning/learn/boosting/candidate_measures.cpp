#include "podium/learning/learn/boosting/candidate_measures.hpp"

#include <algorithm>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/sums/whole_units.hpp"
#include "podium/core/kernels/vectors.hpp"

namespace podium {

CandidateMeasures::CandidateMeasures(const QueryMeasure& measure, const WeakPool& pool,
                                     const BinnedFeatures* binned)
    : queries_(measure.size()), blocks_(measure.blocks()) {
  if (binned == nullptr) {
    measure_features(measure, pool);
  } else {
    measure_thresholds(measure, pool, *binned);
  }
}

void CandidateMeasures::measure_features(const QueryMeasure& measure, const WeakPool& pool) {
  table_.resize(pool.size() * queries_);
  parallel_for(queries_, [&](std::size_t q) {
    const QueryView view = measure.query(q);
    const std::vector<float> values = view.features.dense();
    std::vector<double> scores(view.size());
    for (std::size_t c = 0; c < pool.size(); ++c) {
      const WeakRanker& ranker = pool[c].ranker;
      for (std::size_t doc = 0; doc < view.size(); ++doc) {
        const float value = values[doc * view.features.columns() + ranker.feature];
        scores[doc] = pool[c].sign * ranker(value);
      }
      table_[q * pool.size() + c] = measure.value(q, scores);
    }
  });
}

void CandidateMeasures::measure_thresholds(const QueryMeasure& measure, const WeakPool& pool,
                                           const BinnedFeatures& binned) {
  const std::size_t directions = pool.size() > 1 && pool[1].sign < 0.0 ? 2 : 1;
  for (std::size_t c = 0; c < pool.size(); ++c) {
    if (pool[c].place > 0) continue;
    thresholds_.push_back({c, directions, binned.thresholds(pool[c].ranker.feature).size(), {}});
  }
  tied_.resize(queries_);
  parallel_for(queries_, [&](std::size_t q) {
    tied_[q] = measure.value(q, std::vector<double>(measure.query(q).size()));
  });
  parallel_for(thresholds_.size(), [&](std::size_t table) {
    const Candidate& candidate = pool[thresholds_[table].first];
    std::vector<std::uint8_t> memory;
    const std::span<const std::uint8_t> bins = binned.bins(candidate.ranker.feature, memory);
    std::vector<std::uint8_t> own;
    std::vector<double> scores;
    for (std::uint32_t q = 0; q < queries_; ++q) {
      const QueryView view = measure.query(q);
      const auto of_query = bins.subspan(view.first_row, view.size());
      own.assign(of_query.begin(), of_query.end());
      std::ranges::sort(own);
      own.erase(std::unique(own.begin(), own.end()), own.end());
      if (own.size() == 1) continue;  // all documents are tied at any threshold
      double before = tied_[q];
      for (const std::uint8_t place : own) {
        scores.clear();
        for (const std::uint8_t bin : of_query)
          scores.push_back(bin > place ? candidate.sign : 0.0);
        const double value = measure.value(q, scores);
        if (value != before) thresholds_[table].changes.push_back({q, place, value - before});
        before = value;
      }
    }
  });
}

void CandidateMeasures::add_means(std::span<const double> p, double share,
                                  std::span<double> sums) const {
  expects(p.size() == queries_, "a probability for every query");
  if (thresholds_.empty()) {
    const ManySums<double> zero{std::vector<double>(sums.size())};
    const auto add = [&](std::size_t q, ManySums<double>& means, Workspace& /*workspace*/) {
      add_scaled(p[q], std::span(table_).subspan(q * sums.size(), sums.size()), means.values);
    };
    add_scaled(share, blocks_.sum(zero, add).values, sums);
    return;
  }
  const double unit =
      exact_unit(2.0 * largest_size(p), queries_);  // a measure changes by 2 at most
  std::int64_t tied = 0;
  for (std::size_t q = 0; q < queries_; ++q) tied += in_units(p[q] * tied_[q], unit);
  parallel_for(thresholds_.size(), [&](std::size_t table) {
    const ThresholdRun& own = thresholds_[table];
    std::vector<std::int64_t> steps(own.count + 1);
    for (const Change& change : own.changes) {
      steps[change.place] += in_units(p[change.query] * change.step, unit);
    }
    std::int64_t sum = tied;
    for (std::size_t t = 0; t < own.count; ++t) {
      sum += steps[t];
      sums[own.first + t * own.stride] += share * unit * static_cast<double>(sum);
    }
  });
}

}  // namespace podium
