#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/learning/experiment/grid.hpp"

namespace podium {

/// "cutoff=10 strength=-1"; "-" when there are none.
std::string option_words(const OptionText& options);

/// What candidates are drawn from.
struct CandidateSpace {
  std::vector<std::string> algorithms;
  OptionText options;          ///< of all candidates; their axes are left out
  std::vector<GridAxis> grid;  ///< axes of the user's own, instead of those of the same options
};

/// The name by which all algorithms are searched.
inline constexpr std::string_view every_algorithm = "all";

/// The space of one algorithm, or for `every_algorithm` of all but those that train others:
/// each of their trainings costs as much as several. Throws UsageError for a value of the grid
/// that is not legal; `every_algorithm` takes neither options nor a grid.
CandidateSpace candidate_space(std::string_view name, const OptionText& options,
                               std::span<const GridAxis> grid);

/// The first candidates of the space, at most `limit`: first the defaults of every algorithm, then
/// the algorithms in turn, each with one of its combinations that was not there before, drawn by
/// the seed. A smaller limit gives the beginning of the same list. Values that are legal alone may
/// not be so together: training refuses such a candidate.
std::vector<GridCell> draw_candidates(const CandidateSpace& space, std::uint64_t seed,
                                      std::size_t limit);

}  // namespace podium
