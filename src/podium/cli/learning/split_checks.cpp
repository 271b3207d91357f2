#include "podium/cli/learning/split_checks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/cli/args/data_file.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/csv_rows.hpp"
#include "podium/core/kernels/row_values.hpp"
#include "podium/core/prepare/feature_set.hpp"
#include "podium/core/prepare/normalise.hpp"
#include "podium/core/prepare/transform.hpp"

namespace podium::cli {

namespace {

void give_features(NamedDataset& part, const FeatureSet& features, bool in_order,
                   const Context& context) {
  try {
    if (!in_order) {
      say_unused_features(part.name, "the training data", features, part.data, context);
    }
    part.data = in_order ? by_position(part.data, features) : with_feature_set(part.data, features);
  } catch (const UsageError& error) {
    throw UsageError(part.name + ": " + error.what());
  }
}

/// Whether the order of the documents of some query matters to measures, which take a document
/// without a judgement as not relevant.
bool has_unequal_labels(const Dataset& data) {
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const std::span<const double> label = data[q].truth.label;
    const auto [least, most] = std::ranges::minmax_element(label);
    if (!label.empty() && std::max(0.0, *least) < std::max(0.0, *most)) return true;
  }
  return false;
}

/// Validation data by which nothing can be chosen, test data that shows nothing.
void say_equal_labels(const NamedDataset& part, const Context& context) {
  if (has_unequal_labels(part.data)) return;
  context.say(fmt::format(
      "warning: {}: no query has documents of different labels, so all rankings get the same "
      "value: {}",
      part.name,
      part.role == SplitRole::vali
          ? "nothing can be chosen by it; give other validation data, or none"
          : "measures on it say nothing about the model"));
}

/// Tells the user which features have missing values, which are filled or, by rule, kept.
void say_missing(const NamedDataset& train, const LearningArgs& args, const Context& context) {
  std::vector<std::size_t> missing(train.data.feature_count());
  for (std::size_t q = 0; q < train.data.query_count(); ++q) {
    const FeatureRows rows = train.data[q].features;
    if (!has_nan(rows.stored())) continue;
    for (DocIndex doc = 0; doc < rows.size(); ++doc) {
      rows[doc].for_each_stored(
          [&](std::size_t f, float value) { missing[f] += std::isnan(value) ? 1U : 0U; });
    }
  }
  constexpr std::size_t shown = 4;
  std::vector<std::string> shares;
  for (std::size_t f = 0; f < missing.size(); ++f) {
    if (missing[f] == 0) continue;
    const double share =
        static_cast<double>(missing[f]) / static_cast<double>(train.data.row_count());
    shares.push_back(fmt::format("{} {:.1f} %", train.data.feature_name(f), 100.0 * share));
  }
  if (shares.empty()) return;
  const std::size_t count = shares.size();
  shares.resize(std::min(shown, count));
  context.say(fmt::format("{}: {} with missing values ({}{}); --fill {} says what becomes of them",
                          train.name, counted(count, "feature"), fmt::join(shares, ", "),
                          count > shown ? ", ..." : "", args.fill.empty() ? "auto" : args.fill));
}

}  // namespace

void say_findings(const NamedDataset& train, const LearningArgs& args, const Context& context) {
  constexpr double most_similar = 100.0;
  const bool needs_scales = args.normalise == "none" && normaliser_for(args.algorithm, "auto");
  std::vector<std::size_t> codes;
  for (const std::string& name : csv_names(args.categorical, "categorical")) {
    codes.push_back(find_feature(train.data, name, "categorical"));
  }
  say_missing(train, args, context);
  const auto normaliser = normaliser_for(args.algorithm, args.normalise);
  const bool hides_sets = normaliser && !has_parameters(*normaliser);
  if (!codes.empty() && (args.single || hides_sets) &&
      splits_sets(args.algorithm, args.options())) {
    context.say(fmt::format(
        "{}: trees see the means of categories only; without it they also split by sets of them{}",
        args.single ? "--single" : "--normalise " + args.normalise,
        args.single ? ", which most engines cannot" : ""));
  }
  for (const Finding& finding : check_training(
           train.data, needs_scales ? most_similar : std::numeric_limits<double>::infinity(),
           std::move(codes))) {
    context.say(fmt::format("warning: {}: {} {} ({}{})", train.name, finding.count, finding.message,
                            fmt::join(finding.examples, ", "),
                            finding.count > finding.examples.size() ? ", ..." : ""));
  }
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
  for (NamedDataset& part : parts.subspan(1)) give_features(part, features, in_order, context);
  if (!some_feature_differs(parts.front().data)) {
    context.say(
        fmt::format("warning: {}: no feature differs between documents of a query; a model "
                    "gives all documents of a query the same score",
                    parts.front().name));
  }
  for (const NamedDataset& part : parts.subspan(1)) say_equal_labels(part, context);
  for (const Finding& finding : check_leaks(parts)) {
    if (finding.severity != Severity::error) continue;
    context.say(fmt::format("warning: {} {}; the first: {}", finding.count, finding.message,
                            finding.examples.front()));
  }
}

void say_unlike_training(const RankingModel& model, const NamedDataset& part,
                         const Context& context) {
  const Dataset data = with_feature_set(part.data, model.preparation.features);
  say_other_units(model, part.name, data, context);
  say_unseen_categories(model, part.name, data, context);
}

}  // namespace podium::cli
