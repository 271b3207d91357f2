#include "podium/text/markup/url.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "podium/core/base/ascii.hpp"
#include "podium/core/base/text.hpp"

namespace podium::text {

namespace {

bool is_scheme(std::string_view text) noexcept {
  if (text.empty() || !is_letter(text.front())) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter_or_digit(c) || c == '+' || c == '-' || c == '.';
  });
}

/// Appends a character of a URL, as %XX unless `is_plain`.
void append_encoded(char c, bool is_plain, std::string& to) {
  if (is_plain) {
    to += c;
  } else {
    to += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
}

/// A path with all %XX in capitals, and with blanks and non-ASCII characters as %XX.
std::string with_escapes(std::string_view path) {
  const auto is_escape_digit = [&](std::size_t i) {
    return i < path.size() && is_hexadecimal_digit(path[i]);
  };
  std::string result;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '%' && is_escape_digit(i + 1) && is_escape_digit(i + 2)) {
      for (const char c : path.substr(i, 3)) result += to_upper(c);
      i += 2;
    } else {
      append_encoded(path[i], path[i] > ' ' && path[i] < '\x7f', result);
    }
  }
  return result;
}

/// The path without "." and ".." segments.
std::string without_dots(std::string_view path) {
  std::vector<std::string_view> kept;
  const bool is_rooted = path.starts_with('/');
  if (is_rooted) path.remove_prefix(1);
  bool ends_with_slash = false;
  while (true) {
    const std::size_t slash = path.find('/');
    const std::string_view segment = path.substr(0, slash);
    ends_with_slash = segment == "." || segment == "..";
    if (segment == "..") {
      if (!kept.empty()) kept.pop_back();
    } else if (segment != ".") {
      kept.push_back(segment);
    }
    if (slash == std::string_view::npos) break;
    path.remove_prefix(slash + 1);
  }
  std::string result;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (is_rooted || i > 0) result += '/';
    result += kept[i];
  }
  if (ends_with_slash || (kept.empty() && is_rooted)) result += '/';
  return result;
}

std::string host_in(const UrlParts& parts) {
  const std::size_t user = parts.authority.rfind('@');
  std::string host = lower_case(user == std::string_view::npos ? parts.authority
                                                               : parts.authority.substr(user + 1));
  const std::string scheme = lower_case(parts.scheme);
  const std::string_view port = scheme == "http" ? ":80" : scheme == "https" ? ":443" : "";
  if (!port.empty() && host.ends_with(port)) host.resize(host.size() - port.size());
  if (host.ends_with(':')) host.pop_back();
  return host;
}

/// Whether a file name stands for its directory.
bool is_directory_page(std::string_view name) {
  const std::string lower = lower_case(name);
  return lower.starts_with("index.") || lower.starts_with("default.");
}

std::string with_query(std::string url, const UrlParts& parts) {
  if (parts.has_query) url.append("?").append(parts.query);
  return url;
}

}  // namespace

UrlParts url_parts(std::string_view url) noexcept {
  UrlParts parts;
  url = url.substr(0, url.find('#'));
  const std::size_t colon = url.find(':');
  if (colon != std::string_view::npos && is_scheme(url.substr(0, colon))) {
    parts.scheme = url.substr(0, colon);
    url.remove_prefix(colon + 1);
  }
  if (url.starts_with("//")) {
    parts.has_authority = true;
    url.remove_prefix(2);
    parts.authority = url.substr(0, url.find_first_of("/?"));
    url.remove_prefix(parts.authority.size());
  }
  const std::size_t mark = url.find('?');
  parts.path = url.substr(0, mark);
  if (mark != std::string_view::npos) {
    parts.has_query = true;
    parts.query = url.substr(mark + 1);
  }
  return parts;
}

std::string canonical_url(std::string_view url) {
  const UrlParts parts = url_parts(trimmed(url.substr(0, url.find('#'))));
  std::string path = with_escapes(without_dots(parts.path));
  if (path.empty() && parts.has_authority) path = "/";
  const std::size_t name = path.rfind('/') + 1;  // 0 when there is no slash
  if (!parts.has_query && is_directory_page(std::string_view(path).substr(name))) path.resize(name);
  std::string result;
  if (!parts.scheme.empty()) result = lower_case(parts.scheme) + ":";
  if (parts.has_authority) result += "//" + host_in(parts);
  return with_query(result + path, parts);
}

std::string encoded_path(std::string_view path) {
  constexpr std::string_view signs = "/-._~!$&'()*+,;=:@";
  std::string result;
  for (const char c : path) {
    const bool is_plain = is_letter_or_digit(c) || signs.find(c) != std::string_view::npos;
    append_encoded(c, is_plain, result);
  }
  return result;
}

std::string resolved_url(std::string_view base, std::string_view reference) {
  reference = trimmed(reference);
  const UrlParts to = url_parts(reference);
  if (!to.scheme.empty()) {
    const std::string scheme = lower_case(to.scheme);
    return (scheme == "http" || scheme == "https") && to.has_authority
               ? with_query(scheme + "://" + std::string(to.authority) + without_dots(to.path), to)
               : "";
  }
  const UrlParts from = url_parts(base);
  const std::string scheme = from.scheme.empty() ? "" : std::string(from.scheme) + ":";
  if (to.has_authority) {
    return with_query(scheme + "//" + std::string(to.authority) + without_dots(to.path), to);
  }
  const std::string root =
      from.has_authority ? scheme + "//" + std::string(from.authority) : scheme;
  if (to.path.empty()) {
    return to.has_query ? with_query(root + std::string(from.path), to) : "";
  }
  if (to.path.starts_with('/')) return with_query(root + without_dots(to.path), to);
  std::string folder(from.path.substr(0, from.path.rfind('/') + 1));
  if (folder.empty() && from.has_authority) folder = "/";
  return with_query(root + without_dots(folder + std::string(to.path)), to);
}

std::string url_host(std::string_view url) {
  return host_in(url_parts(trimmed(url)));
}

std::size_t url_slashes(std::string_view url) noexcept {
  const std::size_t scheme = url.find("://");
  if (scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
  return static_cast<std::size_t>(std::count(url.begin(), url.end(), '/'));
}

std::size_t url_length(std::string_view url) noexcept {
  return static_cast<std::size_t>(std::count_if(url.begin(), url.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

std::string parent_url(std::string_view canonical) {
  const UrlParts parts = url_parts(canonical);
  std::string_view path = parts.path;
  if (path.ends_with('/')) path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return "";
  const auto begin = static_cast<std::size_t>(parts.path.data() - canonical.data());
  return std::string(canonical.substr(0, begin + slash + 1));
}

}  // namespace podium::text
