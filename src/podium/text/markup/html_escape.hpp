#pragma once

#include <string>
#include <string_view>

namespace podium::text {

/// Appends text with &, <, > and quotes escaped, as it stands between tags or in an attribute.
void append_escaped(std::string& out, std::string_view text);

}  // namespace podium::text
