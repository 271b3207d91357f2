#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "podium/core/base/error.hpp"
#include "podium/core/format/document_table.hpp"
#include "podium/core/format/line_reader.hpp"
#include "podium/labelling/store/import.hpp"

namespace podium::labelling {

/// The first line of a file that has these words at these places, or the file alone. The file is
/// read again, for messages only.
Location line_with(const std::string& path,
                   const std::vector<std::pair<std::size_t, std::string_view>>& wanted);

/// The scores of a first stage.
struct FirstStage {
  DocumentTable scored;
  std::string path;                          ///< for messages
  std::optional<std::size_t> document_word;  ///< place of the document in a line, if lines have one

  Location location_of(std::string_view query, std::string_view document) const;
};

/// Reads the run or the scores, if there are any. Throws UsageError for both, for scores by row
/// without a data file, and for a data file without them; DataError when scores and rows do not
/// match, or rows have no document ids.
std::optional<FirstStage> read_first_stage(const ImportFiles& files, BadLines bad,
                                           LineReport& report);

}  // namespace podium::labelling
