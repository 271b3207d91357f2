#include "podium/text/features/feature_recipe.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/named.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/prepare/transform.hpp"

namespace podium::text {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::string_view extracted_title = "extracted-title";

void add_text(FeatureRecipe& recipe, std::string_view feature, std::size_t stream,
              NullRule null = NullRule::undefined) {
  const TextFeature& text = find_text_feature(feature);
  recipe.slot.push_back({.name = recipe.stream[stream] + "." + std::string(feature),
                         .text = &text,
                         .source = stream,
                         .null = null == NullRule::undefined ? text.null : null,
                         .fill = {text.fill}});
}

/// `stream` is put before the name if each stream has its own column.
void add_column(FeatureRecipe& recipe, std::string_view feature, const std::string& stream = "") {
  const ColumnFeature& column = find_column_feature(feature);
  recipe.slot.push_back({.name = stream + (stream.empty() ? "" : ".") + std::string(column.name),
                         .column = &column,
                         .source = recipe.column_count(),
                         .fill = {column.fill}});
}

/// The 15 features of OHSUMED for each stream in turn [Qin10].
FeatureRecipe make_ohsumed(std::vector<std::string> streams) {
  FeatureRecipe recipe{.name = "ohsumed",
                       .parameters = {.k1 = 1.2,
                                      .b = 0.75,
                                      .k3 = 7.0,
                                      .delta = 0.5,
                                      .mu = 50.0,
                                      .lambda = 0.5,
                                      .average_digits = 6},
                       .stream = std::move(streams)};
  constexpr std::array features = {"tf",       "log-tf",      "tf-share", "log-tf-share",
                                   "n-df",     "log-n-df",    "n-cf",     "log-tf-n-df",
                                   "tf-n-df",  "log-tf-n-cf", "bm25",     "log-bm25",
                                   "lmir-dir", "lmir-jm",     "lmir-abs"};
  for (std::size_t s = 0; s < recipe.stream.size(); ++s) {
    for (const std::string_view feature : features) {
      add_text(recipe, feature, s, feature == "bm25" ? NullRule::no_match : NullRule::undefined);
    }
  }
  return recipe;
}

/// Features 1-40 of both .Gov collections: each feature for all streams in turn [Qin10].
FeatureRecipe make_web(std::string name, std::vector<std::string> streams) {
  FeatureRecipe recipe{.name = std::move(name), .stream = std::move(streams)};
  for (const std::string_view feature :
       {"tf", "idf", "tf-idf", "length", "bm25", "lmir-abs", "lmir-dir", "lmir-jm"}) {
    for (std::size_t s = 0; s < recipe.stream.size(); ++s) {
      if (recipe.stream[s] != extracted_title) add_text(recipe, feature, s);
    }
  }
  return recipe;
}

FeatureRecipe make_gov(std::vector<std::string> streams) {
  FeatureRecipe recipe = make_web("gov", std::move(streams));
  for (const std::string_view column :
       {"sitemap-term",       "sitemap-score",     "link-score-in", "link-score-out",
        "link-score-uniform", "link-term-in",      "link-term-out", "link-term-uniform",
        "hits-authority",     "hits-hub",          "pagerank",      "hostrank",
        "topical-pagerank",   "topical-authority", "topical-hub",   "in-links",
        "out-links",          "url-slashes",       "url-length",    "child-pages"}) {
    add_column(recipe, column);
  }
  const auto title = std::find(recipe.stream.begin(), recipe.stream.end(), extracted_title);
  if (title == recipe.stream.end()) return recipe;
  const auto stream = static_cast<std::size_t>(title - recipe.stream.begin());
  add_text(recipe, "bm25", stream, NullRule::empty);
  for (const std::string_view feature : {"lmir-abs", "lmir-dir", "lmir-jm"}) {
    add_text(recipe, feature, stream);
  }
  return recipe;
}

FeatureRecipe make_letor4(std::vector<std::string> streams) {
  FeatureRecipe recipe = make_web("letor4", std::move(streams));
  for (const std::string_view column :
       {"pagerank", "in-links", "out-links", "url-slashes", "url-length", "child-pages"}) {
    add_column(recipe, column);
  }
  return recipe;
}

const std::array<RecipeEntry, 3>& recipe_table() {
  static const std::array<RecipeEntry, 3> entries = {
      RecipeEntry{"ohsumed",
                  "LETOR 3.0 OHSUMED: 15 features per stream",
                  "Qin10",
                  make_ohsumed,
                  {"title", "abstract", "title+abstract"}},
      RecipeEntry{"gov",
                  "LETOR 3.0 .Gov: 8 features per stream, 20 link features, 4 features of an "
                  "extracted title",
                  "Qin10",
                  make_gov,
                  {"body", "anchor", "title", "url", "whole", extracted_title}},
      RecipeEntry{"letor4",
                  "LETOR 4.0: 8 features per stream, 6 features of links and URLs",
                  "Qin13",
                  make_letor4,
                  {"body", "anchor", "title", "url", "whole"}},
  };
  return entries;
}

double text_value(const FeatureSlot& slot, const StreamView& view,
                  const TextParameters& parameters) {
  constexpr double null = std::numeric_limits<double>::quiet_NaN();
  if (slot.null == NullRule::no_match && !view.has_match()) return null;
  if (slot.null == NullRule::empty && view.length == 0.0) return null;
  const double value = slot.text->value(view, parameters);
  return std::isfinite(value) ? value : null;
}

void check_fit(const FeatureRecipe& recipe, const CollectionMeta& collection,
               const QueryMeta& query, std::span<const double> columns) {
  if (recipe.stream.size() != collection.stream.size()) {
    throw UsageError(fmt::format("recipe '{}': the collection has {} streams, expected {}",
                                 recipe.name, collection.stream.size(), recipe.stream.size()));
  }
  const std::size_t expected = recipe.column_count() * query.document.size();
  if (!columns.empty() && columns.size() != expected) {
    throw UsageError(fmt::format("query {}: found {} column values, expected {}",
                                 in_quotes(query.id), columns.size(), expected));
  }
}

DatasetMemory rows_of(std::span<const QueryMeta> queries) {
  DatasetMemory memory;
  for (const QueryMeta& query : queries) {
    memory.add_query_id(query.id);
    for (const DocumentMeta& document : query.document) {
      memory.label.push_back(document.label);
      memory.add_document_id(document.id);
    }
    memory.query_end.push_back(memory.label.size());
  }
  return memory;
}

/// `values_of(i)` are those of query i, row by row.
template <class Values>
Dataset dataset_of(DatasetMemory memory, const FeatureRecipe& recipe, const Values& values_of) {
  memory.feature_count = recipe.slot.size();
  for (const FeatureSlot& slot : recipe.slot) memory.add_feature_name(slot.name);
  FeatureMatrix features(memory.query_end, memory.feature_count, default_memory_limit());
  ExactMatrix exact(memory.query_end, memory.feature_count, default_memory_limit());
  parallel_for(memory.query_end.size(), [&](std::size_t i) {
    const auto values = values_of(i);
    const std::size_t begin = features.begins()[i];
    std::copy(values.begin(), values.end(), exact.values().subspan(begin).begin());
    std::transform(values.begin(), values.end(), features.values().subspan(begin).begin(),
                   [](double value) { return static_cast<float>(value); });
  });
  memory.features = {.dense = std::move(features), .exact = std::move(exact), .sparse = {}};
  return build_dataset(std::move(memory));
}

}  // namespace

std::size_t FeatureRecipe::column_count() const {
  return static_cast<std::size_t>(std::count_if(
      slot.begin(), slot.end(), [](const FeatureSlot& s) { return s.text == nullptr; }));
}

std::vector<std::string> FeatureRecipe::column_names() const {
  std::vector<std::string> names;
  for (const FeatureSlot& s : slot) {
    if (s.text == nullptr) names.push_back(s.name);
  }
  return names;
}

std::vector<std::string> FeatureRecipe::column_names(ColumnSource source) const {
  std::vector<std::string> names;
  for (const FeatureSlot& s : slot) {
    if (s.column != nullptr && s.column->source == source) names.push_back(s.name);
  }
  return names;
}

FillPolicy FeatureRecipe::fill_policy() const {
  FillPolicy policy;
  for (const FeatureSlot& s : slot) {
    if (s.fill != policy.otherwise) policy.exceptions.emplace(s.name, s.fill);
  }
  return policy;
}

std::span<const RecipeEntry> feature_recipes() {
  return recipe_table();
}

FeatureRecipe feature_recipe(std::string_view name, std::vector<std::string> streams) {
  const RecipeEntry& entry = find_named(recipe_table(), name, "recipe");
  if (streams.empty()) streams.assign(entry.streams.begin(), entry.streams.end());
  return entry.make(std::move(streams));
}

void add_links(FeatureRecipe& recipe) {
  const std::vector<std::string> known = recipe.column_names();
  for (const std::string_view column :
       {"link-score-in", "link-score-out", "link-score-uniform", "link-term-in", "link-term-out",
        "link-term-uniform", "hits-authority", "hits-hub", "pagerank", "in-links", "out-links"}) {
    if (std::find(known.begin(), known.end(), column) == known.end()) {
      add_column(recipe, column);
    }
  }
}

void add_feedback(FeatureRecipe& recipe) {
  const bool has_links = !recipe.column_names(ColumnSource::links).empty();
  for (const std::string_view column : {"rocchio-5", "rocchio-10", "rocchio-20", "relevance-model",
                                        "neighbour-score-5", "neighbour-score-10"}) {
    add_column(recipe, column);
  }
  if (!has_links) return;
  for (const std::string_view column : {"linked-score", "co-citation", "coupling"}) {
    add_column(recipe, column);
  }
}

void add_proximity(FeatureRecipe& recipe) {
  for (const std::string& stream : recipe.stream) {
    for (const std::string_view feature : {"min-span", "ordered-windows", "unordered-windows"}) {
      add_column(recipe, feature, stream);
    }
  }
}

std::vector<double> query_features(const FeatureRecipe& recipe, const CollectionMeta& collection,
                                   const QueryMeta& query, std::span<const double> columns) {
  check_fit(recipe, collection, query, columns);
  QueryStreams streams(collection, query, recipe.parameters);
  const std::size_t width = recipe.column_count();
  std::vector<double> values;
  values.reserve(query.document.size() * recipe.slot.size());
  std::vector<StreamView> views(recipe.stream.size());
  for (std::size_t doc = 0; doc < query.document.size(); ++doc) {
    for (std::size_t s = 0; s < views.size(); ++s) views[s] = streams.view(doc, s);
    for (const FeatureSlot& slot : recipe.slot) {
      if (slot.text != nullptr) {
        values.push_back(text_value(slot, views[slot.source], recipe.parameters));
      } else {
        values.push_back(columns.empty() ? std::numeric_limits<double>::quiet_NaN()
                                         : columns[doc * width + slot.source]);
      }
    }
  }
  return values;
}

Dataset feature_dataset(const FeatureRecipe& recipe, const CollectionMeta& collection,
                        std::span<const QueryMeta> queries,
                        std::span<const std::vector<double>> columns) {
  expects(columns.empty() || columns.size() == queries.size(), "columns of each query or of none");
  return dataset_of(rows_of(queries), recipe, [&](std::size_t i) {
    return query_features(recipe, collection, queries[i],
                          columns.empty() ? std::span<const double>() : std::span(columns[i]));
  });
}

Dataset feature_dataset(const FeatureRecipe& recipe, const QueryMeta& query,
                        std::span<const double> values) {
  expects(values.size() == query.document.size() * recipe.slot.size(), "a value for each feature");
  return dataset_of(rows_of({&query, 1}), recipe, [&](std::size_t /*query*/) { return values; });
}

Dataset rounded_features(const Dataset& data, int decimals) {
  const auto round = [decimals](std::size_t /*query*/, std::size_t /*feature*/,
                                std::span<double> values) {
    for (double& value : values) {
      if (!std::isfinite(value)) continue;
      // One step away from zero affects ties only: 0.0078125 is printed as 0.007813.
      const double outwards = std::nextafter(value, std::copysign(infinity, value));
      value = parse_number<double>(fmt::format("{:.{}f}", outwards, decimals)).value();
    }
  };
  return transform_features(data, {.apply = round, .moved_zeros = {}});
}

}  // namespace podium::text
