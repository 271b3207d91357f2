#include "podium/learning/optimise/conjugate_gradients.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/core/kernels/vectors.hpp"

namespace podium::detail {
namespace {

HessianProduct diagonal(const std::vector<double>& hessian) {
  return [hessian](std::span<const double> v, std::span<double> hv) {
    for (std::size_t i = 0; i < v.size(); ++i) hv[i] = hessian[i] * v[i];
  };
}

std::vector<double> four_numbers(int least, int most) {
  std::vector<double> numbers;
  for (const int i : *rc::gen::container<std::vector<int>>(4, rc::gen::inRange(least, most))) {
    numbers.push_back(0.1 * i);
  }
  return numbers;
}

RC_GTEST_PROP(ConjugateGradients, SolveToTheToleranceAsked, ()) {
  const std::vector<double> hessian = four_numbers(1, 50);
  const std::vector<double> g = four_numbers(-30, 31);
  RC_PRE(dot(g, g) > 0.0);
  const CgSolution found =
      conjugate_gradients(diagonal(hessian), g, {.tolerance = 0.01, .steps = 10});
  RC_ASSERT(found.products <= 4U);
  double residual = 0.0;
  for (std::size_t i = 0; i < 4; ++i) residual += std::pow(g[i] + hessian[i] * found.s[i], 2);
  RC_ASSERT(residual <= 0.01 * 0.01 * dot(g, g) * (1.0 + 1e-9));
}

RC_GTEST_PROP(ConjugateGradients, DescendOrAreEmpty, ()) {
  const std::vector<double> hessian = four_numbers(-20, 50);
  const std::vector<double> g = four_numbers(-30, 31);
  RC_PRE(dot(g, g) > 0.0);
  const CgSolution found =
      conjugate_gradients(diagonal(hessian), g, {.tolerance = 0.1, .steps = 10});
  double along_gradient = 0.0;  // g . H g
  for (std::size_t i = 0; i < 4; ++i) along_gradient += hessian[i] * g[i] * g[i];
  if (found.s.empty()) {
    RC_ASSERT(along_gradient <= 1e-12 * dot(g, g));
  } else {
    RC_ASSERT(dot(g, found.s) < 0.0);
  }
}

TEST(ConjugateGradients, NeedAsManyProductsAsThereAreEigenvalues) {
  const std::vector<double> g = {1.0, -2.0, 3.0, 4.0};
  const CgSolution found =
      conjugate_gradients(diagonal({2.0, 2.0, 5.0, 5.0}), g, {.tolerance = 1e-12, .steps = 10});
  EXPECT_EQ(found.products, 2U);
  const std::vector<double> expected = {-0.5, 1.0, -0.6, -0.8};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(found.s[i], expected[i], 1e-14);
}

TEST(ConjugateGradients, TakeCurvatureOfRoundingForNone) {
  // The second eigenvalue is what rounding leaves of 0; its share of g is rounding, too. Followed,
  // it would give a step of 1.
  const std::vector<double> g = {1.0, 1e-16};
  const CgSolution found =
      conjugate_gradients(diagonal({1.0, 1e-16}), g, {.tolerance = 0.0, .steps = 10});
  EXPECT_NEAR(found.s[0], -1.0, 1e-14);
  EXPECT_NEAR(found.s[1], 0.0, 1e-14);
}

TEST(ConjugateGradients, MakeNoMoreProductsThanAllowed) {
  const std::vector<double> g = {1.0, 1.0, 1.0, 1.0};
  EXPECT_EQ(conjugate_gradients(diagonal({1.0, 2.0, 3.0, 4.0}), g, {.tolerance = 0.0, .steps = 2})
                .products,
            2U);
}

}  // namespace
}  // namespace podium::detail
