#include "podium/core/doctor/match.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "podium/core/base/error.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/data/gathered_rows.hpp"

namespace podium {

namespace {

/// The number of chosen documents with a strict place.
std::uint32_t strict_places(const TruthView& truth, std::span<const DocIndex> chosen) {
  if (truth.is_graded()) return 0;
  const bool is_total = truth.strict == truth.size();
  return static_cast<std::uint32_t>(std::ranges::count_if(
      chosen, [&](DocIndex doc) { return is_total || truth.level[doc] > 0; }));
}

/// Appends one row to every column of the data set.
void add_row(DatasetMemory& memory, const DatasetColumns& from, std::size_t row) {
  memory.label.push_back(from.label[row]);
  if (!from.document_id.empty()) memory.add_document_id(from.document_id[row]);
  if (!from.row_weight.empty()) memory.row_weight.push_back(from.row_weight[row]);
  if (!from.inc.empty()) memory.inc.push_back(from.inc[row]);
  if (!from.prob.empty()) memory.prob.push_back(from.prob[row]);
}

using Places = std::unordered_map<std::string_view, DocIndex>;

/// Document id -> its first place in the query.
Places places_of(const Dataset& data, std::size_t query) {
  const QueryView view = data[query];
  Places places;
  for (DocIndex doc = 0; doc < view.size(); ++doc) {
    places.try_emplace(data.columns().document_id[view.first_row + doc], doc);
  }
  return places;
}

std::size_t chosen_count(std::span<const std::vector<DocIndex>> chosen) {
  std::size_t count = 0;
  for (const auto& documents : chosen) count += documents.size();
  return count;
}

}  // namespace

Dataset select_documents(const Dataset& data, std::span<const std::vector<DocIndex>> chosen) {
  expects(chosen.size() == data.query_count(), "a choice for each query");
  const DatasetColumns& from = data.columns();
  DatasetMemory memory;
  memory.feature_count = from.feature_count;
  memory.first_feature_id = from.first_feature_id;
  for (std::size_t f = 0; f < from.feature_name.size(); ++f) {
    memory.add_feature_name(from.feature_name[f]);
  }
  std::vector<QueryRows> parts;
  for (std::size_t query = 0; query < chosen.size(); ++query) {
    if (chosen[query].empty()) continue;
    const QueryView view = data[query];
    QueryRows& part = parts.emplace_back(QueryRows{.query = query, .row = {}});
    memory.add_query_id(view.id);
    if (!from.query_weight.empty()) memory.query_weight.push_back(view.weight);
    if (!from.strict.empty()) memory.strict.push_back(strict_places(view.truth, chosen[query]));
    for (const DocIndex doc : chosen[query]) {
      part.row.push_back(view.first_row + doc);
      add_row(memory, from, part.row.back());
    }
    memory.query_end.push_back(memory.label.size());
  }
  memory.features = gathered_features(data, parts, data.is_sparse());
  return build_dataset(std::move(memory));
}

MatchedDatasets match_documents(const Dataset& first, const Dataset& second) {
  if (first.columns().document_id.empty() || second.columns().document_id.empty()) {
    throw UsageError("found a data set without document ids, expected ids to match documents");
  }
  std::unordered_map<std::string_view, std::size_t> second_query;
  for (std::size_t query = 0; query < second.query_count(); ++query) {
    second_query.emplace(second[query].id, query);
  }
  std::vector<std::vector<DocIndex>> of_first(first.query_count());
  std::vector<std::vector<DocIndex>> of_second(second.query_count());
  std::vector<std::size_t> second_order;
  for (std::size_t query = 0; query < first.query_count(); ++query) {
    const auto other = second_query.find(first[query].id);
    if (other == second_query.end()) continue;
    Places places = places_of(second, other->second);
    const QueryView view = first[query];
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      const auto same = places.find(first.columns().document_id[view.first_row + doc]);
      if (same == places.end()) continue;
      of_first[query].push_back(doc);
      of_second[other->second].push_back(same->second);
      places.erase(same);  // so that a repeated document is taken once
    }
    if (!of_first[query].empty()) second_order.push_back(other->second);
  }

  MatchedDatasets matched{.first = select_documents(first, of_first)};
  // Queries and documents of the second set get the order of the first set.
  std::vector<std::vector<DocIndex>> in_order;
  for (const std::size_t query : second_order) in_order.push_back(of_second[query]);
  matched.second = select_documents(second.subset(second_order), in_order);
  matched.queries_dropped = first.query_count() + second.query_count() - 2 * second_order.size();
  matched.documents_dropped = first.row_count() + second.row_count() - 2 * chosen_count(of_first);
  return matched;
}

}  // namespace podium
