#include "podium/service/http_message.hpp"

#include "podium/base/text.hpp"

namespace podium {

std::optional<std::string_view> cookie(const Request& request, std::string_view name) {
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

}  // namespace podium
