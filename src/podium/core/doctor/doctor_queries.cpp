#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/doctor/doctor_checks.hpp"

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

/// Calls found(query, first, doc) for each document of a query with the key of an earlier document;
/// `first` is the first document with that key.
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
    return query.size() > 0 && !has_pairs(query.truth);
  });
  return with_message(std::move(problem), {"query has", "queries have"},
                      "the same label for all judged documents: no preferences to learn from");
}

Problem blank_queries(const Facts& facts) {
  Problem problem = queries_where(facts.data, [](const QueryView& query) {
    return std::ranges::all_of(query.truth.label, [](double label) { return label <= 0.0; });
  });
  return with_message(std::move(problem), {"query has", "queries have"},
                      "no relevant document: the evaluation profile defines the value of measures");
}

Problem short_queries(const Facts& facts) {
  Problem problem =
      queries_where(facts.data, [](const QueryView& query) { return query.size() < 10; });
  return with_message(std::move(problem), {"query has", "queries have"},
                      "fewer than 10 documents: measures at cut-off 10 use shorter lists");
}

Problem repeated_documents(const Facts& facts) {
  return with_message(id_repetitions(facts.data, true), {"document occurs", "documents occur"},
                      "again in the same query, with the same label");
}

Problem contradictory_documents(const Facts& facts) {
  return with_message(id_repetitions(facts.data, false), {"document occurs", "documents occur"},
                      "again in the same query, with a different label");
}

Problem identical_rows(const Facts& facts) {
  return with_message(row_repetitions(facts.data, true), {"document has", "documents have"},
                      "the same features and label as an earlier document of the query");
}

Problem contradictory_rows(const Facts& facts) {
  return with_message(row_repetitions(facts.data, false), {"document has", "documents have"},
                      "the features of an earlier document of the query and a different label: no "
                      "model can rank both correctly");
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
  return with_message(std::move(problem), {"query has", "queries have"},
                      "the document features of another query: a query with two ids counts twice, "
                      "and leaks when the data is split");
}

}  // namespace podium::detail
