#pragma once

#include <optional>

#include "podium/base/table.hpp"
#include "podium/report/document.hpp"

namespace podium {

/// A block as a table: curves with a row for each x, cards with a column for each card, claims with
/// a row for each claim. Commands and values per query have no table.
std::optional<Table> block_table(const ReportBlock& block);

}  // namespace podium
