#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "podium/data/dataset.hpp"
#include "podium/data/truth.hpp"

namespace podium {

/// From where the labels of a top-k truth count down in a query of n documents: from k [Niu12], or
/// from k' = min(k, n), so that a short list gets the labels n, ..., 1.
enum class KappaBase { k, kprime };

inline constexpr std::array<std::string_view, 2> kappa_base_names = {"k", "kprime"};

/// The same rows with the truth that apply_setting() makes of each query's.
Dataset with_setting(const Dataset& data, const TruthSetting& setting, std::uint64_t seed,
                     KappaBase base = KappaBase::k);

}  // namespace podium
