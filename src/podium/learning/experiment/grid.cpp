#include "podium/learning/experiment/grid.hpp"

#include <algorithm>
#include <tuple>
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
  for (const std::string& value : axis.values) {
    if (std::ranges::count(axis.values, value) == 1) continue;
    throw UsageError("grid: option " + in_quotes(axis.option) + ": found " + in_quotes(value) +
                     " twice, expected each value once");
  }
  return axis;
}

std::vector<OptionText> grid_points(const AlgorithmEntry& algorithm,
                                    std::span<const GridAxis> grid) {
  check_axes_differ(grid);
  std::vector<GridAxis> axes(grid.begin(), grid.end());
  // The path varies fastest.
  std::stable_partition(axes.begin(), axes.end(),
                        [&](const GridAxis& axis) { return axis.option != algorithm.path_option; });
  std::vector<OptionText> points(1);
  for (GridAxis& axis : axes) {
    if (axis.option == algorithm.path_option) sort_path(axis, algorithm.path_ascends);
    std::vector<OptionText> longer;
    for (const OptionText& point : points) {
      for (const std::string& value : axis.values) {
        longer.push_back(point);
        longer.back()[axis.option] = value;
      }
    }
    points = std::move(longer);
  }
  return points;
}

bool GridCell::operator<(const GridCell& other) const {
  return std::tie(algorithm, options, fold, is_baseline, lambda) <
         std::tie(other.algorithm, other.options, other.fold, other.is_baseline, other.lambda);
}

}  // namespace podium
