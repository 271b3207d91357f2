#pragma once

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "podium/text/terms/meta.hpp"

namespace podium::text {

inline std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// Documents of one stream, counted naively, word by word.
struct ToyCorpus {
  std::vector<std::vector<std::string>> documents;

  explicit ToyCorpus(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) documents.push_back(words_of(text));
  }

  static std::uint32_t count(const std::vector<std::string>& words, const std::string& word) {
    return static_cast<std::uint32_t>(std::count(words.begin(), words.end(), word));
  }

  CollectionMeta collection() const {
    StreamMeta stream{.name = "text"};
    std::set<std::string> seen;
    for (const auto& words : documents) {
      stream.total_terms += words.size();
      seen.insert(words.begin(), words.end());
    }
    stream.unique_terms = seen.size();
    return {"toy", documents.size(), {stream}};
  }

  /// The counts of all documents, named d1, d2, ..., for the query.
  QueryMeta query(const std::string& text) const {
    QueryMeta query{.id = "q", .length = {0}};
    const auto terms = words_of(text);
    for (const std::string& word : terms) {
      TermMeta term{word, {0}, {0}};
      for (const auto& words : documents) {
        term.document_frequency[0] += count(words, word) > 0 ? 1U : 0U;
        term.collection_frequency[0] += count(words, word);
      }
      query.length[0] += term.document_frequency[0] > 0 ? 1U : 0U;
      query.term.push_back(term);
    }
    for (const auto& words : documents) {
      DocumentMeta document{.id = "d" + std::to_string(query.document.size() + 1)};
      document.length = {static_cast<std::uint32_t>(words.size())};
      document.unique_length = {
          static_cast<std::uint32_t>(std::set<std::string>(words.begin(), words.end()).size())};
      for (const std::string& word : terms) document.frequency.push_back(count(words, word));
      query.document.push_back(document);
    }
    return query;
  }
};

}  // namespace podium::text
