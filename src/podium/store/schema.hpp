#pragma once

#include <cstddef>

#include "podium/store/database.hpp"

namespace podium {

/// How many steps there are to the tables that this program uses.
std::size_t schema_steps();

/// Takes the steps that the database has not taken yet, all or none; several programs may do so at
/// once. Throws StorageError when the database has taken steps that this program does not know.
void bring_up_to_date(Database& database);

}  // namespace podium
