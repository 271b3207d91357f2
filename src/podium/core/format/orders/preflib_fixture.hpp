#pragma once

#include <string>

#include "podium/core/base/text.hpp"
#include "podium/core/format/orders/preflib.hpp"

namespace podium {

/// Votes in the form of a PrefLib file, for tests.
inline std::string preflib_text(const PrefLibVotes& votes) {
  std::string text = "# TITLE: " + votes.title +
                     "\n# NUMBER ALTERNATIVES: " + to_text(votes.alternative.size()) + "\n";
  for (std::size_t i = 0; i < votes.alternative.size(); ++i) {
    text += "# ALTERNATIVE NAME " + to_text(i + 1) + ": " + votes.alternative[i] + "\n";
  }
  for (const PrefLibOrder& order : votes.orders) {
    text += to_text(order.voters) + ": ";
    for (std::size_t rank = 0; rank < order.order.size();) {
      const std::size_t end = order.tie_end[rank];
      const bool is_group = end > rank + 1;
      text += std::string(rank > 0 ? "," : "") + (is_group ? "{" : "");
      for (const std::size_t begin = rank; rank < end; ++rank) {
        text += (rank > begin ? "," : "") + to_text(order.order[rank] + 1);
      }
      if (is_group) text += "}";
    }
    text += "\n";
  }
  return text;
}

}  // namespace podium
