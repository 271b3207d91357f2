#pragma once

#include <span>
#include <vector>

#include "podium/labelling/service/json_fields.hpp"
#include "podium/labelling/store/label_store.hpp"

namespace podium::labelling {

/// SETTINGS of docs/service.md as it is sent and read. Reading throws UsageError or DataError.
Json json_of(const ProjectSettings& settings);
ProjectSettings settings_in(const Body& body);

/// The queries of an import. Throws DataError naming the query.
std::vector<LabelQuery> queries_in(const Body& body);

}  // namespace podium::labelling
