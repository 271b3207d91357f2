#include "podium/text/features/sampling.hpp"

#include <algorithm>
#include <limits>

#include "podium/core/base/chunks.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/text/corpus/text_index.hpp"
#include "podium/text/features/feature.hpp"

namespace podium::text {

namespace {

struct Posting {
  std::uint32_t document = 0;
  std::uint32_t count = 0;
};

/// Posting lists: by term, the documents whose stream contains it, in order.
std::vector<std::vector<Posting>> postings_of(const TextStatistics& statistics,
                                              std::size_t stream) {
  using Postings = std::vector<std::vector<Posting>>;
  const std::size_t documents = statistics.document.size();
  const std::size_t streams = statistics.collection.stream.size();
  std::vector<Postings> parts(chunk_count(documents), Postings(statistics.term.size()));
  for_each_chunk(documents, [&](std::size_t begin, std::size_t end) {
    for (std::size_t d = begin; d < end; ++d) {
      const CountedDocument document = statistics.document[d];
      for (std::size_t i = 0; i < document.term.size(); ++i) {
        const std::uint32_t count = document.frequency[i * streams + stream];
        if (count == 0) continue;
        parts[begin / chunk_size][document.term[i]].push_back(
            {static_cast<std::uint32_t>(d), count});
      }
    }
  });
  Postings postings(statistics.term.size());
  parallel_for(postings.size(), [&](std::size_t term) {
    for (const Postings& part : parts) {
      postings[term].insert(postings[term].end(), part[term].begin(), part[term].end());
    }
  });
  return postings;
}

struct Scored {
  double score = 0.0;
  std::uint32_t document = 0;
};

/// Keeps the best `depth` documents in a heap with the worst on top.
class Best {
 public:
  Best(const CountedDocuments& documents, std::size_t depth)
      : documents_(&documents), depth_(depth) {}

  void offer(const Scored& scored) {
    const auto better = [this](const Scored& a, const Scored& b) { return is_better(a, b); };
    if (heap_.size() == depth_) {
      if (!is_better(scored, heap_.front())) return;
      std::pop_heap(heap_.begin(), heap_.end(), better);
      heap_.pop_back();
    }
    heap_.push_back(scored);
    std::push_heap(heap_.begin(), heap_.end(), better);
  }

  std::vector<std::uint32_t> documents() && {
    std::sort(heap_.begin(), heap_.end(),
              [this](const Scored& a, const Scored& b) { return is_better(a, b); });
    std::vector<std::uint32_t> best;
    for (const Scored& scored : heap_) best.push_back(scored.document);
    return best;
  }

 private:
  bool is_better(const Scored& a, const Scored& b) const {
    if (a.score != b.score) return a.score > b.score;
    return (*documents_)[a.document].id < (*documents_)[b.document].id;
  }

  const CountedDocuments* documents_;
  std::size_t depth_;
  std::vector<Scored> heap_;
};

/// The data that all queries share.
struct Sampler {
  const TextStatistics* statistics;
  const SampleOptions* options;
  const TextParameters* parameters;
  std::size_t stream = 0;
  std::vector<std::vector<Posting>> posting;
  TextIndex by_id;

  /// A counted term of the query, with the current position in its postings.
  struct Cursor {
    const std::vector<Posting>* posting;
    std::size_t at = 0;
  };

  StreamView stream_view() const {
    const CollectionMeta& collection = statistics->collection;
    const std::uint64_t total = collection.stream[stream].total_terms;
    return {
        .documents = static_cast<double>(collection.documents),
        .total_terms = static_cast<double>(total),
        .average_length = average_length(total, collection.documents, parameters->average_digits)};
  }

  std::vector<TermView> term_views(const QueryTerms::Query& query,
                                   std::vector<Cursor>& cursors) const {
    std::vector<TermView> views;
    std::vector<TermIndex> distinct;
    for (const TermIndex term : query.term) {
      const auto known = std::find(distinct.begin(), distinct.end(), term);
      if (known != distinct.end()) {
        views[static_cast<std::size_t>(known - distinct.begin())].query_count += 1.0;
        continue;
      }
      const TermMeta& meta = statistics->term[term];
      distinct.push_back(term);
      cursors.push_back({&posting[term]});
      views.push_back(
          {.document_frequency = static_cast<double>(meta.document_frequency[stream]),
           .collection_frequency = static_cast<double>(meta.collection_frequency[stream]),
           .query_count = 1.0});
    }
    return views;
  }

  std::vector<std::uint32_t> best_by_bm25(const QueryTerms::Query& query) const {
    const TextFeature& bm25 = find_text_feature("bm25");
    std::vector<Cursor> cursors;
    std::vector<TermView> terms = term_views(query, cursors);
    StreamView view = stream_view();
    Best best(statistics->document, options->depth);
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    while (true) {
      std::uint32_t next = none;
      for (const Cursor& cursor : cursors) {
        if (cursor.at < cursor.posting->size()) {
          next = std::min(next, (*cursor.posting)[cursor.at].document);
        }
      }
      if (next == none) break;
      for (std::size_t t = 0; t < cursors.size(); ++t) {
        Cursor& cursor = cursors[t];
        const bool has =
            cursor.at < cursor.posting->size() && (*cursor.posting)[cursor.at].document == next;
        terms[t].count = has ? (*cursor.posting)[cursor.at++].count : 0.0;
      }
      view.length = statistics->document[next].length[stream];
      view.term = terms;
      best.offer({bm25.value(view, *parameters), next});
    }
    return std::move(best).documents();
  }

  std::vector<std::uint32_t> judged(const DocumentLabels& judgements) const {
    std::vector<std::uint32_t> documents;
    for (const auto& [id, label] : judgements) {
      if (const auto found = by_id.find(TextFingerprint::of(id))) documents.push_back(*found);
    }
    std::sort(documents.begin(), documents.end());
    return documents;
  }

  DocumentMeta document_meta(const CountedDocument& document, const QueryTerms::Query& query,
                             const DocumentLabels& judgements) const {
    DocumentMeta meta{.id = std::string(document.id)};
    const auto label = judgements.find(document.id);
    meta.label = label == judgements.end() ? 0.0 : label->second;
    meta.length.assign(document.length.begin(), document.length.end());
    meta.unique_length.assign(document.unique_length.begin(), document.unique_length.end());
    for (std::size_t s = 0; s < document.length.size(); ++s) {
      for (const TermIndex term : query.term) meta.frequency.push_back(document.count(term, s));
    }
    return meta;
  }

  QueryMeta query_meta(const QueryTerms::Query& query, const DocumentLabels& judgements) const {
    QueryMeta meta{.id = query.id};
    meta.length.assign(statistics->collection.stream.size(), 0);
    for (const TermIndex term : query.term) {
      meta.term.push_back(statistics->term[term]);
      for (std::size_t s = 0; s < meta.length.size(); ++s) {
        meta.length[s] += meta.term.back().document_frequency[s] > 0 ? 1U : 0U;
      }
    }
    const auto documents =
        options->kind == SampleOptions::Kind::judged ? judged(judgements) : best_by_bm25(query);
    for (const std::uint32_t d : documents) {
      meta.document.push_back(document_meta(statistics->document[d], query, judgements));
    }
    return meta;
  }

  void count_lost(const QueryMeta& query, const DocumentLabels& judgements,
                  SampledQueries& result) const {
    std::uint64_t sampled = 0;
    for (const DocumentMeta& document : query.document) sampled += document.label > 0.0 ? 1U : 0U;
    std::uint64_t relevant = 0;
    for (const auto& [id, label] : judgements) {
      const bool is_known = by_id.find(TextFingerprint::of(id)).has_value();
      result.unknown += is_known ? 0U : 1U;
      relevant += is_known && label > 0.0 ? 1U : 0U;
    }
    result.relevant += relevant;
    result.lost_relevant += relevant - sampled;
  }
};

}  // namespace

SampledQueries sample_queries(const TextStatistics& statistics, const QueryTerms& terms,
                              std::span<const DocumentLabels> judgements,
                              const SampleOptions& options, const TextParameters& parameters,
                              std::size_t stream) {
  const auto& queries = terms.queries();
  expects(stream < statistics.collection.stream.size(), "a stream of the collection");
  expects(judgements.empty() || judgements.size() == queries.size(),
          "judgements of each query or of none");
  Sampler sampler{&statistics, &options, &parameters, stream, {}, {}};
  sampler.posting = postings_of(statistics, stream);
  std::vector<TextFingerprint> id(statistics.document.size());
  for_each_chunk(id.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t d = begin; d < end; ++d)
      id[d] = TextFingerprint::of(statistics.document[d].id);
  });
  sampler.by_id = TextIndex::of(id);
  const DocumentLabels nothing;
  const auto judged = [&](std::size_t q) -> const DocumentLabels& {
    return judgements.empty() ? nothing : judgements[q];
  };
  SampledQueries result;
  result.query.resize(queries.size());
  parallel_for(queries.size(),
               [&](std::size_t q) { result.query[q] = sampler.query_meta(queries[q], judged(q)); });
  for (std::size_t q = 0; q < queries.size(); ++q) {
    sampler.count_lost(result.query[q], judged(q), result);
  }
  return result;
}

}  // namespace podium::text
