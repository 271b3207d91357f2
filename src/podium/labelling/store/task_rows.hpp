#pragma once

#include <cstddef>
#include <vector>

#include "podium/labelling/store/fields.hpp"
#include "podium/labelling/store/label_store.hpp"

namespace podium::labelling {

// Reads of tasks and their logs inside an open transaction.

/// The tasks of a project in the order of assignment.
std::vector<Task> tasks_in(Connection& connection, RowId project);

/// The log of a task from entry `first` on.
std::vector<StoredEntry> entries_in(Connection& connection, RowId task, std::size_t first);

}  // namespace podium::labelling
