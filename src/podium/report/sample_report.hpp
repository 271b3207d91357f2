#pragma once

#include "podium/report/document.hpp"

namespace podium {

/// A document with every kind of block, with missing values and with names that try to break out.
ReportDocument sample_report();

}  // namespace podium
