#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "podium/core/base/table.hpp"
#include "podium/core/report/document.hpp"

namespace podium {

/// What `podium explain` found out: for the terminal, and for the page.
struct ExplainAnswer {
  std::string text;
  std::vector<std::string> summary;  ///< sentences
  std::vector<ReportSection> sections;
};

/// A name and a signed number.
using NamedAmount = std::pair<std::string, double>;

/// "bm25 (+1.2), title (+0.3)": the amounts, at most `most` of them.
std::string amounts_text(const std::vector<NamedAmount>& amounts, std::size_t most = 3);

/// The heading as a paragraph above the table; CSV has no heading.
std::string with_heading(const std::string& heading, const Table& table, TableFormat format);

}  // namespace podium
