#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/text.hpp"
#include "podium/core/http/request_reader.hpp"

namespace podium {

/// A request as RequestReader gave it.
struct TracedRequest {
  RequestHead head;
  std::string body;
  bool is_complete = false;
};

/// What RequestReader makes of a text.
struct RequestTrace {
  std::vector<TracedRequest> requests;
  int status = 0;  ///< of the refusal; 0: none

  /// For comparisons, and to look at.
  std::string text() const {
    std::string all;
    for (const auto& [head, body, is_complete] : requests) {
      all += head.request.method + " " + head.request.path + (head.is_for_head ? " HEAD" : "") +
             (head.keeps_alive ? " keep" : " close") + (is_complete ? "\n" : " cut\n");
      for (const auto& [name, value] : head.request.query) all += "?" + name + "=" + value + "\n";
      for (const auto& [name, value] : head.request.header) all += name + ": " + value + "\n";
      all += body + "\n";
    }
    return all + to_text(status);
  }
};

/// Reads a text in portions of a given size.
inline RequestTrace traced(std::string_view text, std::size_t portion,
                           const HttpLimits& limits = {}) {
  RequestReader reader(limits);
  RequestTrace trace;
  while (true) {
    switch (reader.next()) {
      case ReadStep::needs_bytes:
        if (text.empty()) return trace;
        reader.add(text.substr(0, portion));
        text.remove_prefix(std::min(portion, text.size()));
        break;
      case ReadStep::head:
        trace.requests.push_back({reader.head(), {}, false});
        break;
      case ReadStep::piece:
        trace.requests.back().body += reader.piece();
        break;
      case ReadStep::end:
        trace.requests.back().is_complete = true;
        break;
      case ReadStep::bad:
        trace.status = reader.problem().status;
        return trace;
    }
  }
}

}  // namespace podium
