#include "podium/cli/args/assignments.hpp"

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium::cli {

OptionText parse_assignments(const std::vector<std::string>& texts) {
  OptionText options;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw UsageError("--set: found " + in_quotes(text) + ", expected option=value");
    }
    options[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return options;
}

}  // namespace podium::cli
