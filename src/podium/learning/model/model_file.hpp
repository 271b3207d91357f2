#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "podium/learning/model/model.hpp"

namespace podium {

/// The model as one complete JSON document; numbers have the digits that read back the same. Throws
/// NumericError for a parameter that is not finite, UsageError for a name that is not UTF-8. See
/// docs/formats/model.md.
std::string to_json(const RankingModel& model);

/// Reads the text of to_json(). Throws DataError with `source` and the position for anything else:
/// unknown or missing keys, or a number of parameters that does not match the shape.
RankingModel model_from_json(std::string_view text, const std::string& source);

/// Writes to_json() to a file atomically.
void save_model(const RankingModel& model, const std::filesystem::path& path);

RankingModel load_model(const std::filesystem::path& path);

}  // namespace podium
