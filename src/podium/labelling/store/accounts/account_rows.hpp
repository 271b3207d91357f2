#pragma once

#include <string_view>

#include "podium/labelling/store/label_store.hpp"

namespace podium::labelling {

/// Gives the looks of a name to its account. Returns false when another account has one of them.
bool claim_looks(Connection& connection, RowId account, std::string_view name);

/// Gives every account that there is the looks of its name; an older account keeps those that it
/// shares with a newer one.
void claim_looks_of_all(Connection& connection);

}  // namespace podium::labelling
