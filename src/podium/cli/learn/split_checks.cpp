#include "podium/cli/learn/split_checks.hpp"

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/prepare/feature_set.hpp"

namespace podium {

namespace {

void check_features(const NamedDataset& part, const FeatureSet& features) {
  try {
    (void)with_feature_set(part.data, features);
  } catch (const UsageError& error) {
    throw UsageError(part.name + ": " + error.what());
  }
}

}  // namespace

void check_split(std::span<const NamedDataset> parts, const Context& context) {
  const FeatureSet features = feature_set_of(parts.front().data);
  for (const NamedDataset& part : parts.subspan(1)) check_features(part, features);
  if (!some_feature_differs(parts.front().data)) {
    context.say(
        fmt::format("warning: {}: no feature differs between documents of a query; a model "
                    "gives all documents of a query the same score",
                    parts.front().name));
  }
  for (const Finding& finding : check_leaks(parts)) {
    if (finding.severity != Severity::error) continue;
    context.say(fmt::format("warning: {} {}; the first: {}", finding.count, finding.message,
                            finding.examples.front()));
  }
}

}  // namespace podium
