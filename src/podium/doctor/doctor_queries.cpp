#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "podium/base/parallel.hpp"
#include "podium/doctor/doctor_checks.hpp"

namespace podium::detail {

namespace {

template <class Test>
Problem queries_where(const Dataset& data, Test&& test) {
  Problem problem;
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    if (test(data[query])) problem.add("query " + std::string(data[query].id));
  }
  return problem;
}

/// Calls found(query, earlier, later) for documents of a query with the same key: each document
/// that is not the first of its key with that first one.
template <class Key, class Found>
void for_each_repetition(const Dataset& data, Key&& key, Found&& found) {
  using KeyType = decltype(key(std::declval<const QueryView&>(), DocIndex{0}));
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    const QueryView view = data[query];
    std::unordered_map<KeyType, DocIndex> first;
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      const auto [place, is_new] = first.try_emplace(key(view, doc), doc);
      if (!is_new) found(view, place->second, doc);
    }
  }
}

/// Documents with an id that occurred before in the query, with the same label or another.
Problem id_repetitions(const Dataset& data, bool same_label) {
  Problem problem;
  if (data.columns().document_id.empty()) return problem;
  for_each_repetition(
      data,
      [&](const QueryView& query, DocIndex doc) {
        return data.columns().document_id[query.first_row + doc];
      },
      [&](const QueryView& query, DocIndex first, DocIndex doc) {
        if ((query.truth.label[first] == query.truth.label[doc]) != same_label) return;
        problem.add(place_of(data, query, doc));
      });
  return problem;
}

/// Documents whose features occurred before in the query, with the same label or another.
Problem row_repetitions(const Dataset& data, bool same_label) {
  Problem problem;
  if (data.feature_count() == 0) return problem;
  std::vector<std::uint64_t> sums(data.row_count());
  parallel_for(data.query_count(), [&](std::size_t query) {
    const QueryView view = data[query];
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      sums[view.first_row + doc] = row_checksum(view.features[doc]);
    }
  });
  for_each_repetition(
      data, [&](const QueryView& query, DocIndex doc) { return sums[query.first_row + doc]; },
      [&](const QueryView& query, DocIndex first, DocIndex doc) {
        if (!same_features(query.features[first], query.features[doc])) return;
        if ((query.truth.label[first] == query.truth.label[doc]) != same_label) return;
        problem.add(place_of(data, query, first) + " and " +
                    data.document_id(query.first_row + doc));
      });
  return problem;
}

}  // namespace

Problem single_label_queries(const Facts& facts) {
  Problem problem = queries_where(facts.data, [](const QueryView& query) {
    return query.size() > 0 && *std::ranges::max_element(query.truth.level) == 0;
  });
  return with_message(std::move(problem),
                      "queries whose documents all have one label: nothing to learn from them");
}

Problem blank_queries(const Facts& facts) {
  Problem problem = queries_where(facts.data, [](const QueryView& query) {
    return std::ranges::all_of(query.truth.label, [](double label) { return label <= 0.0; });
  });
  return with_message(std::move(problem),
                      "queries without a relevant document: the evaluation profile decides what "
                      "they count");
}

Problem short_queries(const Facts& facts) {
  Problem problem =
      queries_where(facts.data, [](const QueryView& query) { return query.size() < 10; });
  return with_message(std::move(problem),
                      "queries with fewer than 10 documents: measures at 10 see short lists");
}

Problem repeated_documents(const Facts& facts) {
  return with_message(id_repetitions(facts.data, true),
                      "documents that occur again in their query, with the same label");
}

Problem contradictory_documents(const Facts& facts) {
  return with_message(id_repetitions(facts.data, false),
                      "documents that occur again in their query, with another label");
}

Problem identical_rows(const Facts& facts) {
  return with_message(row_repetitions(facts.data, true),
                      "documents with the features and the label of an earlier one of their query");
}

Problem contradictory_rows(const Facts& facts) {
  return with_message(row_repetitions(facts.data, false),
                      "documents with the features of an earlier one of their query and another "
                      "label: no model can get both right");
}

Problem repeated_queries(const Facts& facts) {
  std::unordered_map<std::uint64_t, std::size_t> first;
  Problem problem;
  for (std::size_t query = 0; query < facts.data.query_count(); ++query) {
    const std::uint64_t sum = query_checksum(facts.data[query]);
    if (sum == 0) continue;
    const auto [place, is_new] = first.try_emplace(sum, query);
    if (!is_new) {
      problem.add(
          fmt::format("queries {} and {}", facts.data[place->second].id, facts.data[query].id));
    }
  }
  return with_message(std::move(problem),
                      "queries whose documents have the features of another query's: one query "
                      "under two ids counts twice, and leaks when the data is split");
}

}  // namespace podium::detail
