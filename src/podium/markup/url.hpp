#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace podium {

/// The parts of a URL, borrowed; what is not there is empty.
struct UrlParts {
  std::string_view scheme;     ///< without ':'
  std::string_view authority;  ///< host and port, without "//"
  std::string_view path;
  std::string_view query;  ///< without '?'
  bool has_authority = false;
  bool has_query = false;
};

/// Takes a URL or a reference apart; any text has parts. The fragment is left out.
UrlParts url_parts(std::string_view url) noexcept;

/// The form in which URLs are compared: scheme and host in lower case, no fragment, no default
/// port, no dot segments, no empty path, blanks and letters beyond ASCII as %XX, and `index.*` or
/// `default.*` at the end of the path (when no query follows) gone, which leaves the directory.
std::string canonical_url(std::string_view url);

/// A path as it stands in a URL: what may not is written as %XX.
std::string encoded_path(std::string_view path);

/// Where a link of the page `base` points to [BernersLee05]; not canonical. Empty when the
/// reference is for no page: another scheme than http, https or none, or only a fragment.
std::string resolved_url(std::string_view base, std::string_view reference);

/// The host in lower case, with its port unless that is the scheme's own.
std::string url_host(std::string_view url);

/// Number of '/' behind the "//" of the scheme.
std::size_t url_slashes(std::string_view url) noexcept;

/// Length in characters of UTF-8.
std::size_t url_length(std::string_view url) noexcept;

/// A canonical URL cut behind the last '/' before its final segment: ".../a/b.html" and ".../a/b/"
/// give ".../a/". Empty for the root of a host.
std::string parent_url(std::string_view canonical);

}  // namespace podium
