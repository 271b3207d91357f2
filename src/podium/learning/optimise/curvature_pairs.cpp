#include "podium/learning/optimise/curvature_pairs.hpp"

#include <algorithm>
#include <utility>

#include "podium/core/kernels/vectors.hpp"
#include "podium/learning/optimise/descent.hpp"

namespace podium::detail {

void CurvaturePairs::add(std::vector<double> s, std::vector<double> y) {
  const double sy = dot(s, y);
  // On a quadratic of condition c, s . y >= 2 / sqrt(c) * |s| |y|: this leaves out noise only.
  if (!(sy > 1e-10 * norm(s) * norm(y))) return;
  if (pairs_.size() == most_) pairs_.pop_front();
  pairs_.push_back({std::move(s), std::move(y), sy});
}

void CurvaturePairs::set_direction(std::span<const double> gradient,
                                   std::span<double> direction) const {
  std::ranges::transform(gradient, direction.begin(), [](double g) { return -g; });
  if (pairs_.empty()) return;
  std::vector<double> share(pairs_.size());
  for (std::size_t i = pairs_.size(); i-- > 0;) {
    share[i] = dot(pairs_[i].s, direction) / pairs_[i].sy;
    add_scaled(-share[i], pairs_[i].y, direction);
  }
  const Pair& last = pairs_.back();
  const double scale = last.sy / dot(last.y, last.y);
  for (double& d : direction) d *= scale;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const double back = dot(pairs_[i].y, direction) / pairs_[i].sy;
    add_scaled(share[i] - back, pairs_[i].s, direction);
  }
}

void CurvaturePairs::save(std::vector<double>& numbers) const {
  for (const Pair& pair : pairs_) {
    numbers.insert(numbers.end(), pair.s.begin(), pair.s.end());
    numbers.insert(numbers.end(), pair.y.begin(), pair.y.end());
  }
}

void CurvaturePairs::restore(std::span<const double> numbers, std::size_t dimension) {
  const std::size_t pair_size = 2 * dimension;
  const std::size_t count = dimension == 0 ? 0 : std::min(numbers.size() / pair_size, most_);
  expect_numbers(numbers.size(), count * pair_size);
  for (std::size_t i = 0; i < count; ++i) {
    const auto s = numbers.subspan(i * pair_size, dimension);
    const auto y = numbers.subspan(i * pair_size + dimension, dimension);
    pairs_.push_back({{s.begin(), s.end()}, {y.begin(), y.end()}, dot(s, y)});
  }
}

}  // namespace podium::detail
