#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "podium/core/base/text.hpp"
#include "podium/core/http/http_message.hpp"
#include "podium/core/http/json_response.hpp"
#include "podium/core/http/path_pattern.hpp"
#include "podium/core/http/refusal.hpp"

namespace podium {

/// The row of a table of requests that answers one.
template <class Row>
struct RouteMatch {
  const Row* route = nullptr;              ///< null: there is none
  std::vector<std::string_view> captured;  ///< the parts of the path at {} of the pattern
  std::string methods;  ///< that the path supports, or any path for "*", when there is no row
};

/// Finds the row of a request. A row has a `method` and a `pattern`, "/v1/models/{}".
template <class Row>
RouteMatch<Row> find_route(std::span<const Row> rows, const HttpRequest& request) {
  RouteMatch<Row> found;
  for (const Row& row : rows) {
    auto captured = match(row.pattern, request.path);
    if (!captured && request.path != "*") continue;
    if (captured && row.method == request.method) return {&row, std::move(*captured), {}};
    if (found.methods.find(row.method) != std::string::npos) continue;
    found.methods += (found.methods.empty() ? "" : ", ") + std::string(row.method);
  }
  return found;
}

/// Throws Refusal for a parameter of the address that would have no effect; `known` has names,
/// "query,rows".
inline void expect_parameters(const HttpRequest& request, std::string_view known) {
  const std::vector<std::string_view> names = split_outside_brackets(known, ',');
  for (const auto& [name, value] : request.query) {
    if (std::ranges::find(names, name) != names.end()) continue;
    throw Refusal(400, "found the parameter " + in_quotes(name) + ", expected " +
                           (names.empty() ? "none" : joined(names)));
  }
}

/// The answer to a method that an address does not have, and to OPTIONS * [RFC 9110, 9.3.7].
inline HttpResponse other_methods(const HttpRequest& request, const std::string& methods) {
  HttpResponse response = error_response(405, "this address supports " + methods);
  if (request.path == "*") response = {.status = 204, .type = "", .body = ""};
  response.header.emplace("Allow", methods);
  return response;
}

}  // namespace podium
