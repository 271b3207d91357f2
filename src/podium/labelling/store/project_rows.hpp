#pragma once

#include <string_view>
#include <vector>

#include "podium/labelling/store/fields.hpp"
#include "podium/labelling/store/label_store.hpp"

namespace podium::labelling {

// Reads of projects and queries inside an open transaction.

Project project_in(Connection& connection, RowId id);

/// The queries of a project in the order in which they were added, without bodies.
std::vector<StoredQuery> queries_in(Connection& connection, RowId project);

}  // namespace podium::labelling
