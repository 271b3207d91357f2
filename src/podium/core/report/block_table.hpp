#pragma once

#include <optional>
#include <string>

#include "podium/core/base/table.hpp"
#include "podium/core/report/document.hpp"

namespace podium {

/// A block as a table: curves with a row for each x, cards with a column for each card, claims with
/// a row for each claim, trees with a row for each node. Commands and values per query have no
/// table.
std::optional<Table> block_table(const ReportBlock& block);

/// The note with the meaning of bold cells if there are any: for formats that show them.
std::string note_with_bold(const TableBlock& block);

}  // namespace podium
