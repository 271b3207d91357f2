#include "podium/text/collect/feature_server.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/suggest.hpp"
#include "podium/core/base/text.hpp"
#include "podium/text/collect/collection_files.hpp"
#include "podium/text/features/meta_xml.hpp"
#include "podium/text/features/proximity.hpp"
#include "podium/text/features/sampling.hpp"
#include "podium/text/markup/url.hpp"

namespace podium::text {

namespace {

constexpr double null = std::numeric_limits<double>::quiet_NaN();

/// The documents as texts, with their number as id: ids need not be distinct here.
struct NumberedTexts {
  std::vector<std::string> id;
  std::vector<DocumentText> text;
  CollectionCounter::Ids wanted;
  DocumentLabels all;

  NumberedTexts(std::span<const RawDocument> documents, std::span<const std::string> fields,
                std::span<const std::string> anchors) {
    for (std::size_t d = 0; d < documents.size(); ++d) id.push_back(to_text(d));
    for (std::size_t d = 0; d < documents.size(); ++d) {
      text.push_back(
          document_text(documents[d], fields, anchors.empty() ? std::string_view() : anchors[d]));
      text.back().id = id[d];
      wanted.insert(id[d]);
      all.emplace(id[d], 0.0);
    }
  }
};

double address_column(const std::string& name, const std::string& url) {
  if (url.empty()) return null;
  if (name == "url-slashes") return static_cast<double>(url_slashes(url));
  if (name == "url-length") return static_cast<double>(url_length(url));
  return null;
}

}  // namespace

FeatureServer::FeatureServer(const std::filesystem::path& meta) {
  definition_ = FeatureDefinition::load(meta);
  recipe_ = definition_.make_recipe();
  collection_ = read_collection_meta(meta / "collectioninfo.xml");
  if (collection_.stream.size() != definition_.stream.size()) {
    throw DataError({(meta / "features.json").string()},
                    fmt::format("found {} streams, expected the {} of collectioninfo.xml",
                                definition_.stream.size(), collection_.stream.size()));
  }
  for (TermMeta& term : read_terms(meta / "terms.tsv", collection_.stream.size())) {
    std::string word = term.word;
    term_.emplace(std::move(word), std::move(term));
  }
}

QueryMeta FeatureServer::query_meta(const QueryMeta& counted, ServedFeatures& result) const {
  QueryMeta query = counted;
  query.length.assign(collection_.stream.size(), 0);
  for (TermMeta& term : query.term) {
    const auto known = term_.find(term.word);
    if (known != term_.end()) {
      result.has_counted_word = true;
      term = known->second;
    } else {
      result.uncounted_word.push_back(term.word);
      term.document_frequency.assign(collection_.stream.size(), 0);
      term.collection_frequency.assign(collection_.stream.size(), 0);
    }
    for (std::size_t s = 0; s < query.length.size(); ++s) {
      query.length[s] += term.document_frequency[s] > 0 ? 1U : 0U;
    }
  }
  return query;
}

void FeatureServer::check_column(const std::string& name) const {
  const std::vector<std::string> names = recipe_.column_names();
  if (std::ranges::count(names, name) > 0) return;
  const std::vector<std::string_view> known(names.begin(), names.end());
  throw UsageError(unknown_name("column", name, known));
}

std::vector<double> FeatureServer::column_rows(
    std::span<const RawDocument> documents, std::span<const double> proximity,
    const std::map<std::string, std::vector<double>>& given) const {
  const std::vector<std::string> names = recipe_.column_names();
  for (const auto& [name, values] : given) {
    check_column(name);
    if (values.size() != documents.size()) {
      throw UsageError(fmt::format("column {}: found {} numbers, expected {}", in_quotes(name),
                                   values.size(), documents.size()));
    }
  }
  const std::size_t near =
      definition_.proximity ? proximity.size() / std::max<std::size_t>(documents.size(), 1) : 0;
  std::vector<double> rows;
  for (std::size_t d = 0; d < documents.size(); ++d) {
    for (std::size_t c = 0; c < names.size(); ++c) {
      const auto said = given.find(names[c]);
      const bool is_near = c + near >= names.size();
      rows.push_back(said != given.end() ? said->second[d]
                     : is_near           ? proximity[d * near + c + near - names.size()]
                                         : address_column(names[c], documents[d].url));
    }
  }
  return rows;
}

ServedFeatures FeatureServer::features(std::string_view query,
                                       std::span<const RawDocument> documents,
                                       const std::map<std::string, std::vector<double>>& columns,
                                       std::span<const std::string> anchors) const {
  expects(anchors.empty() || anchors.size() == documents.size(), "anchors of each document");
  ServedFeatures result;
  Analyser analyser(definition_.analyser);
  const QueryTerms terms({{"query", std::string(query)}}, analyser);
  const std::vector<std::string> fields = definition_.fields();
  const NumberedTexts texts(documents, fields, anchors);
  CollectionCounter counter(analyser, terms, definition_.layout(), texts.wanted);
  counter.add(texts.text);
  const TextStatistics statistics = std::move(counter).finish();
  const std::vector<DocumentLabels> judged = {texts.all};
  const SampledQueries sampled =
      sample_queries(statistics, terms, judged, {.kind = SampleOptions::Kind::judged},
                     recipe_.parameters, definition_.main_stream());
  std::vector<std::vector<double>> proximity(1);
  if (definition_.proximity) {
    ProximityPass pass(analyser, terms, definition_.layout(), sampled.query);
    pass.add(texts.text);
    proximity = std::move(pass).finish();
  }
  result.value = query_features(recipe_, collection_, query_meta(sampled.query[0], result),
                                column_rows(documents, proximity[0], columns));
  return result;
}

}  // namespace podium::text
