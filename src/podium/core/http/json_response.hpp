#pragma once

#include "podium/core/base/io/json.hpp"
#include "podium/core/http/http_message.hpp"

namespace podium {

inline HttpResponse json_response(const Json& json, int status = 200) {
  return {.status = status, .type = "application/json", .body = json.dump()};
}

/// What clients are told of a request that fails.
inline HttpResponse error_response(int status, const std::string& sentence) {
  return json_response({{"error", sentence}}, status);
}

}  // namespace podium
