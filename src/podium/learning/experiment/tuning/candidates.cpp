#include "podium/learning/experiment/tuning/candidates.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/learning/learn/algorithms.hpp"

namespace podium {

namespace {

/// Settings to choose one of; the first is the default.
using Axis = std::vector<OptionText>;

bool names_any(const Axis& axis, const OptionText& options) {
  return std::ranges::any_of(axis, [&](const OptionText& setting) {
    return std::ranges::any_of(setting,
                               [&](const auto& entry) { return options.contains(entry.first); });
  });
}

/// The options whose own axes are left out: those that are fixed, the other name of the
/// regularisation, and what an objective replaces.
OptionText replaced_options(const AlgorithmEntry& entry, const CandidateSpace& space) {
  OptionText replaced = space.options;
  for (const GridAxis& axis : space.grid) replaced[axis.option];
  if (replaced.contains(entry.path_option)) replaced["strength"];
  if (replaced.contains("strength")) replaced[std::string(entry.path_option)];
  if (replaced.contains("objective")) replaced.merge(OptionText{{"weights", ""}, {"cutoff", ""}});
  return replaced;
}

std::vector<Axis> axes_of(const AlgorithmEntry& entry, const CandidateSpace& space) {
  const OptionText replaced = replaced_options(entry, space);
  std::vector<Axis> axes;
  for (const SearchAxis& settings : entry.search) {
    Axis axis;
    for (const std::string_view setting : settings) axis.push_back(setting_options(setting));
    if (!names_any(axis, replaced)) axes.push_back(std::move(axis));
  }
  for (const GridAxis& own : space.grid) {
    Axis axis;
    for (const std::string& value : own.values) {
      const OptionText setting = {{own.option, value}};
      if (std::ranges::count(axis, setting) == 0) axis.push_back(setting);
    }
    axes.push_back(std::move(axis));
  }
  return axes;
}

/// The combinations of one algorithm in the order in which they are tried.
class Combinations {
 public:
  Combinations(const AlgorithmEntry& entry, const CandidateSpace& space, std::uint64_t seed)
      : entry_(entry), options_(space.options), axes_(axes_of(entry, space)) {
    std::size_t count = 1;
    for (const Axis& axis : axes_) count *= axis.size();
    order_.resize(count);
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    // Number 0 is the defaults, which stay in front.
    RandomStream(seed, entry.name, "tuning candidates").shuffle(std::span(order_).subspan(1));
  }

  bool is_done() const { return next_ == order_.size(); }

  GridCell next() {
    GridCell candidate{std::string(entry_.name), options_};
    std::size_t number = order_[next_++];
    for (const Axis& axis : axes_) {
      candidate.options = merged(std::move(candidate.options), axis[number % axis.size()]);
      number /= axis.size();
    }
    return candidate;
  }

 private:
  const AlgorithmEntry& entry_;
  OptionText options_;
  std::vector<Axis> axes_;
  std::vector<std::size_t> order_;
  std::size_t next_ = 0;
};

}  // namespace

std::string option_words(const OptionText& options) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : options) parts.push_back(name + "=" + value);
  return parts.empty() ? "-" : fmt::format("{}", fmt::join(parts, " "));
}

CandidateSpace candidate_space(std::string_view name, const OptionText& options,
                               std::span<const GridAxis> grid) {
  if (name != every_algorithm) {
    const AlgorithmEntry& entry = find_algorithm(name);
    (void)grid_points(entry, grid);  // refuses what is no grid
    for (const GridAxis& axis : grid) {
      for (const std::string& value : axis.values) {
        entry.check(merged(options, {{axis.option, value}}));
      }
    }
    return {{std::string(name)}, options, {grid.begin(), grid.end()}};
  }
  if (!options.empty() || !grid.empty()) {
    throw UsageError("all searches algorithms and options; options need the name of an algorithm");
  }
  CandidateSpace space;
  for (const AlgorithmEntry& entry : algorithms()) {
    if (!entry.is_composed) space.algorithms.emplace_back(entry.name);
  }
  return space;
}

std::vector<GridCell> draw_candidates(const CandidateSpace& space, std::uint64_t seed,
                                      std::size_t limit) {
  std::vector<Combinations> all;
  for (const std::string& name : space.algorithms)
    all.emplace_back(find_algorithm(name), space, seed);
  std::vector<GridCell> candidates;
  bool has_more = true;
  while (has_more) {
    has_more = false;
    for (Combinations& own : all) {
      if (candidates.size() == limit) return candidates;
      if (own.is_done()) continue;
      candidates.push_back(own.next());
      has_more = true;
    }
  }
  return candidates;
}

}  // namespace podium
