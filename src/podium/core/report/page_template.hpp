#pragma once

#include <string>

namespace podium {

/// The page of web/ as one HTML file, with `"@REPORT@"` where the document's JSON goes.
std::string page_template();

}  // namespace podium
