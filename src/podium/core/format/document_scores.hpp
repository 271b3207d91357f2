#pragma once

#include <filesystem>

#include "podium/core/format/document_table.hpp"
#include "podium/core/format/line_reader.hpp"

namespace podium {

/// Reads scores with ids, lines "qid docid score". A document that occurs twice in a query is a
/// DataError, or skipped as a bad line. See docs/formats/scores.md.
DocumentTable read_document_scores(const std::filesystem::path& path,
                                   BadLines bad = BadLines::refuse, LineReport* report = nullptr);

/// Whether a file of scores has ids: its first line that is not blank has more than one word.
/// Otherwise it is a file for read_scores().
bool names_documents(const std::filesystem::path& path);

}  // namespace podium
