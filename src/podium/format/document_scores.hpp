#pragma once

#include <filesystem>

#include "podium/format/document_table.hpp"
#include "podium/format/line_reader.hpp"

namespace podium {

/// Reads scores that say whose they are, lines "qid docid score". A document that comes twice in a
/// query is a DataError, or skipped as a bad line. See docs/formats/scores.md.
DocumentTable read_document_scores(const std::filesystem::path& path,
                                   BadLines bad = BadLines::refuse, LineReport* report = nullptr);

/// Whether a file of scores says whose they are: its first line that is not blank has more than one
/// word. Otherwise it is one for read_scores().
bool names_documents(const std::filesystem::path& path);

}  // namespace podium
