#include "podium/prepare/transform.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/parallel.hpp"
#include "podium/base/text.hpp"

namespace podium {

Dataset transform_features(const Dataset& data, const QueryTransform& transform) {
  FeatureMatrix matrix(data.columns().query_end, data.feature_count(), default_memory_limit());
  ExactMatrix exact;
  if (!data.columns().exact_features.empty()) {
    exact = ExactMatrix(data.columns().query_end, data.feature_count(), default_memory_limit());
  }
  parallel_for(data.query_count(), [&](std::size_t query) {
    const QueryView view = data[query];
    std::vector<double> values;
    view.with_values([&](const auto& old) { values.assign(old.begin(), old.end()); });
    transform(query, values);
    const auto begin = static_cast<std::ptrdiff_t>(matrix.begins()[query]);
    std::ranges::transform(values, matrix.values().begin() + begin,
                           [](double value) { return static_cast<float>(value); });
    if (!view.exact.empty()) std::ranges::copy(values, exact.values().begin() + begin);
  });
  return data.with_features(std::move(matrix), std::move(exact));
}

std::size_t find_feature(const Dataset& data, std::string_view name_or_number) {
  for (std::size_t feature = 0; feature < data.feature_count(); ++feature) {
    if (data.feature_name(feature) == name_or_number) return feature;
  }
  const std::size_t first = data.columns().first_feature_id;
  const auto number = parse_number<std::size_t>(name_or_number);
  if (number && *number >= first && *number - first < data.feature_count()) return *number - first;
  throw UsageError(fmt::format("feature: found {}, expected a name or a number from {} to {}",
                               in_quotes(name_or_number), first, first + data.feature_count() - 1));
}

}  // namespace podium
