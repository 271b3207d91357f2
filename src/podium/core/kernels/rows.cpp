#include "podium/core/kernels/rows.hpp"

#include <cstddef>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/ahead.hpp"
#include "podium/core/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "podium/core/kernels/rows.cpp"
#include <hwy/foreach_target.h>

#include "podium/core/kernels/eight-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace podium::HWY_NAMESPACE {

/// The number of rows that share each load of the weights, or each load and store of the sums.
constexpr std::size_t together = 4;

template <std::size_t count>
HWY_INLINE void multiply_some(const float* rows, const double* w, std::size_t columns,
                              double* out) {
  Eight sum[count];
  for (Eight& s : sum) s = all(0.0);
  std::size_t j = 0;
  for (; j + 8 <= columns; j += 8) {
    const Eight weight = load(w + j);
    for (std::size_t i = 0; i < count; ++i) {
      sum[i] = mul_add(load(rows + i * columns + j), weight, sum[i]);
    }
  }
  if (const std::size_t rest = columns - j; rest > 0) {
    const Eight weight = load_first(w + j, rest);
    for (std::size_t i = 0; i < count; ++i) {
      sum[i] = mul_add(load_first(rows + i * columns + j, rest), weight, sum[i]);
    }
  }
  for (std::size_t i = 0; i < count; ++i) out[i] = sum_of(sum[i]);
}

void multiply(const float* rows, const double* w, std::size_t columns, double* out,
              std::size_t count) {
  std::size_t i = 0;
  for (; i + together <= count; i += together) {
    multiply_some<together>(rows + i * columns, w, columns, out + i);
  }
  for (; i < count; ++i) multiply_some<1>(rows + i * columns, w, columns, out + i);
}

template <std::size_t count>
HWY_INLINE void add_some(const float* rows, const double* weight, std::size_t columns, double* sum,
                         Ahead& ahead) {
  Eight factor[count];
  for (std::size_t i = 0; i < count; ++i) factor[i] = all(weight[i]);
  std::size_t j = 0;
  for (; j + 8 <= columns; j += 8) {
    ahead.ask(count * 8);
    Eight s = load(sum + j);
    for (std::size_t i = 0; i < count; ++i) {
      s = mul_add(factor[i], load(rows + i * columns + j), s);
    }
    store(s, sum + j);
  }
  if (const std::size_t rest = columns - j; rest > 0) {
    ahead.ask(count * 8);
    Eight s = load_first(sum + j, rest);
    for (std::size_t i = 0; i < count; ++i) {
      s = mul_add(factor[i], load_first(rows + i * columns + j, rest), s);
    }
    store_first(s, sum + j, rest);
  }
}

void add_weighted(const float* rows, const double* weight, std::size_t columns, double* sum,
                  std::size_t count, Ahead ahead) {
  std::size_t i = 0;
  for (; i + together <= count; i += together) {
    add_some<together>(rows + i * columns, weight + i, columns, sum, ahead);
  }
  for (; i < count; ++i) add_some<1>(rows + i * columns, weight + i, columns, sum, ahead);
}

}  // namespace podium::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace podium {

HWY_EXPORT(multiply);
HWY_EXPORT(add_weighted);

void multiply_rows(std::span<const float> rows, std::span<const double> w, std::span<double> out) {
  expects(rows.size() == w.size() * out.size(), "rows of one value for each weight");
  HWY_DYNAMIC_DISPATCH(multiply)(rows.data(), w.data(), w.size(), out.data(), out.size());
}

void add_weighted_rows(std::span<const float> rows, std::span<const double> weight,
                       std::span<double> sum, std::span<const float> next) {
  expects(rows.size() == weight.size() * sum.size(), "rows of one value for each sum");
  HWY_DYNAMIC_DISPATCH(add_weighted)
  (rows.data(), weight.data(), sum.size(), sum.data(), weight.size(), Ahead(next));
}

}  // namespace podium
#endif
