#pragma once

#include <cstdint>

#include "podium/core/data/dataset.hpp"
#include "podium/core/data/truth.hpp"

namespace podium {

/// The same rows with the truth that apply_setting() makes of each query's.
Dataset with_setting(const Dataset& data, const TruthSetting& setting, std::uint64_t seed,
                     const SettingRules& rules = {});

/// The same rows, all with label 0: who learns from pairs needs no labels, and none must lead to
/// rows being left out.
Dataset without_labels(const Dataset& data);

/// The same rows with their second labels as graded truth. Requires second labels.
Dataset with_second_truth(const Dataset& data);

}  // namespace podium
