#pragma once

#include "podium/base/json_reader.hpp"
#include "podium/model/model.hpp"

namespace podium {

inline constexpr std::string_view re_ranking_name = "re-ranking";

Json json_of(const ReRanking& model);

/// What json_of() wrote. A part that is a re-ranking itself is a DataError.
ModelKind read_re_ranking(const JsonReader& parameters, std::size_t features);

}  // namespace podium
