#include "podium/experiment/tuning/tune_plan.hpp"

#include <utility>

#include "podium/base/error.hpp"

namespace podium {

bool can_be_tuned(const AlgorithmEntry& algorithm, const OptionText& options) {
  if (algorithm.tuned.empty()) return false;
  for (const std::string_view fixing : {algorithm.tuned.front().name, algorithm.path_option,
                                        std::string_view("keep"), std::string_view("patience")}) {
    if (options.contains(fixing)) return false;
  }
  return true;
}

TunedAlgorithm tuned_algorithm(std::string_view name, const OptionText& options,
                               std::span<const GridAxis> grid) {
  const AlgorithmEntry& entry = find_algorithm(name);
  TunedAlgorithm tuned{.name = std::string(name), .options = options};
  std::vector<GridAxis> axes(grid.begin(), grid.end());
  if (grid.empty() && can_be_tuned(entry, options)) {
    for (const TunedOption& option : entry.tuned) {
      if (options.contains(option.name)) continue;
      axes.push_back({std::string(option.name), {option.values.begin(), option.values.end()}});
      tuned.fallback[std::string(option.name)] = option.fallback;
    }
  }
  for (const GridChain& chain : grid_chains(entry, axes)) {
    for (OptionText& cell : chain.cells()) tuned.points.push_back(std::move(cell));
  }
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
  for (const std::string_view one : {"listnet", "svmmap", "lambdarank"}) {
    list.push_back(tuned_algorithm(one, {}));
  }
  return list;
}

}  // namespace podium
