#pragma once

#include <span>
#include <string_view>

#include "podium/base/io/json_reader.hpp"
#include "podium/model/model.hpp"

namespace podium {

/// A row of the table of kinds.
struct KindEntry {
  std::string_view name;
  std::string_view weight_meaning;  ///< of feature_weights()
  ModelKind (*read)(const JsonReader& parameters, std::size_t features);
};

/// Every kind of model, in the order of the variant.
std::span<const KindEntry> model_kinds();

/// What the kind's read() reads.
Json parameters_json(const ModelKind& kind);

/// Reads the members "kind" and "parameters" of `json`.
ModelKind read_kind(const JsonReader& json, std::size_t features);

/// A ranker inside a model: the members "name", "kind" and "parameters".
Json ranker_json(const NamedRanker& ranker);
NamedRanker read_ranker(const JsonReader& json, std::size_t features);

}  // namespace podium
