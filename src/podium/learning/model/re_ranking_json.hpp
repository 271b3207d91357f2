#pragma once

#include "podium/core/base/io/json_reader.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

inline constexpr std::string_view re_ranking_name = "re-ranking";

Json json_of(const ReRanking& model);

/// Reads the text of json_of(). Throws DataError for a part that is itself a re-ranking.
ModelKind read_re_ranking(const JsonReader& parameters, std::size_t features);

}  // namespace podium
