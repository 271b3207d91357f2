#pragma once

#include <string>

#include "podium/core/base/io/json.hpp"

namespace podium {

/// A JSON document as commands print it.
inline std::string json_text(const Json& json) {
  return json.dump(2) + "\n";
}

}  // namespace podium
