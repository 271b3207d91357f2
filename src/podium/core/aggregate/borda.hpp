#pragma once

#include <array>

#include "podium/core/aggregate/aggregator.hpp"

namespace podium {

/// Borda's count, for partial ballots as in [Dwork01].
///
///   score(x) = sum over ballots of  weight * (items below x + 1/2 items tied with x)
///
/// The unlisted items of a ballot are below all that it lists and tied with each other.
struct Borda {
  static auto fields() { return std::array<OptionField, 0>{}; }

  Consensus aggregate(const Election& election) const;
};

}  // namespace podium
