#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "podium/labelling/store/label_store.hpp"
#include "podium/text/corpus/corpus.hpp"
#include "podium/text/corpus/topics.hpp"

namespace podium::labelling {

/// The usual format of topics for a corpus of this format; `unknown` where the file decides.
text::TopicFormat topic_format_of(text::CorpusFormat format);

/// The queries of a file, without documents. Problems are counted in `report`.
std::vector<LabelQuery> collection_queries(const std::string& path, text::TopicFormat format,
                                           text::CorpusReport& report);

using WantedDocuments = std::unordered_set<std::string>;

/// The documents of a file or folder for display, in its order; with `wanted` only those with one
/// of these ids (blanks encoded), so that a large corpus need not fit into memory. Problems are
/// counted in `report`.
std::vector<LabelDocument> collection_documents(const std::string& path,
                                                const text::CorpusOptions& options,
                                                text::CorpusReport& report,
                                                const WantedDocuments* wanted = nullptr);

}  // namespace podium::labelling
