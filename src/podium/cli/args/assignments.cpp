#include "podium/cli/args/assignments.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium::cli {

OptionText parse_assignments(const std::vector<std::string>& texts, std::string_view flag) {
  OptionText options;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw UsageError(fmt::format("{}: found {}, expected NAME=VALUE", flag, in_quotes(text)));
    }
    if (!options.emplace(text.substr(0, equals), text.substr(equals + 1)).second) {
      throw UsageError(fmt::format("{}: found {} twice, expected each name once", flag,
                                   in_quotes(text.substr(0, equals))));
    }
  }
  return options;
}

std::vector<GridAxis> parse_grid(const std::vector<std::string>& texts, const OptionText& set) {
  std::vector<GridAxis> axes;
  for (const std::string& text : texts) {
    GridAxis axis = parse_grid_axis(text);
    if (set.contains(axis.option)) {
      throw UsageError("--grid and --set both give " + in_quotes(axis.option) +
                       ", expected one of them");
    }
    if (std::ranges::find(axes, axis.option, &GridAxis::option) != axes.end()) {
      throw UsageError("--grid: found " + in_quotes(axis.option) +
                       " twice, expected all values of an option in one list");
    }
    axes.push_back(std::move(axis));
  }
  return axes;
}

}  // namespace podium::cli
