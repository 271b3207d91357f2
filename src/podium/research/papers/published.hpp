#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/report/document.hpp"
#include "podium/research/papers/findings.hpp"

namespace podium::research {

/// A value printed in a paper or on the page of a data set.
struct PublishedValue {
  std::string paper;
  std::string table;
  std::string study;
  std::string data;
  std::string row;
  std::string measure;
  double value = 0.0;
  bool is_ours = true;     ///< a row of the study; false: only published
  double half_unit = 0.0;  ///< half a unit of the last printed digit, the third at least
};

/// Whether a value is printed in the paper itself, not measured again or of other tools.
bool is_of_paper(const PublishedValue& value);

/// Reads a comma-separated text with the columns paper, table, study, data, row, measure, value,
/// ours (yes or no). Throws DataError.
std::vector<PublishedValue> read_published(std::string_view text, const std::string& source);

/// The values of papers/specs/published.csv.
const std::vector<PublishedValue>& published_values();

/// A published value and ours; NaN when the data set is missing or the row is only published.
struct ComparedValue {
  PublishedValue published;
  double ours = 0.0;
};
std::vector<ComparedValue> beside_ours(std::span<const PublishedValue> published,
                                       const Findings& findings);

/// Tables of a study, one for each data set that has published values. Each method has four rows:
/// published, ours (marked as in the study's own tables), the difference and the verdict (see
/// papers/value_verdict.hpp). Where the data set is missing, only the published row is shown.
std::vector<TableBlock> published_blocks(std::span<const PublishedValue> published,
                                         const StudyFinding& finding, const Findings& findings);

}  // namespace podium::research
