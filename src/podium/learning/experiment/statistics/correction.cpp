#include "podium/learning/experiment/statistics/correction.hpp"

#include <algorithm>
#include <numeric>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

namespace {

void adjust_holm(std::span<double> rising) {
  double largest = 0.0;
  for (std::size_t i = 0; i < rising.size(); ++i) {
    largest = std::max(largest, static_cast<double>(rising.size() - i) * rising[i]);
    rising[i] = std::min(1.0, largest);
  }
}

void adjust_benjamini_hochberg(std::span<double> rising) {
  double smallest = 1.0;
  for (std::size_t i = rising.size(); i-- > 0;) {
    // The factor is computed first: n/n is exactly 1, so that no p becomes smaller.
    const double factor = static_cast<double>(rising.size()) / static_cast<double>(i + 1);
    smallest = std::min(smallest, factor * rising[i]);
    rising[i] = smallest;
  }
}

}  // namespace

Correction parse_correction(std::string_view text) {
  const auto* const found = std::ranges::find(correction_names, text);
  if (found == correction_names.end()) {
    throw UsageError("correction: found " + in_quotes(text) +
                     ", expected one of: " + joined(correction_names));
  }
  return static_cast<Correction>(found - correction_names.begin());
}

std::vector<double> adjusted(std::span<const double> p, Correction correction) {
  for (const double value : p) expects(value >= 0.0 && value <= 1.0, "p in [0, 1]");
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p[i]; });
  std::vector<double> rising;
  for (const std::size_t i : order) rising.push_back(p[i]);
  if (correction == Correction::holm) adjust_holm(rising);
  if (correction == Correction::benjamini_hochberg) adjust_benjamini_hochberg(rising);
  std::vector<double> result(p.size());
  for (std::size_t place = 0; place < order.size(); ++place) result[order[place]] = rising[place];
  return result;
}

}  // namespace podium
