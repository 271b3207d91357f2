#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "podium/core/data/dataset.hpp"
#include "podium/core/format/document_table.hpp"
#include "podium/core/format/line_reader.hpp"

namespace podium {

/// The results of a ranker by query: a score for each retrieved document.
struct Run {
  DocumentTable retrieved;
  std::string tag;  ///< the ranker's name
};

/// Reads a TREC run, lines "qid Q0 docid rank score tag". The scores define the order: rank and
/// Q0 are ignored; the tag is that of the first line. A document that occurs twice in a query is a
/// DataError. See docs/formats/run.md.
Run read_run(const std::filesystem::path& path, BadLines bad = BadLines::refuse,
             LineReport* report = nullptr);

/// Writes each query's documents by descending score, equal scores in their order, with ranks from
/// 1. Throws UsageError for an id or tag that is not a word, NumericError for a score that is not
/// finite.
void write_run(const Run& run, const std::filesystem::path& path);

/// A data set's documents with one score per row, in row order (see scores_by_row). Throws
/// UsageError when a query has a document twice.
Run run_of(const Dataset& data, std::span<const double> scores, std::string tag);

}  // namespace podium
