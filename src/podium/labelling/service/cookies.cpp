#include "podium/labelling/service/cookies.hpp"

#include <cstdint>

#include "podium/core/base/text.hpp"

namespace podium::labelling {

std::string session_cookie(const HttpRequest& request, bool is_secure) {
  std::string name = is_secure ? "__Host-podium_session" : "podium_session";
  const auto host = request.header.find("host");
  if (host == request.header.end()) return name;
  const std::size_t colon = host->second.rfind(':');
  if (colon == std::string::npos) return name;
  const auto port = parse_number<std::uint16_t>(std::string_view(host->second).substr(colon + 1));
  return port ? name + "_" + to_text(*port) : name;
}

std::optional<std::string_view> cookie(const HttpRequest& request, std::string_view name) {
  const auto header = request.header.find("cookie");
  if (header == request.header.end()) return std::nullopt;
  std::string_view rest = header->second;
  while (!rest.empty()) {
    const std::size_t end = rest.find(';');
    const std::string_view part = trimmed(rest.substr(0, end));
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    const std::size_t equals = part.find('=');
    if (equals != std::string_view::npos && part.substr(0, equals) == name) {
      return part.substr(equals + 1);
    }
  }
  return std::nullopt;
}

}  // namespace podium::labelling
