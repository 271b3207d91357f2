#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "podium/collect/collection_files.hpp"
#include "podium/features/feature_recipe.hpp"

namespace podium {

/// Of each feature in a file of a collection, as LETOR has them.
inline constexpr int written_decimals = 6;

/// What was written of a collection's features.
struct WrittenVersions {
  FileList file;
  std::size_t queries = 0;
  std::size_t empty_queries = 0;  ///< left out: no documents
  std::size_t rows = 0;
  std::size_t features = 0;
  std::size_t filled = 0;  ///< cells that are NULL in Feature_NULL and filled in the others
};

/// Throws UsageError when there are fewer queries with documents than folds.
void check_folds(std::span<const QueryMeta> queries, std::size_t folds);

/// Makes the features and writes them as LETOR does: the folders Feature_NULL, Feature_MIN (NULL
/// filled by the recipe's policy) and QueryLevelNorm (each feature of a query brought to [0, 1]),
/// each with all.txt, S1.txt, ... and Fold1, ...; six decimals everywhere, and each version is made
/// of the digits of the one before. Columns are matched by name; those that the folder lacks are
/// NULL. Checks the folds first.
WrittenVersions write_versions(const MetaFolder& meta, const FeatureRecipe& recipe,
                               std::size_t folds, const std::filesystem::path& out);

}  // namespace podium
