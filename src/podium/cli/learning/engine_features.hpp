#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "podium/learning/exchange/served_model.hpp"

namespace podium::cli {

/// Takes over what a folder of `podium collect build` says of the features: the names of numbered
/// ones, the fields that texts are in, and what an engine's BM25 is to be multiplied by. Returns
/// what the index must have for it. Throws UsageError when the features are not those of the
/// collection.
std::vector<std::string> describe_by_collection(ServedModel& model, bool has_names,
                                                const std::string& folder);

/// Gives features the names of a file, lines "NAME TAB NAME IN THE ENGINE". Throws DataError for
/// another line, for a feature that the model does not have, and when two would have one name.
void rename_features(ServedModel& model, const std::filesystem::path& path);

}  // namespace podium::cli
