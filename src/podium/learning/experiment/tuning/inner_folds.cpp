#include "podium/learning/experiment/tuning/inner_folds.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/unjudged.hpp"

namespace podium {

namespace {

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

}  // namespace podium
