#include "podium/core/http/request_target.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

namespace podium {

namespace {

enum class Plus { is_plus, is_space };
enum class Slash { is_refused, is_text };  ///< one that is encoded

/// The text without its percent encoding; nothing when that is malformed.
std::optional<std::string> decoded(std::string_view text, Plus plus, Slash slash) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus == Plus::is_space) {
      result += ' ';
    } else if (text[i] != '%') {
      result += text[i];
    } else {
      const std::string_view digits = text.substr(i + 1, 2);
      unsigned value = 0;
      const auto [end, error] =
          std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
      if (digits.size() < 2 || error != std::errc{} || end != digits.data() + 2) return {};
      const char c = static_cast<char>(value);
      // Whoever sees the path undecoded, a proxy with rules for it, sees other parts.
      if (c == '/' && slash == Slash::is_refused) return {};
      result += c;
      i += 2;
    }
  }
  return result;
}

/// Where the path and query of a target begin that also names scheme and host; 0 for one that names
/// neither.
std::size_t end_of_origin(std::string_view target) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!target.starts_with(scheme)) continue;
    return std::min(target.find_first_of("/?", scheme.size()), target.size());
  }
  return 0;
}

bool set_query(HttpRequest& request, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view pair = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (pair.empty()) continue;
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const auto name = decoded(pair.substr(0, equals), Plus::is_space, Slash::is_text);
    const auto value =
        decoded(pair.substr(std::min(equals + 1, pair.size())), Plus::is_space, Slash::is_text);
    if (!name || !value) return false;
    if (!request.query.emplace(*name, *value).second) return false;  // one would have no effect
  }
  return true;
}

}  // namespace

bool set_target(HttpRequest& request, std::string_view target) {
  if (target == "*" && request.method == "OPTIONS") {
    request.path = target;
    return true;
  }
  if (const auto host = host_of_target(target)) {
    if (host->empty()) return false;
    target.remove_prefix(end_of_origin(target));
    if (target.empty()) target = "/";
  }
  if (!target.starts_with('/') || target.find('#') != std::string_view::npos) return false;
  const std::size_t mark = std::min(target.find('?'), target.size());
  auto path = decoded(target.substr(0, mark), Plus::is_plus, Slash::is_refused);
  if (!path) return false;
  request.path = std::move(*path);
  return set_query(request, target.substr(std::min(mark + 1, target.size())));
}

std::optional<std::string_view> host_of_target(std::string_view target) {
  const std::string_view origin = target.substr(0, end_of_origin(target));
  if (origin.empty()) return std::nullopt;
  return origin.substr(origin.find("//") + 2);
}

}  // namespace podium
