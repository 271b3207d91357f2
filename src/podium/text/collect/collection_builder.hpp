#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "podium/text/collect/collection_options.hpp"

namespace podium::text {

/// The result of a build.
struct CollectionSummary {
  std::vector<std::pair<std::string, std::uint64_t>> count;
  std::vector<std::string> remark;  ///< problems of single documents
};

/// Builds a LETOR-like collection in request.out: reads the corpus, counts the queries' terms,
/// samples documents, computes features, and writes
///
///   meta/          collection and queries as LETOR's XML, terms, columns, links, sitemap,
///                  similarities, and features.json, which FeatureServer needs
///   Feature_NULL/, Feature_MIN/, QueryLevelNorm/   see write_versions()
///   manifest.json  every input, parameter, count and output
///
/// In two stages, "meta" and "features": a stage whose inputs and parameters equal those of the
/// manifest is skipped. The same files for any number of threads.
CollectionSummary build_collection(
    const CollectionRequest& request, const BuildMessages& say,
    const BuildProgress& progress = [](std::size_t, std::size_t) {});

/// Builds features from a folder of meta information, Podium's or LETOR's.
struct FromMetaRequest {
  std::filesystem::path meta;
  std::filesystem::path out;
  std::string recipe;     ///< empty: that of the folder's features.json
  OptionText parameters;  ///< TextParameters other than the recipe's
  std::size_t folds = 5;
};

/// The second stage alone: writes the three versions and manifest.json into request.out. Throws
/// UsageError when neither the folder nor the request names a recipe.
CollectionSummary build_features(const FromMetaRequest& request, const BuildMessages& say);

}  // namespace podium::text
