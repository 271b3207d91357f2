#include "podium/learning/experiment/tuning/race.hpp"

#include <algorithm>
#include <cmath>

#include "podium/core/base/text.hpp"
#include "podium/learning/experiment/statistics/moments.hpp"

namespace podium {

namespace {

OptionText without_rounds(const TuningPoint& point) {
  OptionText options = point.options;
  options.erase("rounds");
  return options;
}

bool is_one_run(const TuningPoint& a, const TuningPoint& b) {
  return rounds_of(a) && rounds_of(b) && without_rounds(a) == without_rounds(b);
}

/// Whether the mean difference is more than its standard error.
bool is_clear(const PointValues& a, const PointValues& b) {
  std::vector<double> differences;
  for (std::size_t q = 0; q < a.size(); ++q) {
    if (!std::isnan(a[q] - b[q])) differences.push_back(a[q] - b[q]);
  }
  if (differences.size() < 2) return false;
  const Moments moments = moments_of(differences);
  return std::abs(moments.mean) > moments.standard_error();
}

class Race {
 public:
  Race(const GridState& grid, const MeasureEntry& metric) : grid_(grid), metric_(metric) {}

  bool is_done(std::size_t point) const { return grid_.values[point].has_value(); }

  /// The point of the same run with the most rounds below this one's.
  std::optional<std::size_t> before(std::size_t point) const {
    std::optional<std::size_t> found;
    for (std::size_t p = 0; p < grid_.points.size(); ++p) {
      if (!is_one_run(grid_.points[p], grid_.points[point]) || !is_less(p, point)) continue;
      if (!found || is_less(*found, p)) found = p;
    }
    return found;
  }

  /// Whether the run of a point that is done is worth more rounds.
  bool goes_on(std::size_t point) const {
    const auto is_better = [&](std::size_t other) {
      return metric_.is_better(grid_.points[other].value, grid_.points[point].value);
    };
    for (std::size_t p = 0; p < grid_.points.size(); ++p) {
      if (p == point || !is_done(p) || !rounds_of(grid_.points[p]) || is_less(point, p)) continue;
      if (is_one_run(grid_.points[p], grid_.points[point])) {
        if (!metric_.is_better(grid_.points[point].value, grid_.points[p].value)) return false;
      } else if (is_simpler(p, point) && is_better(p) &&
                 is_clear(*grid_.values[p], *grid_.values[point])) {
        return false;
      }
    }
    return true;
  }

 private:
  bool is_less(std::size_t a, std::size_t b) const {
    return *rounds_of(grid_.points[a]) < *rounds_of(grid_.points[b]);
  }

  /// Whether the run of a comes first in the grid.
  bool is_simpler(std::size_t a, std::size_t b) const {
    const auto first = [&](std::size_t point) {
      return std::ranges::find_if(grid_.points, [&](const TuningPoint& other) {
        return is_one_run(other, grid_.points[point]);
      });
    };
    return first(a) < first(b);
  }

  const GridState& grid_;
  const MeasureEntry& metric_;
};

}  // namespace

std::optional<double> rounds_of(const TuningPoint& point) {
  const auto found = point.options.find("rounds");
  if (point.is_baseline || found == point.options.end()) return std::nullopt;
  return parse_number<double>(found->second);
}

std::vector<std::size_t> next_points(const GridState& grid, const MeasureEntry& metric,
                                     bool may_stop) {
  const Race race(grid, metric);
  std::vector<std::size_t> next;
  for (std::size_t p = 0; p < grid.points.size(); ++p) {
    if (race.is_done(p)) continue;
    if (rounds_of(grid.points[p])) {
      const std::optional<std::size_t> before = race.before(p);
      if (before && (!race.is_done(*before) || (may_stop && !race.goes_on(*before)))) continue;
    }
    next.push_back(p);
  }
  return next;
}

}  // namespace podium
