#pragma once

#include <string_view>
#include <vector>

#include "podium/core/data/dataset.hpp"

namespace podium {

/// Throws UsageError unless the text lists features with a sign: "bm25:+1,length:-1", or nothing.
void check_monotone(std::string_view text);

/// For each feature of the data 1 if scores may only rise with it, -1 if they may only fall, else
/// 0; empty if no feature is listed.
std::vector<int> monotone_signs(std::string_view text, const Dataset& data);

}  // namespace podium
