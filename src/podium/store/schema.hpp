#pragma once

#include <cstddef>

#include "podium/store/database.hpp"

namespace podium {

/// The number of steps that create the tables of this version.
std::size_t schema_steps();

/// Runs the steps that the database lacks, all or none; several programs may do so at once. Throws
/// StorageError when the database has steps that this version does not know.
void update_schema(Database& database);

}  // namespace podium
