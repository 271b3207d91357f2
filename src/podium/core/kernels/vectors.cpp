#include "podium/core/kernels/vectors.hpp"

#include <cmath>
#include <cstddef>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "podium/core/kernels/vectors.cpp"
#include <hwy/foreach_target.h>

#include "podium/core/kernels/eight-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace podium::HWY_NAMESPACE {

double product_sum(const double* a, const double* b, std::size_t count) {
  Eight sum = all(0.0);
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) sum = mul_add(load(a + i), load(b + i), sum);
  if (const std::size_t rest = count - i; rest > 0) {
    sum = mul_add(load_first(a + i, rest), load_first(b + i, rest), sum);
  }
  return sum_of(sum);
}

void add_multiple(double factor, const double* x, double* sum, std::size_t count) {
  const Eight factors = all(factor);
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) store(mul_add(factors, load(x + i), load(sum + i)), sum + i);
  if (const std::size_t rest = count - i; rest > 0) {
    store_first(mul_add(factors, load_first(x + i, rest), load_first(sum + i, rest)), sum + i,
                rest);
  }
}

}  // namespace podium::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace podium {

HWY_EXPORT(product_sum);
HWY_EXPORT(add_multiple);

double dot(std::span<const double> a, std::span<const double> b) {
  expects(a.size() == b.size(), "vectors of one size");
  return HWY_DYNAMIC_DISPATCH(product_sum)(a.data(), b.data(), a.size());
}

void add_scaled(double factor, std::span<const double> x, std::span<double> sum) {
  expects(x.size() == sum.size(), "vectors of one size");
  HWY_DYNAMIC_DISPATCH(add_multiple)(factor, x.data(), sum.data(), x.size());
}

bool all_finite(std::span<const double> x) {
  unsigned found = 0;  // a number and no early exit, so that g++ vectorises the loop
  for (const double value : x) found |= std::isfinite(value) ? 0U : 1U;
  return found == 0;
}

}  // namespace podium
#endif
