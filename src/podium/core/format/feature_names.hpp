#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/io/file.hpp"
#include "podium/core/data/dataset.hpp"

namespace podium {

/// LETOR text numbers its features; their names stand in a comment before the first row,
/// `# podium features: ["bm25","title match"]`, which other programs pass over. Text that may hold
/// no comments has the same list in a file beside it. See docs/formats/letor.md.

/// The names of all features, or none.
using FeatureNames = std::vector<std::string>;

/// The comment for the features of a data set, with its line end; empty when they have no names.
/// Throws UsageError for names that are not UTF-8.
std::string feature_names_comment(const Dataset& data);
std::string feature_names_comment(const FeatureNames& names);

/// The names in the comments before the first row. Throws DataError for a list that holds anything
/// but distinct names.
FeatureNames feature_names_in(const InputText& text);

/// The file beside the data that has its names, whether it is there or not.
std::filesystem::path feature_names_file(const std::filesystem::path& data);

/// Writes that file, or nothing when the features have no names.
void write_feature_names(const Dataset& data, const std::filesystem::path& data_path);

/// Reads that file.
FeatureNames read_feature_names(const std::filesystem::path& path);

/// How many bytes before the first row a file of this text has that only its beginning may have:
/// the comment with the names.
std::size_t feature_names_length(std::string_view text);

}  // namespace podium
