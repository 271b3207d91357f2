#pragma once

#include "podium/core/base/io/json_reader.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

/// What read_kind() reads.
Json parameters_json(const ModelKind& kind);

/// Reads the members "kind" and "parameters" of `json`.
ModelKind read_kind(const JsonReader& json, std::size_t features);

/// A ranker inside a model: the members "name", "kind" and "parameters".
Json ranker_json(const NamedRanker& ranker);
NamedRanker read_ranker(const JsonReader& json, std::size_t features);

}  // namespace podium
