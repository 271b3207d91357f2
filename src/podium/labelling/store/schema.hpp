#pragma once

#include <cstddef>

#include "podium/labelling/store/database.hpp"

namespace podium::labelling {

/// The number of steps that create the tables of this version.
std::size_t schema_steps();

/// The number of steps that the database has. Throws StorageError when this version does not know
/// them all.
std::size_t taken_schema_steps(Connection& connection);

/// Runs the steps that the database lacks, all or none; several programs may do so at once. Throws
/// as taken_schema_steps().
void update_schema(Database& database);

}  // namespace podium::labelling
