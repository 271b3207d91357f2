#include "podium/cli/learn/split_checks.hpp"

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/text.hpp"
#include "podium/prepare/feature_set.hpp"

namespace podium {

namespace {

void give_features(NamedDataset& part, const FeatureSet& features, bool in_order) {
  try {
    part.data = in_order ? by_position(part.data, features) : with_feature_set(part.data, features);
  } catch (const UsageError& error) {
    throw UsageError(part.name + ": " + error.what());
  }
}

}  // namespace

void say_id_features(const NamedDataset& train, const Context& context) {
  for (const std::string& name : id_like_features(train.data)) {
    context.say(fmt::format(
        "warning: {}: the column {} is a feature, but its name and its values are those of an id; "
        "--ignore {} leaves it out{}",
        train.name, in_quotes(name), name,
        train.data.columns().document_id.empty()
            ? fmt::format(", --docid-column {} makes it the id of documents", name)
            : ""));
  }
}

void check_split(std::span<NamedDataset> parts, bool in_order, const Context& context) {
  const FeatureSet features = feature_set_of(parts.front().data);
  for (NamedDataset& part : parts.subspan(1)) give_features(part, features, in_order);
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
