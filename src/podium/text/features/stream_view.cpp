#include "podium/text/features/stream_view.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"

namespace podium::text {

namespace {

/// The frequency of each word in the query, at the word's first entry; 0 at the others.
std::vector<double> query_counts(std::span<const TermMeta> terms) {
  std::vector<double> counts(terms.size(), 0.0);
  for (std::size_t t = 0; t < terms.size(); ++t) {
    std::size_t first = 0;
    while (terms[first].word != terms[t].word) ++first;
    counts[first] += 1.0;
  }
  return counts;
}

void check_streams(const CollectionMeta& collection, const QueryMeta& query) {
  const std::size_t streams = collection.stream.size();
  const auto fits = [streams](const auto& values) { return values.size() == streams; };
  bool all = fits(query.length);
  for (const TermMeta& term : query.term) {
    all = all && fits(term.document_frequency) && fits(term.collection_frequency);
  }
  for (const DocumentMeta& document : query.document) {
    all = all && fits(document.length) && fits(document.unique_length) &&
          document.frequency.size() == streams * query.term.size();
  }
  if (!all) {
    throw UsageError(
        fmt::format("query {}: its streams differ from the {} streams of the collection",
                    in_quotes(query.id), streams));
  }
}

}  // namespace

double average_length(std::uint64_t total, std::uint64_t documents, int digits) {
  if (documents == 0) return 0.0;
  const double exact = static_cast<double>(total) / static_cast<double>(documents);
  return digits == 0 ? exact : parse_number<double>(fmt::format("{:.{}g}", exact, digits)).value();
}

bool StreamView::has_match() const noexcept {
  return std::any_of(term.begin(), term.end(), [](const TermView& t) { return t.count > 0.0; });
}

QueryStreams::QueryStreams(const CollectionMeta& collection, const QueryMeta& query,
                           const TextParameters& parameters)
    : query_(&query) {
  check_streams(collection, query);
  const std::vector<double> counts = query_counts(query.term);
  for (std::size_t s = 0; s < collection.stream.size(); ++s) {
    const std::uint64_t total = collection.stream[s].total_terms;
    stream_.push_back(
        {.documents = static_cast<double>(collection.documents),
         .total_terms = static_cast<double>(total),
         .average_length = average_length(total, collection.documents, parameters.average_digits)});
    std::vector<TermView>& terms = term_.emplace_back();
    for (std::size_t t = 0; t < query.term.size(); ++t) {
      terms.push_back(
          {.document_frequency = static_cast<double>(query.term[t].document_frequency[s]),
           .collection_frequency = static_cast<double>(query.term[t].collection_frequency[s]),
           .query_count = counts[t]});
    }
  }
}

StreamView QueryStreams::view(std::size_t document, std::size_t stream) {
  const DocumentMeta& seen = query_->document[document];
  std::vector<TermView>& terms = term_[stream];
  for (std::size_t t = 0; t < terms.size(); ++t) {
    terms[t].count = seen.frequency[stream * terms.size() + t];
  }
  StreamView view = stream_[stream];
  view.length = seen.length[stream];
  view.unique_length = seen.unique_length[stream];
  view.term = terms;
  return view;
}

}  // namespace podium::text
