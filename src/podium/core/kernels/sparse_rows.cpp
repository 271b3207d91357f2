#include "podium/core/kernels/sparse_rows.hpp"

#include <cstddef>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "podium/core/kernels/sparse_rows.cpp"
#include <hwy/foreach_target.h>

#include "podium/core/kernels/eight-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace podium::HWY_NAMESPACE {

/// a * b + c, rounded as often as in the lanes of Eight.
HWY_INLINE double mul_add_one(double a, double b, double c) {
  constexpr hn::CappedTag<double, 1> one{};
  return hn::GetLane(hn::MulAdd(hn::Set(one, a), hn::Set(one, b), hn::Set(one, c)));
}

void multiply_sparse(const SparseRows<float>& rows, const double* w, double* out) {
  std::uint64_t at = rows.begin;
  for (std::size_t i = 0; i < rows.end.size(); ++i) {
    HWY_ALIGN double lane[8] = {};
    for (; at < rows.end[i]; ++at) {
      const std::uint32_t column = rows.column[at];
      double& sum = lane[column % 8];
      sum = mul_add_one(double{rows.value[at]}, w[column], sum);
    }
    out[i] = sum_of(load(lane));
  }
}

void add_weighted_sparse(const SparseRows<float>& rows, const double* weight, double* sum) {
  std::uint64_t at = rows.begin;
  for (std::size_t i = 0; i < rows.end.size(); ++i) {
    for (; at < rows.end[i]; ++at) {
      double& own = sum[rows.column[at]];
      own = mul_add_one(weight[i], double{rows.value[at]}, own);
    }
  }
}

}  // namespace podium::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace podium {

HWY_EXPORT(multiply_sparse);
HWY_EXPORT(add_weighted_sparse);

void multiply_rows(const SparseRows<float>& rows, std::span<const double> w,
                   std::span<double> out) {
  expects(rows.end.size() == out.size(), "a place for each row");
  HWY_DYNAMIC_DISPATCH(multiply_sparse)(rows, w.data(), out.data());
}

void add_weighted_rows(const SparseRows<float>& rows, std::span<const double> weight,
                       std::span<double> sum) {
  expects(rows.end.size() == weight.size(), "a weight for each row");
  HWY_DYNAMIC_DISPATCH(add_weighted_sparse)(rows, weight.data(), sum.data());
}

}  // namespace podium
#endif
