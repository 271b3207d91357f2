#include "podium/learning/learn/boosting/pair_part.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "podium/core/base/chunks.hpp"
#include "podium/core/base/error.hpp"
#include "podium/learning/loss/pairs/pair_set.hpp"

namespace podium {

PairPart::PairPart(Dataset data, const PairOptions& loss, std::uint64_t seed, const WeakPool& pool,
                   const BinnedFeatures* binned, std::shared_ptr<const QueryPairs> pairs)
    : loss_(loss),
      set_(std::move(data), loss_, {.mean = loss.pairs == PairScale::mean}, seed, std::move(pairs)),
      pool_(&pool),
      potential_(set_.data().row_count()) {
  if (binned != nullptr) thresholds_.emplace_back(*binned);
  for (const std::size_t q : set_.contributing()) {
    const LossQuery query = set_.query(q);
    pair_count_ += query.pairs.empty() ? podium::pair_count(query.target)
                                       : static_cast<double>(query.pairs.size());
  }
  weigh(std::vector<double>(potential_.size()));
  if (!(total_ > 0.0)) {
    throw NumericError("no pair can be used for training: the document weights are 0");
  }
}

void PairPart::weigh(std::span<const double> scores) {
  total_ = set_.sum_over_queries([&](std::size_t q, Workspace& workspace) {
    const QueryView view = set_.data()[q];
    const auto potential = std::span(potential_).subspan(view.first_row, view.size());
    std::ranges::fill(potential, 0.0);
    const double value =
        loss_.accumulate(set_.query(q), scores.subspan(view.first_row, view.size()), set_.weight(q),
                         potential, workspace);
    for (double& pi : potential) pi = -pi;  // the potential is the gradient downhill
    return value;
  });
  if (!std::isfinite(total_)) {
    throw NumericError(
        "boosting: the weight of a wrongly ordered pair overflows; use fewer rounds or "
        "directions=up");
  }
}

void PairPart::add_gains(double share, std::span<double> gains) {
  expects(gains.size() == pool_->size(), "a place for every candidate");
  const double factor = share / total_;
  if (!thresholds_.empty()) {
    ThresholdSums& sums = thresholds_.front();
    sums.compute(potential_);
    for_each_chunk(gains.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t c = begin; c < end; ++c) {
        gains[c] += factor * (*pool_)[c].sign * sums.passing((*pool_)[c]);
      }
    });
    return;
  }
  const std::vector<double> sums = feature_sums();
  for (std::size_t c = 0; c < gains.size(); ++c) {
    gains[c] += factor * (*pool_)[c].sign * sums[(*pool_)[c].ranker.feature];
  }
}

std::vector<double> PairPart::feature_sums() const {
  using Sums = ManySums<double>;
  const auto add = [&](std::size_t place, Sums& sum, Workspace& /*workspace*/) {
    const QueryView view = set_.data()[set_.contributing()[place]];
    add_weighted_rows(view.features, std::span(potential_).subspan(view.first_row, view.size()),
                      sum.values);
  };
  return set_.sum(Sums{std::vector<double>(set_.data().feature_count())}, add).values;
}

PartedPairs PairPart::parted(const WeakRanker& ranker, std::span<const double> scores) const {
  const PartedPairs sums = set_.sum_over_queries([&](std::size_t q, Workspace& workspace) {
    const QueryView view = set_.data()[q];
    const auto passes = workspace.take<char>(view.size());
    write_passes(ranker, view, passes);
    return parted_pairs(loss_, set_.query(q), scores.subspan(view.first_row, view.size()), passes,
                        set_.weight(q), workspace);
  });
  return {sums.right / total_, sums.wrong / total_};
}

}  // namespace podium
