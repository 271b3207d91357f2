#include "podium/report/page_template.hpp"

namespace podium {

std::string page_template() {
  return "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Podium report</title>"
         "<script type=\"application/json\" id=\"report\">\"@REPORT@\"</script></html>\n";
}

}  // namespace podium
