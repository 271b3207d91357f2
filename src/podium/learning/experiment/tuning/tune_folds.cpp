#include "podium/learning/experiment/tuning/tune_folds.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/joined_data.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/core/prepare/transform.hpp"

namespace podium {

namespace {

constexpr std::size_t most_folds = 5;
constexpr std::size_t fewest_folds = 2;

bool has_judged_preferences(const QueryView& query) {
  if (!(query.weight > 0.0)) return false;
  std::optional<Level> first;
  for (DocIndex doc = 0; doc < query.size(); ++doc) {
    if (!is_judged(query.truth.label[doc])) continue;
    if (!first) first = query.truth.level[doc];
    if (query.truth.level[doc] != *first) return true;
  }
  return false;
}

}  // namespace

QueryList queries_with_preferences(const Dataset& data) {
  QueryList queries;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    if (has_judged_preferences(data[q])) queries.push_back(q);
  }
  return queries;
}

std::vector<QueryList> inner_folds(const Dataset& data, std::size_t count, std::uint64_t seed) {
  QueryList useful = queries_with_preferences(data);
  if (useful.size() < count) {
    throw UsageError(
        fmt::format("{} folds need as many queries with documents of different label; found {}",
                    count, useful.size()));
  }
  QueryList others = other_queries(data, useful);
  RandomStream random(seed, "", "inner folds");
  random.shuffle(std::span(useful));
  random.shuffle(std::span(others));

  std::vector<QueryList> parts(count);
  std::map<std::string_view, std::size_t> part_of_id;
  std::size_t next = 0;
  for (const QueryList* list : {&useful, &others}) {
    for (const std::size_t q : *list) {
      const auto [place, is_new] = part_of_id.try_emplace(data[q].id, next);
      if (is_new) next = (next + 1) % count;
      parts[place->second].push_back(q);
    }
  }
  for (QueryList& part : parts) std::ranges::sort(part);
  return parts;
}

QueryList other_queries(const Dataset& data, const QueryList& part) {
  std::vector<bool> is_in(data.query_count());
  for (const std::size_t q : part) is_in[q] = true;
  QueryList others;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    if (!is_in[q]) others.push_back(q);
  }
  return others;
}

Dataset pool_of(const TunePlan& plan, const Dataset& train, const Dataset* vali) {
  const bool uses_vali = plan.rule == TuneRule::split || plan.refits_with_vali;
  return vali != nullptr && uses_vali ? joined_data(train, *vali) : train;
}

TuneFold split_fold(const Dataset& train, const Dataset* vali) {
  if (vali == nullptr) {
    throw UsageError("tuning by a split needs validation data");
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
