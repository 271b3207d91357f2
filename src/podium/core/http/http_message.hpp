#pragma once

#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>

namespace podium {

/// A request as handlers see it: no socket, no library. Header names are in lower case.
struct HttpRequest {
  std::string method;  ///< "GET" for HEAD, too: the server leaves the body out
  std::string path;    ///< decoded, without the query
  std::map<std::string, std::string, std::less<>> query;
  std::map<std::string, std::string, std::less<>> header;
  std::string body;
  std::string address;   ///< of the client
  bool is_cut = false;   ///< the body was longer than its limit and was dropped
  std::stop_token stop;  ///< the client has left, or the server ends: long work shall be given up
};

struct HttpResponse {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::multimap<std::string, std::string, std::less<>> header;
  std::string_view fixed_body;  ///< in place of `body`; a text as old as the program is not copied

  std::string_view content() const { return fixed_body.empty() ? body : fixed_body; }
};

/// The value of a header, whose name is in lower case; empty when there is none.
inline std::string_view header_of(const HttpRequest& request, std::string_view name) {
  const auto found = request.header.find(name);
  return found == request.header.end() ? std::string_view() : std::string_view(found->second);
}

}  // namespace podium
