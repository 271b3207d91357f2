#pragma once

#include <optional>

#include "podium/base/table.hpp"
#include "podium/report/document.hpp"

namespace podium {

/// What a block says as a table: curves with a row for each x, cards with a column for each, claims
/// with a row for each. Commands and values by query have none.
std::optional<Table> block_table(const ReportBlock& block);

}  // namespace podium
