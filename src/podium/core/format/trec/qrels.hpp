#pragma once

#include <filesystem>
#include <string>

#include "podium/core/data/dataset.hpp"
#include "podium/core/format/document_table.hpp"
#include "podium/core/format/line_reader.hpp"

namespace podium {

/// Relevance judgements by query: a label for each judged document. A negative label means that the
/// document was not judged (see GradedTruth).
struct Qrels {
  DocumentTable judged;
};

/// Reads TREC judgements, lines "qid iteration docid label", or without the iteration, as BEIR has
/// them behind a header and SMART without; the iteration is ignored, a
/// label may be any finite number. Duplicate lines are counted and omitted; contradictory ones are
/// a DataError. See docs/formats/qrels.md.
Qrels read_qrels(const std::filesystem::path& path, BadLines bad = BadLines::refuse,
                 LineReport* report = nullptr);

/// The lines of such a file, queries and documents in their order. Throws UsageError for an id that
/// is not a word.
std::string qrels_text(const Qrels& qrels);

/// Writes qrels_text(). Throws UsageError for an id that is not a word.
void write_qrels(const Qrels& qrels, const std::filesystem::path& path);

/// The labels of a data set. Throws UsageError when a query has a document twice.
Qrels qrels_of(const Dataset& data);

}  // namespace podium
