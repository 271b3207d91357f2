#include "podium/learning/exchange/solr_threshold.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace podium {

namespace {

constexpr float slack = 1e-6F;

bool is_multiplied_exactly(float threshold, int exponent) {
  const float product = std::ldexp(threshold, exponent);
  return std::isfinite(product) && std::ldexp(product, -exponent) == threshold;
}

}  // namespace

float solr_decision(float threshold) {
  return threshold + slack;
}

std::optional<float> solr_threshold(float threshold) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const float guess = threshold - slack;
  for (const float s : {guess, std::nextafter(guess, infinity), std::nextafter(guess, -infinity)}) {
    if (solr_decision(s) == threshold) return s;
  }
  return std::nullopt;
}

std::optional<int> solr_exponent(std::span<const float> thresholds) {
  constexpr int most = 120;
  for (int exponent = 0; exponent <= most; ++exponent) {
    const auto fits = [&](float t) {
      if (t == std::numeric_limits<float>::max()) return true;  // asks whether there is a value
      return is_multiplied_exactly(t, exponent) && solr_threshold(std::ldexp(t, exponent));
    };
    if (std::ranges::all_of(thresholds, fits)) return exponent;
  }
  return std::nullopt;
}

}  // namespace podium
