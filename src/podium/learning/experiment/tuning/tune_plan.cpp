#include "podium/learning/experiment/tuning/tune_plan.hpp"

#include <optional>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"

namespace podium {

namespace {

/// The option that chooses among iterations by validation data, if one is given.
std::optional<std::string_view> choice_of_iteration(const OptionText& options) {
  for (const std::string_view name : {"keep", "patience"}) {
    if (options.contains(name)) return name;
  }
  return std::nullopt;
}

}  // namespace

bool can_be_tuned(const AlgorithmEntry& algorithm, const OptionText& options) {
  return !algorithm.tuned.empty() && !options.contains(algorithm.tuned.front().name) &&
         !options.contains(algorithm.path_option) && !choice_of_iteration(options);
}

TunedAlgorithm tuned_algorithm(std::string_view name, const OptionText& options,
                               std::span<const GridAxis> grid) {
  const AlgorithmEntry& entry = find_algorithm(name);
  if (const auto choice = choice_of_iteration(options)) {
    throw UsageError(fmt::format(
        "{} chooses an iteration on validation data, and tuning does not: use --tune none",
        *choice));
  }
  TunedAlgorithm tuned{.name = std::string(name), .options = options};
  std::vector<GridAxis> axes(grid.begin(), grid.end());
  if (grid.empty() && can_be_tuned(entry, options)) {
    tuned.is_own_grid = true;
    for (const TunedOption& option : entry.tuned) {
      if (options.contains(option.name)) continue;
      axes.push_back({std::string(option.name), {option.values.begin(), option.values.end()}});
      tuned.fallback[std::string(option.name)] = option.fallback;
    }
  }
  tuned.points = grid_points(entry, axes);
  for (const OptionText& point : tuned.points) entry.check(merged(options, point));
  return tuned;
}

std::vector<TunedAlgorithm> tuned_algorithms(std::string_view name, const OptionText& options,
                                             std::span<const GridAxis> grid) {
  if (name != automatic) return {tuned_algorithm(name, options, grid)};
  if (!options.empty() || !grid.empty()) {
    throw UsageError("auto chooses algorithm and options; options need the name of an algorithm");
  }
  std::vector<TunedAlgorithm> list;
  for (const std::string_view one : {"listnet", "svmmap", "lambdarank", "lambdamart"}) {
    list.push_back(tuned_algorithm(one, {}));
  }
  list.back().fewest_queries = queries_for_trees;
  return list;
}

}  // namespace podium
