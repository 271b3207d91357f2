#pragma once

#include <string>

#include "podium/core/base/table.hpp"
#include "podium/core/report/document.hpp"
#include "podium/learning/experiment/tuning/front.hpp"

namespace podium::cli {

/// The points of a front, with 95 % intervals.
Table front_table(const Front& front);

/// The same as text, and what was chosen in a sentence or two.
std::string print_front(const Front& front, TableFormat format);

/// The same as a report with a chart of one measure over the other.
ReportDocument front_report(const Front& front);

}  // namespace podium::cli
