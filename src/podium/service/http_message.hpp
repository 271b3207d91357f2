#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace podium {

/// A request as routes see it: no socket, no library. Header names are in lower case.
struct HttpRequest {
  std::string method;
  std::string path;  ///< decoded, without the query
  std::map<std::string, std::string, std::less<>> query;
  std::map<std::string, std::string, std::less<>> header;
  std::string body;
  std::string address;  ///< of the client
};

struct HttpResponse {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::multimap<std::string, std::string, std::less<>> header;
};

/// The name of the session cookie. It contains the port of the request, because browsers send a
/// cookie to every port of a host.
std::string session_cookie(const HttpRequest& request, bool is_secure);

/// The value of a cookie in the request's Cookie header.
std::optional<std::string_view> cookie(const HttpRequest& request, std::string_view name);

}  // namespace podium
