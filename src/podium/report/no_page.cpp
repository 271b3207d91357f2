// In place of the page of web/ where there was no Node.js to build it.
#include "podium/base/error.hpp"
#include "podium/report/page_template.hpp"

namespace podium {

std::string page_template() {
  throw UsageError(
      "the report page is not built in: it takes Node.js with npm when Podium is built");
}

}  // namespace podium
