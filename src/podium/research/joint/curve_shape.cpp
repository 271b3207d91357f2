#include "podium/research/joint/curve_shape.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "podium/core/base/error.hpp"

namespace podium::research {

namespace {

/// P(the largest t* of the points first .. first + count - 1 is at least `seen`).
double share_of_largest(const FlippedPoints& points, std::size_t first, std::size_t count,
                        double seen) {
  std::size_t reached = 0;
  for (std::size_t i = 0; i < points.draws; ++i) {
    const auto t = points.draw(i).subspan(first, count);
    if (*std::ranges::max_element(t) >= seen - equal_t) ++reached;
  }
  return points.share(reached);
}

/// max over the points of P(t* <= seen): an end is above them all.
double share_below(const FlippedPoints& points, std::size_t first, std::size_t count, double seen) {
  double largest = 0.0;
  for (std::size_t p = first; p < first + count; ++p) {
    std::size_t reached = 0;
    for (std::size_t i = 0; i < points.draws; ++i) {
      if (points.draw(i)[p] <= seen + equal_t) ++reached;
    }
    largest = std::max(largest, points.share(reached));
  }
  return largest;
}

}  // namespace

HillTest hill_test(std::span<const std::vector<double>> value, const FlipOptions& options) {
  expects(value.size() >= 3, "at least three places");
  const std::size_t inner = value.size() - 2;
  DifferenceBlock block;
  for (const std::vector<double>* end : {&value.front(), &value.back()}) {
    for (std::size_t i = 1; i <= inner; ++i) {
      std::vector<double>& difference = block.difference.emplace_back();
      for (std::size_t q = 0; q < end->size(); ++q) {
        difference.push_back(value[i][q] - (*end)[q]);
      }
    }
  }
  const FlippedPoints points = flip_signs(std::array{block}, options);
  const std::span<const double> rise = std::span(points.t).first(inner);
  const std::span<const double> fall = std::span(points.t).last(inner);
  HillTest test{.statistic = -HUGE_VAL};
  for (std::size_t i = 0; i < inner; ++i) {
    test.statistic = std::max(test.statistic, std::min(rise[i], fall[i]));
  }
  test.p_holds = std::max(share_of_largest(points, 0, inner, test.statistic),
                          share_of_largest(points, inner, inner, test.statistic));
  const double from_first = share_below(points, 0, inner, *std::ranges::max_element(rise));
  const double from_last = share_below(points, inner, inner, *std::ranges::max_element(fall));
  test.p_refuted = std::min(1.0, 2.0 * std::min(from_first, from_last));
  return test;
}

}  // namespace podium::research
