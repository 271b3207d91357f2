#include "podium/core/http/response_head.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "podium/core/base/text.hpp"

namespace podium {

namespace {

constexpr std::array<std::pair<int, std::string_view>, 23> phrases = {
    {{200, "OK"},
     {201, "Created"},
     {204, "No Content"},
     {304, "Not Modified"},
     {400, "Bad Request"},
     {401, "Unauthorized"},
     {403, "Forbidden"},
     {404, "Not Found"},
     {405, "Method Not Allowed"},
     {408, "Request Timeout"},
     {409, "Conflict"},
     {413, "Content Too Large"},
     {414, "URI Too Long"},
     {415, "Unsupported Media Type"},
     {417, "Expectation Failed"},
     {421, "Misdirected Request"},
     {422, "Unprocessable Content"},
     {429, "Too Many Requests"},
     {431, "Request Header Fields Too Large"},
     {500, "Internal Server Error"},
     {501, "Not Implemented"},
     {503, "Service Unavailable"},
     {505, "HTTP Version Not Supported"}}};

std::string_view phrase_of(int status) {
  const auto* const found =
      std::ranges::find(phrases, status, &std::pair<int, std::string_view>::first);
  return found == phrases.end() ? std::string_view() : found->second;
}

}  // namespace

std::string response_head(const HttpResponse& response, bool keeps_alive) {
  std::string head = "HTTP/1.1 " + to_text(response.status) + " ";
  head += phrase_of(response.status);
  const auto add = [&](std::string_view name, std::string_view value) {
    head += "\r\n";
    head += name;
    head += ": ";
    head += value;
  };
  if (has_content(response.status)) {
    add("Content-Length", to_text(response.content().size()));
    if (!response.type.empty()) add("Content-Type", response.type);
  }
  add("Connection", keeps_alive ? "keep-alive" : "close");
  for (const auto& [name, value] : response.header) add(name, value);
  return head + "\r\n\r\n";
}

}  // namespace podium
