#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "podium/corpus/corpus.hpp"
#include "podium/corpus/topics.hpp"
#include "podium/store/label_store.hpp"

namespace podium {

/// How topics are written that go with a corpus of this format; `unknown` where the file says it.
TopicFormat topic_format_of(CorpusFormat format);

/// The queries of a file, without documents. Counts into `report` what was left out or repaired.
std::vector<LabelQuery> collection_queries(const std::string& path, TopicFormat format,
                                           CorpusReport& report);

using WantedDocuments = std::unordered_set<std::string>;

/// The documents of a file or folder as people are shown them, in its order; with `wanted` only
/// those with such an id, blanks in ids encoded, so that a large corpus need not fit into memory.
/// Counts into `report` what was left out or repaired.
std::vector<LabelDocument> collection_documents(const std::string& path,
                                                const CorpusOptions& options, CorpusReport& report,
                                                const WantedDocuments* wanted = nullptr);

}  // namespace podium
