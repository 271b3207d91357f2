#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/study/source.hpp"
#include "podium/study/spec.hpp"

namespace podium {

/// One piece of a study: a row on one fold under one truth, at one place of the sweep.
struct StudyCell {
  std::size_t data = 0;  ///< place in the spec
  std::size_t row = 0;   ///< place in the spec
  std::string truth;
  std::string sweep;  ///< value of what is swept; empty when this row is not
  std::uint64_t seed = 1;
  std::size_t fold = 0;
};

/// All cells, those of the same fold of the same data together. `sources[d]` is the spec's data
/// set d; one with no folds is left out.
std::vector<StudyCell> cells_of(const StudySpec& spec, std::span<const StudySource> sources);

/// The cross-validation plan of a cell.
CrossvalPlan plan_of(const StudySpec& spec, const StudyCell& cell);

/// How many models a cell trains.
std::size_t training_count(const StudySpec& spec, const StudyCell& cell);

/// 16 hexadecimal digits of all that decides what comes out of the cell: data, options, grid,
/// truth, conventions, seed and the version of the library that computes it; and of the names of
/// row and data, by which results are found again.
std::string key_of(const StudySpec& spec, const StudySource& source, const StudyCell& cell,
                   std::string_view library_version);

}  // namespace podium
