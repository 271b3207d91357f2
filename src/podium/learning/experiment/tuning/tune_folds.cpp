#include "podium/learning/experiment/tuning/tune_folds.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/core/prepare/transform.hpp"
#include "podium/learning/experiment/tuning/inner_folds.hpp"

namespace podium {

namespace {

constexpr std::size_t most_folds = 5;
constexpr std::size_t fewest_folds = 2;

}  // namespace

TuneFold split_fold(const Dataset& train, const Dataset* vali) {
  if (vali == nullptr) {
    throw UsageError("tuning by a split needs validation data, which no model is trained on");
  }
  TuneFold fold{all_queries(train.query_count()), QueryList(vali->query_count())};
  std::iota(fold.held_out.begin(), fold.held_out.end(), train.query_count());
  return fold;
}

std::vector<TuneFold> inner_tune_folds(const Dataset& pool, std::uint64_t seed) {
  const std::size_t useful = queries_with_preferences(pool).size();
  std::vector<TuneFold> folds;
  for (QueryList& part : inner_folds(pool, std::clamp(useful, fewest_folds, most_folds), seed)) {
    QueryList rest = other_queries(pool, part);
    folds.push_back({std::move(rest), std::move(part)});
    if (pool.query_count() > queries_for_one_fold) break;
  }
  return folds;
}

std::shared_ptr<const PreparedTuneFold> prepared_fold(const PreparationPlan& plan,
                                                      const Dataset& pool, const TuneFold& fold) {
  PreparedTraining training(plan, take_queries(pool, fold.train));
  Dataset held_out = prepared(training.preparation(), take_queries(pool, fold.held_out));
  return std::make_shared<const PreparedTuneFold>(
      PreparedTuneFold{std::move(training), std::move(held_out)});
}

}  // namespace podium
