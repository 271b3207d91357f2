#pragma once

#include <cstddef>
#include <map>
#include <optional>

#include "podium/learning/experiment/tuning/tuning.hpp"

namespace podium {

/// For tests: keeps finished cells in memory and counts those that were asked for and known.
struct CountingMemory {
  std::map<TunePlace, TuneCell> kept = {};
  std::size_t recalled = 0;

  /// Borrows this object.
  TuneMemory memory() {
    return {.recall = [this](const TunePlace& place) -> std::optional<TuneCell> {
              const auto found = kept.find(place);
              if (found == kept.end()) return std::nullopt;
              ++recalled;
              return found->second;
            },
            .keep = [this](const TunePlace& place, const TuneCell& cell) { kept[place] = cell; }};
  }
};

}  // namespace podium
