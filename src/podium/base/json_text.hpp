#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace podium {

/// A JSON document as commands print it; bytes that are not UTF-8 are replaced.
inline std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace podium
