#include "podium/core/kernels/exponential.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "podium/core/kernels/exponential.cpp"
#include <hwy/foreach_target.h>

#include "podium/core/kernels/eight-inl.hpp"
#include "podium/core/kernels/elementary-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace podium::HWY_NAMESPACE {

struct Exp {
  HWY_INLINE Part operator()(Part x) const { return exp_of(x); }
};

struct Log {
  HWY_INLINE Part operator()(Part x) const { return log_of(x); }
};

struct Sigmoid {
  HWY_INLINE Part operator()(Part x) const {
    const TwoSigmoids sigma = two_sigmoids(x);
    return hn::IfThenElse(hn::Lt(x, hn::Zero(doubles)), sigma.small, sigma.large);
  }
};

struct Tanh {
  /// tanh(|x|) = t / (t + 2) with t = exp(2|x|) - 1; from 20 on it is 1 to the last bit.
  HWY_INLINE Part operator()(Part x) const {
    const Part t = expm1_of(clamped(hn::Add(hn::Abs(x), hn::Abs(x)), 0.0, 40.0));
    return hn::CopySign(hn::Div(t, hn::Add(t, hn::Set(doubles, 2.0))), x);
  }
};

template <class Function>
HWY_INLINE Eight each(const Function& function, const Eight& x) {
  Eight eight;
  for (std::size_t i = 0; i < parts; ++i) eight.part[i] = function(x.part[i]);
  return eight;
}

template <class Function>
HWY_INLINE void map(const Function& function, const double* x, double* out, std::size_t count) {
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) store(each(function, load(x + i)), out + i);
  if (const std::size_t rest = count - i; rest > 0) {
    store_first(each(function, load_first(x + i, rest)), out + i, rest);
  }
}

void map_log(const double* x, double* out, std::size_t count) {
  map(Log{}, x, out, count);
}
void map_sigmoid(const double* x, double* out, std::size_t count) {
  map(Sigmoid{}, x, out, count);
}
void map_tanh(const double* x, double* out, std::size_t count) {
  map(Tanh{}, x, out, count);
}

/// Sum of exp(x[i] - shift), each stored in `out`.
double sum_exp(const double* x, double shift, double* out, std::size_t count) {
  const Eight shifts = all(shift);
  Eight sum = all(0.0);
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    const Eight e = each(Exp{}, load(x + i) - shifts);
    store(e, out + i);
    sum = sum + e;
  }
  if (const std::size_t rest = count - i; rest > 0) {
    const Eight e = each(Exp{}, load_first(x + i, rest) - shifts);
    store_first(e, out + i, rest);
    sum = sum + keep_first(e, rest);
  }
  return sum_of(sum);
}

HWY_INLINE Eight larger_of(const Eight& a, const Eight& b) {
  Eight larger;
  for (std::size_t i = 0; i < parts; ++i) {
    // Not Max, which treats NaN differently on different machines.
    larger.part[i] = hn::IfThenElse(hn::Gt(b.part[i], a.part[i]), b.part[i], a.part[i]);
  }
  return larger;
}

double maximum(const double* x, std::size_t count) {
  double lanes[8];
  store(all(-std::numeric_limits<double>::infinity()), lanes);
  if (count < 8) {
    std::copy_n(x, count, lanes);
  } else {
    Eight most = load(lanes);
    for (std::size_t i = 0; i + 8 <= count; i += 8) most = larger_of(most, load(x + i));
    store(larger_of(most, load(x + count - 8)), lanes);
  }
  double most = -std::numeric_limits<double>::infinity();
  for (const double lane : lanes) most = std::max(most, lane);
  return most;
}

}  // namespace podium::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace podium {

HWY_EXPORT(map_log);
HWY_EXPORT(map_sigmoid);
HWY_EXPORT(map_tanh);
HWY_EXPORT(sum_exp);
HWY_EXPORT(maximum);

double largest(std::span<const double> x) {
  return HWY_DYNAMIC_DISPATCH(maximum)(x.data(), x.size());
}

double exp_shifted(std::span<const double> x, double shift, std::span<double> out) {
  expects(x.size() == out.size(), "a place for each value");
  return HWY_DYNAMIC_DISPATCH(sum_exp)(x.data(), shift, out.data(), x.size());
}

void log_of(std::span<const double> x, std::span<double> out) {
  expects(x.size() == out.size(), "a place for each value");
  HWY_DYNAMIC_DISPATCH(map_log)(x.data(), out.data(), x.size());
}

void sigmoid(std::span<const double> x, std::span<double> out) {
  expects(x.size() == out.size(), "a place for each value");
  HWY_DYNAMIC_DISPATCH(map_sigmoid)(x.data(), out.data(), x.size());
}

void tanh_of(std::span<const double> x, std::span<double> out) {
  expects(x.size() == out.size(), "a place for each value");
  HWY_DYNAMIC_DISPATCH(map_tanh)(x.data(), out.data(), x.size());
}

}  // namespace podium
#endif
