#include "podium/text/features/query_bm25.hpp"

#include <algorithm>

#include "podium/text/features/feature.hpp"

namespace podium::text {

QueryBm25::QueryBm25(const CollectionMeta& collection, const QueryMeta& query, std::size_t stream,
                     const TextParameters& parameters)
    : parameters_(&parameters) {
  const std::uint64_t total = collection.stream[stream].total_terms;
  view_.documents = static_cast<double>(collection.documents);
  view_.total_terms = static_cast<double>(total);
  view_.average_length = average_length(total, collection.documents, parameters.average_digits);
  for (auto term = query.term.begin(); term != query.term.end(); ++term) {
    const auto same = [&](const TermMeta& other) { return other.word == term->word; };
    const bool is_first = std::find_if(query.term.begin(), query.term.end(), same) == term;
    const auto times = std::count_if(query.term.begin(), query.term.end(), same);
    term_.push_back(
        {.document_frequency = static_cast<double>(term->document_frequency[stream]),
         .collection_frequency = static_cast<double>(term->collection_frequency[stream]),
         .query_count = is_first ? static_cast<double>(times) : 0.0});
  }
}

double QueryBm25::value_of_counts() {
  view_.term = term_;
  return find_text_feature("bm25").value(view_, *parameters_);
}

}  // namespace podium::text
