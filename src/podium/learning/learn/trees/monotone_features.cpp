#include "podium/learning/learn/trees/monotone_features.hpp"

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/prepare/transform.hpp"

namespace podium {

namespace {

struct MonotoneFeature {
  std::string_view name;
  int sign = 0;
};

std::vector<MonotoneFeature> parse_monotone(std::string_view text) {
  std::vector<MonotoneFeature> features;
  if (trimmed(text).empty()) return features;
  for (const std::string_view part : split_outside_brackets(text, ',')) {
    const std::string_view one = trimmed(part);
    const std::size_t colon = one.rfind(':');
    const std::string_view sign = colon == std::string_view::npos ? "" : one.substr(colon + 1);
    if (colon == 0 || (sign != "+1" && sign != "-1" && sign != "1")) {
      throw UsageError(
          fmt::format("option 'monotone': found {}, expected a feature with its sign, like bm25:+1",
                      in_quotes(one)));
    }
    features.push_back({one.substr(0, colon), sign == "-1" ? -1 : 1});
  }
  return features;
}

}  // namespace

void check_monotone(std::string_view text) {
  (void)parse_monotone(text);
}

std::vector<int> monotone_signs(std::string_view text, const Dataset& data) {
  const std::vector<MonotoneFeature> features = parse_monotone(text);
  if (features.empty()) return {};
  std::vector<int> signs(data.feature_count());
  for (const MonotoneFeature& feature : features) {
    signs[find_feature(data, feature.name)] = feature.sign;
  }
  return signs;
}

}  // namespace podium
