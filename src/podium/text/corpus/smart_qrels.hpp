#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "podium/core/format/trec/qrels.hpp"

namespace podium::text {

/// Reads judgements of the SMART collections, lines "qid docid [code [more]]"; leading zeros of ids
/// are dropped. The meaning of the code depends on the file:
///
/// - all codes 0 or none at all (CACM): every line names a relevant document, label 1;
/// - otherwise Cranfield's scale, on which 1 is a complete answer and 4 of minimum interest: label
///   5 - code, so that larger is better; 5 and -1 (of no interest) are label 0.
///
/// A line that repeats an earlier one is left out and counted. Throws DataError for a line that
/// contradicts an earlier one, and for any other code.
Qrels read_smart_qrels(const std::filesystem::path& path, BadLines bad = BadLines::refuse,
                       LineReport* report = nullptr);

/// An id without leading zeros: "007" becomes "7", "0" stays.
std::string without_zeros(std::string_view id);

}  // namespace podium::text
