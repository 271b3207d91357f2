#include "podium/research/joint/joint_points.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"

namespace podium::research {

namespace {

constexpr std::size_t most_sets = 4'000;

/// The number of sets of `size` of `of` points, or most_sets + 1 when there are more.
std::size_t number_of_sets(std::size_t of, std::size_t size) {
  double sets = 1.0;
  for (std::size_t i = 1; i <= std::min(size, of - size); ++i) {
    sets *= static_cast<double>(of - std::min(size, of - size) + i) / static_cast<double>(i);
    if (sets > static_cast<double>(most_sets) + 0.5) return most_sets + 1;
  }
  return static_cast<std::size_t>(std::lround(sets));
}

/// All sets of `size` of `of` points; the one set of all points when there are too many.
std::vector<std::vector<std::size_t>> sets_of(std::size_t of, std::size_t size) {
  std::vector<std::size_t> set(size);
  std::iota(set.begin(), set.end(), std::size_t{0});
  if (number_of_sets(of, size) > most_sets) {
    set.resize(of);
    std::iota(set.begin(), set.end(), std::size_t{0});
    return {set};
  }
  std::vector<std::vector<std::size_t>> sets;
  for (;;) {
    sets.push_back(set);
    std::size_t i = size;
    while (i > 0 && set[i - 1] == of - size + i - 1) --i;
    if (i == 0) return sets;
    ++set[i - 1];
    for (std::size_t next = i; next < size; ++next) set[next] = set[next - 1] + 1;
  }
}

/// value(draw) for every draw.
std::vector<double> of_draws(const FlippedPoints& points,
                             const std::function<double(std::span<const double>)>& value) {
  std::vector<double> values(points.draws);
  parallel_for(points.draws, [&](std::size_t i) { values[i] = value(points.draw(i)); });
  return values;
}

double upper_share(const FlippedPoints& points, std::span<const double> values, double seen) {
  return points.share(static_cast<std::size_t>(
      std::ranges::count_if(values, [&](double v) { return v >= seen - equal_t; })));
}

double lower_share(const FlippedPoints& points, std::span<const double> values, double seen) {
  return points.share(static_cast<std::size_t>(
      std::ranges::count_if(values, [&](double v) { return v <= seen + equal_t; })));
}

/// The smallest value with a share of at most verdict_level above or at it; infinite when there are
/// too few draws for any.
double critical_value(const FlippedPoints& points, std::vector<double> values) {
  std::ranges::sort(values, std::greater());
  std::size_t allowed = 0;  // draws that may reach it
  while (allowed < values.size() && points.share(allowed + 1) <= verdict_level) ++allowed;
  if (points.share(allowed) > verdict_level) return HUGE_VAL;
  return allowed == values.size() ? -HUGE_VAL : values[allowed] + 2.0 * equal_t;
}

JointTest counted_points(const FlippedPoints& points, std::size_t c) {
  expects(c >= 1 && c <= points.points, "between 1 and all points");
  const auto ahead = [](std::span<const double> t) {
    return static_cast<double>(std::ranges::count_if(t, [](double v) { return v > equal_t; }));
  };
  JointTest test;
  test.statistic = nth_largest(points.t, c);
  const double seen = ahead(points.t);
  test.ahead = static_cast<std::size_t>(seen);
  const std::vector<double> counts = of_draws(points, ahead);
  test.p_more = upper_share(points, counts, seen);
  test.p_fewer = lower_share(points, counts, seen);
  return test;
}

}  // namespace

double nth_largest(std::span<const double> values, std::size_t c) {
  std::vector<double> sorted(values.begin(), values.end());
  const auto place = sorted.begin() + static_cast<std::ptrdiff_t>(c - 1);
  std::ranges::nth_element(sorted, place, std::greater());
  return *place;
}

JointTest count_test(const FlippedPoints& points, std::size_t c) {
  JointTest test = counted_points(points, c);
  const std::vector<double> null =
      of_draws(points, [&](std::span<const double> t) { return nth_largest(t, c); });
  test.p_holds = upper_share(points, null, test.statistic);
  test.p_refuted = lower_share(points, null, test.statistic);
  test.critical = critical_value(points, null);
  return test;
}

JointTest partial_conjunction(const FlippedPoints& points, std::size_t c) {
  JointTest test = counted_points(points, c);
  test.p_holds = 0.0;
  test.p_refuted = 0.0;
  test.critical = -HUGE_VAL;
  for (const auto& set : sets_of(points.points, points.points - c + 1)) {
    const std::vector<double> null = of_draws(points, [&](std::span<const double> t) {
      double largest = t[set.front()];
      for (const std::size_t i : set) largest = std::max(largest, t[i]);
      return largest;
    });
    test.p_holds = std::max(test.p_holds, upper_share(points, null, test.statistic));
    test.critical = std::max(test.critical, critical_value(points, null));
  }
  for (const auto& set : sets_of(points.points, c)) {
    const std::vector<double> null = of_draws(points, [&](std::span<const double> t) {
      double smallest = t[set.front()];
      for (const std::size_t i : set) smallest = std::min(smallest, t[i]);
      return smallest;
    });
    test.p_refuted = std::max(test.p_refuted, lower_share(points, null, test.statistic));
  }
  return test;
}

AdjustedP max_t(const FlippedPoints& points) {
  const std::vector<double> largest =
      of_draws(points, [](std::span<const double> t) { return *std::ranges::max_element(t); });
  const std::vector<double> smallest =
      of_draws(points, [](std::span<const double> t) { return *std::ranges::min_element(t); });
  AdjustedP adjusted;
  for (const double t : points.t) {
    adjusted.greater.push_back(upper_share(points, largest, t));
    adjusted.less.push_back(lower_share(points, smallest, t));
  }
  return adjusted;
}

double simultaneous_width(const FlippedPoints& centred_points, double level, bool one_sided) {
  std::vector<double> width = of_draws(centred_points, [&](std::span<const double> t) {
    double largest = -HUGE_VAL;
    for (const double v : t) largest = std::max(largest, one_sided ? -v : std::abs(v));
    return largest;
  });
  std::ranges::sort(width);
  const double place = level * static_cast<double>(width.size() - 1);
  return width[static_cast<std::size_t>(std::ceil(place - 1e-9))];
}

}  // namespace podium::research
