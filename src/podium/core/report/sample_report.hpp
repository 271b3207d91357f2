#pragma once

#include "podium/core/report/document.hpp"

namespace podium {

/// A document with every kind of block, with missing values and with names that try to inject
/// markup.
ReportDocument sample_report();

}  // namespace podium
