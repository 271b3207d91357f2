#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include "podium/text/features/link_columns.hpp"
#include "podium/text/links/corpus_links.hpp"
#include "podium/text/terms/document_vectors.hpp"

namespace podium::text {

inline auto near(double value) {
  return testing::DoubleNear(value, 1e-12);
}

/// Of a word that three of eight documents have.
inline const double idf = std::log(5.5 / 3.5);

/// A small corpus that was counted and sampled for one query. BM25 has k1 = 1, b = 0 and k3 = 0: of
/// a term that a document has c times it is idf * 2 c / (c + 1).
class SmallCollection {
 public:
  /// Documents have an id, a text and the ids that they link to; words are taken as they are.
  struct Page {
    std::string id;
    std::string text;
    std::vector<std::string> link = {};
    std::string url = {};
  };

  SmallCollection(const std::vector<Page>& pages, const std::string& query)
      : analyser_(AnalyserOptions{.stemmer = "none", .stop_words = "none"}),
        terms_({{"q", query}}, analyser_) {
    std::vector<DocumentText> texts;
    std::vector<RawDocument> documents;
    for (const Page& page : pages) {
      texts.push_back({page.id, {page.text}});
      RawDocument& document = documents.emplace_back();
      document.id = page.id;
      document.url = page.url;
      for (const std::string& target : page.link) document.link.push_back({target, "", true});
    }
    LinkCollector collector;
    collector.add(documents);
    links_ = std::move(collector).finish();
    const StreamLayout layout{1, {{"text", {0}}}};
    CollectionCounter counter(analyser_, terms_, layout);
    counter.add(texts);
    statistics_ = std::move(counter).finish();
    query_ = sample_queries(statistics_, terms_, {}, {}, parameters_, 0).query;
    DocumentVectorPass pass(analyser_, layout, 0, query_);
    pass.add(texts);
    vectors_ = std::move(pass).finish();
  }

  const CorpusLinks& links() const { return links_; }
  const DocumentVectors& vectors() const { return vectors_; }
  const QueryMeta& query() const { return query_[0]; }

  SampledCollection sampled() const {
    return {.statistics = &statistics_,
            .terms = &terms_,
            .query = &query_,
            .parameters = &parameters_,
            .stream = 0};
  }

 private:
  TextParameters parameters_{.k1 = 1.0, .b = 0.0, .k3 = 0.0, .mu = 2.0};
  Analyser analyser_;
  QueryTerms terms_;
  CorpusLinks links_;
  TextStatistics statistics_;
  std::vector<QueryMeta> query_;
  DocumentVectors vectors_;
};

}  // namespace podium::text
