#pragma once

#include <cstddef>
#include <string_view>

#include "podium/core/base/io/json_reader.hpp"
#include "podium/learning/model/tree_ensemble.hpp"

namespace podium {

inline constexpr std::string_view trees_name = "trees";

/// The parameters of trees in a model file.
Json json_of(const TreeEnsemble& model);

/// What json_of() wrote. Throws DataError for anything else: children that do not form one tree,
/// features that there are not, numbers that are missing, a start that cannot be one.
TreeEnsemble read_tree_ensemble(const JsonReader& parameters, std::size_t features);

}  // namespace podium
