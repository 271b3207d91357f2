#include "podium/learning/optimise/curvature_pairs.hpp"

#include <cstddef>
#include <span>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/vectors.hpp"

namespace podium::detail {
namespace {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

struct Change {
  Vector s;
  Vector y;
};

const std::vector<Change> changes = {{{1.0, 0.5, -0.2}, {2.0, 0.3, 0.1}},
                                     {{-0.4, 0.9, 0.3}, {0.2, 1.5, 0.7}},
                                     {{0.1, -0.3, 0.8}, {0.3, 0.2, 2.5}}};

Vector times(const Matrix& m, const Vector& v) {
  Vector out;
  for (const Vector& row : m) out.push_back(dot(row, v));
  return out;
}

/// The inverse BFGS update written out:
///   H = (I - s y' / s.y) H (I - y s' / s.y) + s s' / s.y,  from  H = (s.y / y.y of the last) I
Vector slow_direction(std::span<const Change> kept, const Vector& g) {
  const std::size_t n = g.size();
  const Change& last = kept.back();
  Matrix h(n, Vector(n, 0.0));
  for (std::size_t i = 0; i < n; ++i) h[i][i] = dot(last.s, last.y) / dot(last.y, last.y);
  for (const auto& [s, y] : kept) {
    const double sy = dot(s, y);
    const Vector hy = times(h, y);
    const double yhy = dot(y, hy);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        h[i][j] += (-s[i] * hy[j] - hy[i] * s[j]) / sy + (yhy / sy + 1.0) * s[i] * s[j] / sy;
      }
    }
  }
  Vector d = times(h, g);
  for (double& x : d) x = -x;
  return d;
}

TEST(CurvaturePairs, GiveTheDirectionOfTheUpdateWrittenOut) {
  CurvaturePairs pairs(2);
  for (const auto& [s, y] : changes) pairs.add(s, y);
  const Vector g = {0.7, -1.1, 0.4};
  Vector d(3);
  pairs.set_direction(g, d);
  const Vector expected = slow_direction(std::span(changes).last(2), g);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(d[i], expected[i], 1e-13);
}

TEST(CurvaturePairs, StartWithSteepestDescent) {
  Vector d(2);
  CurvaturePairs(5).set_direction(Vector{1.0, -2.0}, d);
  EXPECT_THAT(d, testing::ElementsAre(-1.0, 2.0));
}

TEST(CurvaturePairs, LeaveOutWhatHasNoPositiveCurvature) {
  CurvaturePairs pairs(5);
  pairs.add({1.0, 0.0}, {-1.0, 0.0});
  pairs.add({1.0, 0.0}, {0.0, 1.0});
  pairs.add({0.0, 0.0}, {0.0, 0.0});
  EXPECT_TRUE(pairs.is_empty());
}

TEST(CurvaturePairs, RefuseMoreThanTheyKeep) {
  CurvaturePairs many(3);
  for (const auto& [s, y] : changes) many.add(s, y);
  Vector numbers;
  many.save(numbers);
  CurvaturePairs few(2);
  EXPECT_THROW(few.restore(numbers, 3), UsageError);
  CurvaturePairs same(3);
  same.restore(numbers, 3);
  Vector again;
  same.save(again);
  EXPECT_EQ(again, numbers);
}

}  // namespace
}  // namespace podium::detail
