#include <string_view>

#include "podium/core/base/error.hpp"
#include "podium/core/report/page_template.hpp"
#include "podium/core/report/render.hpp"

namespace podium {

namespace {

/// JSON that cannot end the script element: '<' occurs only inside strings, where it is escaped.
std::string script_safe(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string report_page(const ReportDocument& document) {
  constexpr std::string_view place = "\"@REPORT@\"";
  std::string page = page_template();
  const std::size_t at = page.find(place);
  expects(at != std::string::npos && page.find(place, at + 1) == std::string::npos,
          "one place for the document in the page");
  return page.replace(at, place.size(), script_safe(to_json(document)));
}

}  // namespace podium
