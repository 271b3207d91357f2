#pragma once

#include <cstddef>
#include <string>

#include "podium/core/base/table.hpp"
#include "podium/core/report/document.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

/// A tree of a model of kind trees, counted from 1, as pages draw it. Throws UsageError if there is
/// no such tree.
TreeBlock tree_block(const RankingModel& model, std::size_t number);

/// The same as `explain --tree` and `model show --tree` print it.
std::string tree_text(const RankingModel& model, std::size_t number, TableFormat format);

/// The section of a page that draws it.
ReportSection tree_section(const RankingModel& model, std::size_t number);

/// 0 for other kinds of models.
std::size_t tree_count(const RankingModel& model);

}  // namespace podium
