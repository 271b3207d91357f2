#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/learning/study/source.hpp"
#include "podium/learning/study/spec.hpp"

namespace podium {

/// One unit of work of a study: a row on one fold with one truth, one value and one draw of the
/// sweep.
struct StudyCell {
  std::size_t data = 0;  ///< index in the spec
  std::size_t row = 0;   ///< index in the spec
  std::string truth;
  std::string sweep;     ///< value of the sweep; empty when the row ignores it
  std::size_t draw = 0;  ///< of the sweep's random choices
  std::uint64_t seed = 1;
  std::size_t fold = 0;
};

/// Whether the row is run on the data set.
bool is_on(const StudyRow& row, const StudyData& data);

/// All cells, those of the same fold of the same data together. `sources[d]` is the spec's data
/// set d; a source without folds is skipped.
std::vector<StudyCell> cells_of(const StudySpec& spec, std::span<const StudySource> sources);

/// The cross-validation plan of a cell.
CrossvalPlan plan_of(const StudySpec& spec, const StudyCell& cell);

/// The number of models a cell trains; for auto at most that, as trees join only where there are
/// many queries.
std::size_t training_count(const StudySpec& spec, const StudyCell& cell);

/// A hash in 16 hexadecimal digits of everything that determines the result of the cell: data,
/// options, grid, truth, conventions, seed and library version; and of the names of row and data,
/// by which results are looked up.
std::string key_of(const StudySpec& spec, const StudySource& source, const StudyCell& cell,
                   std::string_view library_version);

}  // namespace podium
