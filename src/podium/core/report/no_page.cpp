// In place of the page of web/ where there was no Node.js to build it.
#include "podium/core/base/error.hpp"
#include "podium/core/report/page_template.hpp"

namespace podium {

std::string page_template() {
  throw UsageError(
      "this build of Podium writes no report pages, as there was no Node.js with npm when it was "
      "built; install both and build it again, or write a file that ends with .md, .tex, .csv or "
      ".json");
}

}  // namespace podium
