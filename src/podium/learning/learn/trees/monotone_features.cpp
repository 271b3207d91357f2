#include "podium/learning/learn/trees/monotone_features.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/prepare/feature_set.hpp"
#include "podium/core/prepare/transform.hpp"
#include "podium/learning/trees/split_search.hpp"

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
  std::vector<int> signs(data.feature_count());
  const bool has_names = !data.columns().feature_name.empty();
  for (std::size_t f = 0; has_names && f < signs.size(); ++f) {
    if (is_set_feature(data.columns().feature_name[f])) signs[f] = split_by_set;
  }
  for (const MonotoneFeature& feature : features) {
    const std::size_t found = find_feature(data, feature.name, "option 'monotone'");
    for (std::size_t f = 0; f < signs.size(); ++f) {
      if (signs[f] != split_by_set) continue;
      const std::string_view set = data.columns().feature_name[f];
      if (f != found &&
          set.substr(0, set.size() - set_suffix.size()) != data.columns().feature_name[found]) {
        continue;
      }
      throw UsageError(
          fmt::format("option 'monotone': found {}, a categorical feature, whose values have no "
                      "order; expected another feature",
                      in_quotes(feature.name)));
    }
    signs[found] = feature.sign;
  }
  if (std::ranges::all_of(signs, [](int sign) { return sign == 0; })) return {};
  return signs;
}

}  // namespace podium
