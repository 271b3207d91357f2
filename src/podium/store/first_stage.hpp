#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "podium/base/error.hpp"
#include "podium/format/document_table.hpp"
#include "podium/format/line_reader.hpp"
#include "podium/store/import.hpp"

namespace podium {

/// The first line of a file that has these words in these places, or the file alone. Files are read
/// again for the sake of a message only.
Location line_with(const std::string& path,
                   const std::vector<std::pair<std::size_t, std::string_view>>& wanted);

/// What a first stage thinks of documents.
struct FirstStage {
  DocumentTable scored;
  std::string path;                          ///< that messages name
  std::optional<std::size_t> document_word;  ///< of a line; nothing when lines name no documents

  Location location_of(std::string_view query, std::string_view document) const;
};

/// Reads the run or the scores, if there are any. Throws UsageError for both, for scores by row
/// without a data file, and for a data file without them; DataError when scores and rows do not
/// match, or rows have no document ids.
std::optional<FirstStage> read_first_stage(const ImportFiles& files, BadLines bad,
                                           LineReport& report);

}  // namespace podium
