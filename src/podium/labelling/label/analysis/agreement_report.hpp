#pragma once

#include <string>
#include <vector>

#include "podium/core/base/table.hpp"
#include "podium/labelling/label/analysis/judgements.hpp"
#include "podium/labelling/label/analysis/judging_time.hpp"
#include "podium/labelling/label/analysis/query_bootstrap.hpp"

namespace podium::labelling {

/// A table with a title and a note.
struct TitledTable {
  std::string title;
  std::string note;
  Table table;
};

/// The analysis of a project's judgements: work, agreement by tool with intervals, a comparison of
/// the tools, a summary of each assessor, and scores from all votes for each query. Empty tables
/// are left out. Agreement is between people; when only programs judged it is between programs, and
/// a note says so.
std::vector<TitledTable> agreement_report(const Judgements& judgements,
                                          const TimeOptions& time = {},
                                          const BootstrapOptions& bootstrap = {});

/// The tables as text, in lines of at most `width` columns; 0: any.
std::string text_of(const std::vector<TitledTable>& tables, std::size_t width = 0);

}  // namespace podium::labelling
