#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "podium/text/collect/collection_manifest.hpp"
#include "podium/text/features/feature_recipe.hpp"

namespace podium::text {

/// Decimals of a feature value in the files of a collection, as in LETOR.
inline constexpr int written_decimals = 6;

/// Throws UsageError when there are fewer queries with documents than folds.
void check_folds(std::span<const QueryMeta> queries, std::size_t folds);

/// Computes the features and writes them like LETOR: the folders Feature_NULL, Feature_MIN (NULL
/// filled by the recipe's policy) and QueryLevelNorm (each feature scaled to [0, 1] per query),
/// each with all.txt, S1.txt, ... and Fold1, ...; values have six decimals, and each version is
/// computed from the rounded values of the one before. Columns are matched by name; missing columns
/// are NULL. Checks the folds first; notes the files and their counts in the record.
void write_versions(const MetaFolder& meta, const FeatureRecipe& recipe, std::size_t folds,
                    const std::filesystem::path& out, StageRecord& record);

}  // namespace podium::text
