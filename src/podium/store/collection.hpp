#pragma once

#include <string>
#include <vector>

#include "podium/store/label_store.hpp"
#include "podium/text/corpus.hpp"

namespace podium {

/// The queries of a file, without documents. `format` is that of the collection; where queries are
/// not written in it the file says what it is. Counts into `report` what was left out or repaired.
std::vector<LabelQuery> collection_queries(const std::string& path, CorpusFormat format,
                                           CorpusReport& report);

/// The documents of a file or folder as people are shown them, in its order. Counts into `report`
/// what was left out or repaired.
std::vector<LabelDocument> collection_documents(const std::string& path, CorpusFormat format,
                                                CorpusReport& report);

}  // namespace podium
