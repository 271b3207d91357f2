#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "podium/model/model.hpp"

namespace podium {

/// The model as one JSON document that holds all it needs, numbers with the digits that read back
/// the same. Throws NumericError for a parameter that is not finite, UsageError for a name that is
/// not UTF-8. See docs/formats/model.md.
std::string to_json(const RankingModel& model);

/// Reads what to_json() wrote. Anything else, a key too many or too few, another number of
/// parameters than the shape needs, is a DataError that names `source` and the place in it.
RankingModel model_from_json(std::string_view text, const std::string& source);

/// Writes to_json() to a file that appears whole or not at all.
void save_model(const RankingModel& model, const std::filesystem::path& path);

RankingModel load_model(const std::filesystem::path& path);

}  // namespace podium
