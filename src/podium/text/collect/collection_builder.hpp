#pragma once

#include <cstddef>
#include <filesystem>

#include "podium/text/collect/collection_manifest.hpp"
#include "podium/text/collect/collection_options.hpp"

namespace podium::text {

/// Builds a LETOR-like collection in a folder: reads the corpus, counts the queries' terms, samples
/// documents, computes features, and writes
///
///   meta/          collection and queries as LETOR's XML, terms, columns, links, sitemap,
///                  similarities, and features.json, which FeatureServer needs
///   Feature_NULL/, Feature_MIN/, QueryLevelNorm/   see write_versions()
///   manifest.json  every input, parameter, count and output
///
/// In two stages, "meta" and "features": a stage whose inputs and parameters equal those of the
/// manifest is skipped. The same files for any number of threads.
CollectionSummary build_collection(
    const MetaRequest& request, const FeatureOptions& features, const std::filesystem::path& out,
    const BuildMessages& say, const BuildProgress& progress = [](std::size_t, std::size_t) {});

/// The second stage alone, from a folder of meta information, Podium's or LETOR's, with parameters
/// that replace those of the folder's features.json: writes the three versions and manifest.json
/// into `out`. Throws UsageError when neither the folder nor the options name a recipe.
CollectionSummary build_features(const std::filesystem::path& meta, const FeatureOptions& options,
                                 const OptionText& parameters, const std::filesystem::path& out,
                                 const BuildMessages& say);

}  // namespace podium::text
