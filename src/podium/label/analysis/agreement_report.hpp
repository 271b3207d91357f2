#pragma once

#include <string>
#include <vector>

#include "podium/base/table.hpp"
#include "podium/label/analysis/judgements.hpp"
#include "podium/label/analysis/judging_time.hpp"
#include "podium/label/analysis/query_bootstrap.hpp"

namespace podium {

/// A table with what is to be said of it.
struct TitledTable {
  std::string title;
  std::string note;
  Table table;
};

/// Everything that is to be known of the judgements of a project: work, agreement by tool with
/// intervals, the tools held against each other, assessors one by one, and what scores from all
/// votes say of each query. Tables that would be empty are left out. Agreement is that of people;
/// when only programs judged it is theirs, and the notes say so.
std::vector<TitledTable> agreement_report(const Judgements& judgements,
                                          const TimeOptions& time = {},
                                          const BootstrapOptions& bootstrap = {});

/// The tables one after the other, for people to read.
std::string text_of(const std::vector<TitledTable>& tables);

}  // namespace podium
