#pragma once

#include <optional>
#include <span>

namespace podium {

/// Where a split of Solr decides: x <= this, for the threshold that the model has.
float solr_decision(float threshold);

/// Solr asks whether x <= threshold + 1e-6, in float. The number to write so that this is
/// x <= threshold, if there is one.
std::optional<float> solr_threshold(float threshold);

/// The least power of two, as an exponent, by which all thresholds can be multiplied so that each
/// has a solr_threshold(), if there is one.
std::optional<int> solr_exponent(std::span<const float> thresholds);

}  // namespace podium
