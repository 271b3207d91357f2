#include "podium/core/prepare/preparation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/query_blocks.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/core/kernels/row_values.hpp"

namespace podium {

namespace {

bool any_missing(const Dataset& data) {
  std::vector<char> found(data.query_count());
  QueryBlocks(data).for_each([&](std::size_t query, Workspace& /*workspace*/) {
    found[query] = static_cast<char>(has_nan(data[query].features.stored()));
  });
  return std::ranges::any_of(found, [](char flag) { return flag != 0; });
}

/// The place of the first value that is missing, or the number of values.
std::size_t first_missing(std::span<const float> values) {
  if (!has_nan(values)) return values.size();
  const auto found = std::ranges::find_if(values, [](float value) { return std::isnan(value); });
  return static_cast<std::size_t>(found - values.begin());
}

/// Beyond this, squares and sums of features lose what the other features say.
constexpr float largest_feature = 1e15F;

constexpr const char* kept_missing =
    "the value is missing, and the model's fill policy leaves it missing; expected a number";

/// A data set without queries that has these features, for what looks features up.
Dataset only_features(const FeatureSet& features) {
  return with_feature_set(Dataset(), features);
}

/// The end of a name by which trees know the features that they split by sets.
void refuse_set_features(const Dataset& train) {
  for (std::size_t f = 0; f < train.feature_count(); ++f) {
    if (!is_set_feature(train.feature_name(f))) continue;
    throw UsageError(fmt::format(
        "feature {}: found a name that ends in '{}', which is kept for the sets of categorical "
        "features; rename the feature",
        in_quotes(train.feature_name(f)), set_suffix));
  }
}

/// What auto stands for: the minimum of the query disturbs a query-level normaliser least.
FillRule::Kind automatic_rule(const PreparationPlan& plan) {
  const bool is_servable =
      !plan.normaliser || normalisers()[static_cast<std::size_t>(*plan.normaliser)].servable;
  return is_servable ? FillRule::Kind::train_min : FillRule::Kind::min;
}

float filled(const FillRule& rule, const FeatureSet& features, std::size_t feature) {
  if (rule.kind == FillRule::Kind::zero) return 0.0F;
  if (rule.kind == FillRule::Kind::constant) return static_cast<float>(rule.value);
  if (rule.kind == FillRule::Kind::keep) return std::numeric_limits<float>::quiet_NaN();
  throw UsageError(fmt::format(
      "feature {}: the value is missing and its rule {} needs all documents of a query, "
      "it cannot be applied to one document",
      in_quotes(features.name(feature)), to_text(rule)));
}

}  // namespace

std::vector<CategoryMeans> take_words(Preparation& preparation) {
  std::vector<CategoryMeans> words;
  for (CategoryMeans& category : preparation.categories) {
    if (!category.has_words) continue;
    preparation.fill.exceptions[category.feature] = {FillRule::Kind::zero};
    words.push_back(std::move(category));
    category = {};
  }
  std::erase_if(preparation.categories, [](const CategoryMeans& c) { return c.feature.empty(); });
  return words;
}

Serving serving_of(const Preparation& preparation) {
  if (preparation.normaliser && !preparation.normaliser->is_servable()) return Serving::queries;
  const auto rules = fill_rules(preparation.fill, only_features(preparation.features));
  return std::ranges::any_of(rules, uses_query) ? Serving::complete_documents : Serving::documents;
}

std::size_t filled_from_query(const Preparation& preparation, const Dataset& data) {
  const Dataset raw =
      with_category_means(with_feature_set(data, preparation.features), preparation.categories);
  const std::vector<FillRule> rules = fill_rules(preparation.fill, raw);
  std::vector<std::size_t> found(raw.query_count());
  parallel_for(raw.query_count(), [&](std::size_t query) {
    const FeatureRows rows = raw[query].features;
    for (DocIndex doc = 0; doc < rows.size(); ++doc) {
      rows[doc].for_each_stored([&](std::size_t feature, float value) {
        if (std::isnan(value) && uses_query(rules[feature])) ++found[query];
      });
    }
  });
  return std::accumulate(found.begin(), found.end(), std::size_t{0});
}

namespace {

/// The steps behind the means of categories.
Dataset filled_and_normalised(const Preparation& preparation, Dataset result) {
  if (any_missing(result)) result = fill_missing(result, preparation.fill).data;
  return preparation.normaliser ? preparation.normaliser->apply(result) : result;
}

/// As prepared(), but the means of categories know nothing of the labels of a row's own query.
Dataset prepared_to_learn(const Preparation& preparation, const Dataset& train,
                          std::uint64_t seed) {
  std::vector<std::string> categorical;
  std::vector<CategoryMeans> sets;
  for (const CategoryMeans& category : preparation.categories) {
    if (is_set_feature(category.feature)) {
      sets.push_back(category);
    } else {
      categorical.push_back(category.feature);
    }
  }
  const Dataset raw = with_feature_set(train, preparation.features);
  return filled_and_normalised(
      preparation, with_category_means(fit_categories(categorical, raw, seed).train, sets));
}

}  // namespace

Dataset prepared(const Preparation& preparation, const Dataset& data) {
  const Dataset raw = with_feature_set(data, preparation.features);
  refuse_other_words(raw, preparation.categories);
  return filled_and_normalised(preparation, with_category_means(raw, preparation.categories));
}

std::vector<float> prepared_document(const Preparation& preparation,
                                     std::span<const float> features) {
  if (features.size() != preparation.features.count) {
    throw UsageError(fmt::format("document: found {} features, expected the {} of the model",
                                 features.size(), preparation.features.count));
  }
  std::vector<float> values(features.begin(), features.end());
  RowPreparation(preparation).prepare(values);
  return values;
}

RowPreparation::RowPreparation(const Preparation& preparation)
    : preparation_(&preparation),
      rules_(fill_rules(preparation.fill, only_features(preparation.features))),
      is_servable_(!preparation.normaliser || preparation.normaliser->is_servable()),
      has_query_rules_(std::ranges::any_of(rules_, uses_query)) {}

bool RowPreparation::takes(std::span<const float> rows) const {
  return is_servable_ && (!has_query_rules_ || !has_nan(rows));
}

void RowPreparation::prepare(std::span<float> rows) const {
  const FeatureSet& features = preparation_->features;
  expects(features.count > 0 && rows.size() % features.count == 0, "whole rows");
  if (!preparation_->categories.empty()) {
    for (std::size_t begin = 0; begin < rows.size(); begin += features.count) {
      replace_categories(rows.subspan(begin, features.count), features, preparation_->categories);
    }
  }
  if (has_nan(rows)) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::size_t f = i % features.count;
      if (std::isnan(rows[i])) rows[i] = filled(rules_[f], features, f);
    }
  }
  if (preparation_->normaliser) preparation_->normaliser->apply_to_documents(rows);
}

FittedPreparation fit_features(const PreparationPlan& plan, const Dataset& train) {
  if (train.row_count() > 0 && std::ranges::none_of(train.columns().label, is_judged)) {
    throw NumericError(
        "no document of the training data is judged: all labels are below 0, which means not "
        "judged");
  }
  if (plan.given) return {*plan.given, prepared_to_learn(*plan.given, train, plan.seed)};
  refuse_set_features(train);
  const bool has_sets = plan.splits_sets && !plan.categorical.empty() &&
                        (!plan.normaliser || has_parameters(*plan.normaliser));
  const Dataset raw = has_sets ? with_set_features(train, plan.categorical) : train;
  FittedCategories categories = fit_categories(plan.categorical, raw, plan.seed);
  if (has_sets) {
    categories.train = with_category_means(categories.train, categories.sets);
    categories.means.insert(categories.means.end(), categories.sets.begin(), categories.sets.end());
  }
  FittedPreparation fitted{
      .preparation = {
          .features = feature_set_of(raw),
          .fill = learned_policy(plan.fill, judged_part(categories.train), automatic_rule(plan)),
          .normaliser = std::nullopt,
          .categories = std::move(categories.means)}};
  fitted.train = filled_and_normalised(fitted.preparation, std::move(categories.train));
  if (plan.normaliser) {
    fitted.preparation.normaliser = Normaliser::fit(*plan.normaliser, judged_part(fitted.train));
    // Of all documents: what looks at a whole query sees it as it will when the model is used.
    fitted.train = fitted.preparation.normaliser->apply(fitted.train);
  }
  return fitted;
}

FittedPreparation fit_preparation(const PreparationPlan& plan, const Dataset& train) {
  FittedPreparation fitted = fit_features(plan, train);
  fitted.ranges = feature_ranges(with_feature_set(judged_part(train), fitted.preparation.features));
  fitted.train = with_setting(judged_part(fitted.train), plan.truth, plan.seed,
                              {.all_tied = AllTied::stays_tied});
  return fitted;
}

void refuse_large(const Dataset& prepared) {
  QueryBlocks(prepared).for_each([&](std::size_t query, Workspace& /*workspace*/) {
    const QueryView view = prepared[query];
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      view.features[doc].for_each_stored([&](std::size_t feature, float value) {
        if (!(std::abs(value) > largest_feature)) return;
        throw NumericError(fmt::format(
            "query {}, document {}, feature {}: found {:g}, expected a value within {:g} of 0; "
            "normalise the features, leave this one out, or train trees, which take any value",
            in_quotes(view.id), in_quotes(prepared.document_id(view.first_row + doc)),
            in_quotes(prepared.feature_name(feature)), value, largest_feature));
      });
    }
  });
}

void refuse_missing(const Dataset& prepared) {
  QueryBlocks(prepared).for_each(
      [&](std::size_t query, Workspace& /*workspace*/) { refuse_missing(prepared, query); });
}

void refuse_missing(const Dataset& prepared, std::size_t query) {
  const QueryView view = prepared[query];
  if (!has_nan(view.features.stored())) return;
  for (DocIndex doc = 0; doc < view.size(); ++doc) {
    view.features[doc].for_each_stored([&](std::size_t feature, float value) {
      if (!std::isnan(value)) return;
      throw NumericError(fmt::format("query {}, document {}, feature {}: {}", in_quotes(view.id),
                                     in_quotes(prepared.document_id(view.first_row + doc)),
                                     in_quotes(prepared.feature_name(feature)), kept_missing));
    });
  }
}

void refuse_missing(std::span<const float> prepared, const FeatureSet& features) {
  const std::size_t at = first_missing(prepared);
  if (at == prepared.size()) return;
  throw NumericError(fmt::format("feature {}: {}", in_quotes(features.name(at)), kept_missing));
}

void check(const Preparation& preparation) {
  std::unordered_set<std::string_view> names;
  for (const std::string& name : preparation.features.names) {
    if (names.insert(name).second) continue;
    throw UsageError(fmt::format("found two features of the name {}, expected different names",
                                 in_quotes(name)));
  }
  check(preparation.categories, preparation.features);
  const Dataset features = only_features(preparation.features);
  for (const FillRule& rule : fill_rules(preparation.fill, features)) {
    if (!is_learned(rule)) continue;
    throw UsageError(fmt::format(
        "fill rule: found {} in a model, expected the number that was learned", to_text(rule)));
  }
  if (preparation.normaliser) (void)preparation.normaliser->apply(features);
}

}  // namespace podium
