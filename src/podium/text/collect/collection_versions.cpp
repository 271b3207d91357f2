#include "podium/text/collect/collection_versions.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/format/read.hpp"
#include "podium/core/prepare/fill.hpp"
#include "podium/core/prepare/fold_files.hpp"
#include "podium/core/prepare/normalise.hpp"

namespace podium::text {

namespace {

/// The columns of a query in the recipe's order.
std::vector<double> arranged(const ColumnTable& table, std::size_t query, std::size_t documents,
                             std::span<const std::string> wanted) {
  std::vector<std::size_t> place;
  for (const std::string& name : wanted) {
    const auto found = std::find(table.name.begin(), table.name.end(), name);
    place.push_back(static_cast<std::size_t>(found - table.name.begin()));
  }
  const std::size_t width = table.name.size();
  std::vector<double> values;
  for (std::size_t d = 0; d < documents; ++d) {
    for (const std::size_t p : place) {
      values.push_back(p == width ? std::numeric_limits<double>::quiet_NaN()
                                  : table.query[query][d * width + p]);
    }
  }
  return values;
}

Dataset features_of(const MetaFolder& meta, const FeatureRecipe& recipe) {
  std::vector<QueryMeta> queries;
  std::vector<std::vector<double>> columns;
  const std::vector<std::string> wanted = recipe.column_names();
  for (std::size_t q = 0; q < meta.query.size(); ++q) {
    const std::size_t documents = meta.query[q].document.size();
    if (documents == 0) continue;
    queries.push_back(meta.query[q]);
    columns.push_back(arranged(meta.column, q, documents, wanted));
  }
  return feature_dataset(recipe, meta.collection, queries, columns);
}

}  // namespace

void check_folds(std::span<const QueryMeta> queries, std::size_t folds) {
  const auto found = static_cast<std::size_t>(
      std::count_if(queries.begin(), queries.end(),
                    [](const QueryMeta& query) { return !query.document.empty(); }));
  if (found >= folds) return;
  throw UsageError(
      fmt::format("folds: found {} queries with documents, expected at least {}", found, folds));
}

void write_versions(const MetaFolder& meta, const FeatureRecipe& recipe, std::size_t folds,
                    const std::filesystem::path& out, StageRecord& record) {
  check_folds(meta.query, folds);
  const Dataset null = rounded_features(features_of(meta, recipe), written_decimals);
  const auto write = [&](const Dataset& data, const char* name) {
    const std::filesystem::path folder = out / name;
    make_folder(folder);
    const QueryList all = all_queries(data.query_count());
    for (const PartFile& part : write_folds(data, all, folds, folder, DataFormat::letor, "all")) {
      record.output.push_back(part.path);
    }
  };
  write(null, "Feature_NULL");
  const FillResult filled = fill_missing(null, recipe.fill_policy());
  write(filled.data, "Feature_MIN");
  const Normaliser normaliser = Normaliser::fit(NormaliserKind::query_minmax, filled.data);
  write(rounded_features(normaliser.apply(filled.data), written_decimals), "QueryLevelNorm");
  record.count = {{"queries with documents", null.query_count()},
                  {"queries left out: no documents", meta.query.size() - null.query_count()},
                  {"rows", null.row_count()},
                  {"features", null.feature_count()},
                  {"missing values", filled.filled}};
}

}  // namespace podium::text
