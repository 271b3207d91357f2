#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace podium::text {

/// The parts of a URL, borrowed; missing parts are empty.
struct UrlParts {
  std::string_view scheme;     ///< without ':'
  std::string_view authority;  ///< host and port, without "//"
  std::string_view path;
  std::string_view query;  ///< without '?'
  bool has_authority = false;
  bool has_query = false;
};

/// Splits a URL or a reference; accepts any text. The fragment is dropped.
UrlParts url_parts(std::string_view url) noexcept;

/// The form in which URLs are compared: scheme and host in lower case, no fragment, no default
/// port, no dot segments, no empty path, blanks and non-ASCII characters as %XX, and no `index.*`
/// or `default.*` at the end of the path (when no query follows), so that the directory remains.
std::string canonical_url(std::string_view url);

/// A path for use in a URL: characters that are not allowed are written as %XX.
std::string encoded_path(std::string_view path);

/// The target of a link of the page `base` [BernersLee05]; not canonical. Empty when the target is
/// not a page: a scheme other than http and https, or only a fragment.
std::string resolved_url(std::string_view base, std::string_view reference);

/// The host in lower case, with its port unless it is the default of the scheme.
std::string url_host(std::string_view url);

/// Number of '/' after the "//" of the scheme.
std::size_t url_slashes(std::string_view url) noexcept;

/// Length in characters of UTF-8.
std::size_t url_length(std::string_view url) noexcept;

/// A canonical URL cut after the last '/' before its final segment: ".../a/b.html" and ".../a/b/"
/// give ".../a/". Empty for the root of a host.
std::string parent_url(std::string_view canonical);

}  // namespace podium::text
