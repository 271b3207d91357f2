#include "podium/learning/experiment/grid.hpp"

#include <algorithm>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

namespace {

/// The distinct values from strong to weak regularisation.
void sort_path(GridAxis& path, bool rises) {
  const auto number = [&](const std::string& text) {
    const auto value = parse_number<double>(text);
    if (!value) {
      throw UsageError("grid: option " + in_quotes(path.option) + ": found " + in_quotes(text) +
                       ", expected a number");
    }
    return *value;
  };
  for (const std::string& value : path.values) number(value);
  std::ranges::stable_sort(path.values, [&](const std::string& a, const std::string& b) {
    return rises ? number(a) < number(b) : number(a) > number(b);
  });
  const auto same = [&](const std::string& a, const std::string& b) {
    return number(a) == number(b);
  };
  path.values.erase(std::unique(path.values.begin(), path.values.end(), same), path.values.end());
}

void check_axes_differ(std::span<const GridAxis> grid) {
  for (const GridAxis& axis : grid) {
    if (std::ranges::count(grid, axis.option, &GridAxis::option) == 1) continue;
    throw UsageError("grid: option " + in_quotes(axis.option) +
                     ": found it twice, expected it once");
  }
}

}  // namespace

GridAxis parse_grid_axis(std::string_view text) {
  const std::size_t equals = text.find('=');
  GridAxis axis;
  if (equals != std::string_view::npos) {
    axis.option = trimmed(text.substr(0, equals));
    for (const std::string_view value : split_outside_brackets(text.substr(equals + 1), ',')) {
      axis.values.emplace_back(trimmed(value));
    }
  }
  if (axis.option.empty() || axis.values.empty() || std::ranges::count(axis.values, "") > 0) {
    throw UsageError("grid: found " + in_quotes(text) + ", expected option=value,value,...");
  }
  return axis;
}

std::vector<OptionText> GridChain::cells() const {
  std::vector<OptionText> cells;
  for (const std::string& value : path.values) {
    cells.push_back(options);
    if (!path.option.empty()) cells.back()[path.option] = value;
  }
  return cells;
}

std::vector<GridChain> grid_chains(const AlgorithmEntry& algorithm,
                                   std::span<const GridAxis> grid) {
  check_axes_differ(grid);
  GridAxis path{.values = {""}};
  std::vector<GridChain> chains(1);
  for (const GridAxis& axis : grid) {
    if (axis.option == algorithm.path_option) {
      path = axis;
      sort_path(path, algorithm.path_ascends);
      continue;
    }
    std::vector<GridChain> longer;
    for (const GridChain& chain : chains) {
      for (const std::string& value : axis.values) {
        longer.push_back(chain);
        longer.back().options[axis.option] = value;
      }
    }
    chains = std::move(longer);
  }
  for (GridChain& chain : chains) chain.path = path;
  return chains;
}

}  // namespace podium
