#pragma once

#include <string>

#include "podium/core/base/io/json_text.hpp"
#include "podium/core/base/table.hpp"
#include "podium/core/report/document.hpp"
#include "podium/learning/experiment/tuning/front.hpp"

namespace podium::cli {

/// The points of a front as a table, and what was chosen in a sentence or two.
std::string print_front(const Front& front, TableFormat format);

Json front_json(const Front& front);

/// The same as a report with a chart of one measure over the other.
ReportDocument front_report(const Front& front);

}  // namespace podium::cli
