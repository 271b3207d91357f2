#pragma once

#include <string>
#include <utility>
#include <vector>

#include "podium/text/corpus/term_fingerprint.hpp"
#include "podium/text/terms/document_vectors.hpp"

namespace podium::text {

/// The counts of documents, by id, for a query.
inline QueryMeta query_of(const std::vector<std::string>& ids) {
  QueryMeta query{.id = "q"};
  for (const std::string& id : ids) query.document.push_back({.id = id});
  return query;
}

/// The vectors of documents (id, text) of one stream; words are not stemmed.
inline DocumentVectors vectors_of(const std::vector<std::pair<std::string, std::string>>& texts) {
  const Analyser analyser(AnalyserOptions{.stemmer = "none", .stop_words = "none"});
  std::vector<std::string> ids;
  std::vector<DocumentText> documents;
  for (const auto& [id, text] : texts) {
    ids.push_back(id);
    documents.push_back({id, {text}});
  }
  const std::vector<QueryMeta> sampled = {query_of(ids)};
  DocumentVectorPass pass(analyser, {1, {{"text", {0}}}}, 0, sampled);
  pass.add(documents);
  return std::move(pass).finish();
}

}  // namespace podium::text
