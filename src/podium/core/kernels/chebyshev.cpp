#include "podium/core/kernels/chebyshev.hpp"

#include <cstddef>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "podium/core/kernels/chebyshev.cpp"
#include <hwy/foreach_target.h>

#include "podium/core/kernels/eight-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace podium::HWY_NAMESPACE {

/// So many functions share one evaluation of the polynomials; more go by in groups.
constexpr std::size_t together = 4;
constexpr std::size_t eights = chebyshev_count / 8;

/// T_0, T_1, ... at eight points, one after the other: T_{k+1} = 2u T_k - T_{k-1}.
class Polynomials {
 public:
  HWY_INLINE explicit Polynomials(const Eight& u)
      : twice_(u + u), before_(u), now_(all(1.0)) {}  // T_{-1} = T_1

  HWY_INLINE const Eight& now() const { return now_; }

  HWY_INLINE void advance() {
    Eight next;
    for (std::size_t i = 0; i < parts; ++i) {
      next.part[i] = hn::MulSub(twice_.part[i], now_.part[i], before_.part[i]);
    }
    before_ = now_;
    now_ = next;
  }

 private:
  Eight twice_;
  Eight before_;
  Eight now_;
};

template <std::size_t functions>
HWY_INLINE void add_to_sums(const Eight& u, const Eight* weight, Eight (*sums)[chebyshev_count]) {
  Polynomials t(u);
  for (std::size_t k = 0; k < chebyshev_count; ++k, t.advance()) {
    for (std::size_t f = 0; f < functions; ++f)
      sums[f][k] = mul_add(weight[f], t.now(), sums[f][k]);
  }
}

template <std::size_t functions>
HWY_INLINE void sum_up(const double* u, std::size_t count, const double* weights, double* sums) {
  Eight lanes[functions][chebyshev_count];
  for (auto& row : lanes) {
    for (Eight& sum : row) sum = all(0.0);
  }
  Eight weight[functions];
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    for (std::size_t f = 0; f < functions; ++f) weight[f] = load(weights + f * count + i);
    add_to_sums<functions>(load(u + i), weight, lanes);
  }
  if (const std::size_t rest = count - i; rest > 0) {
    for (std::size_t f = 0; f < functions; ++f) {
      weight[f] = load_first(weights + f * count + i, rest);
    }
    add_to_sums<functions>(load_first(u + i, rest), weight, lanes);
  }
  for (std::size_t f = 0; f < functions; ++f) {
    for (std::size_t k = 0; k < chebyshev_count; ++k) {
      sums[f * chebyshev_count + k] += sum_of(lanes[f][k]);
    }
  }
}

template <std::size_t functions>
HWY_INLINE void evaluate_eight(const Eight& u, const double* coefficients, Eight* value) {
  for (std::size_t f = 0; f < functions; ++f) value[f] = all(0.0);
  Polynomials t(u);
  for (std::size_t k = 0; k < chebyshev_count; ++k, t.advance()) {
    for (std::size_t f = 0; f < functions; ++f) {
      value[f] = mul_add(all(coefficients[f * chebyshev_count + k]), t.now(), value[f]);
    }
  }
}

template <std::size_t functions>
HWY_INLINE void evaluate(const double* u, std::size_t count, const double* coefficients,
                         double* out) {
  Eight value[functions];
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    evaluate_eight<functions>(load(u + i), coefficients, value);
    for (std::size_t f = 0; f < functions; ++f) store(value[f], out + f * count + i);
  }
  if (const std::size_t rest = count - i; rest > 0) {
    evaluate_eight<functions>(load_first(u + i, rest), coefficients, value);
    for (std::size_t f = 0; f < functions; ++f) {
      store_first(value[f], out + f * count + i, rest);
    }
  }
}

void add_sums(const double* u, std::size_t count, const double* weights, std::size_t functions,
              double* sums) {
  std::size_t f = 0;
  for (; f + together <= functions; f += together) {
    sum_up<together>(u, count, weights + f * count, sums + f * chebyshev_count);
  }
  for (; f < functions; ++f) sum_up<1>(u, count, weights + f * count, sums + f * chebyshev_count);
}

void write_values(const double* u, std::size_t count, const double* coefficients,
                  std::size_t functions, double* out) {
  std::size_t f = 0;
  for (; f + together <= functions; f += together) {
    evaluate<together>(u, count, coefficients + f * chebyshev_count, out + f * count);
  }
  for (; f < functions; ++f) {
    evaluate<1>(u, count, coefficients + f * chebyshev_count, out + f * count);
  }
}

template <std::size_t functions>
HWY_INLINE void multiply(const double* matrix, const double* x, double* out) {
  Eight sum[functions][eights];
  for (std::size_t f = 0; f < functions; ++f) {
    for (std::size_t e = 0; e < eights; ++e) sum[f][e] = load(out + f * chebyshev_count + 8 * e);
  }
  for (std::size_t l = 0; l < chebyshev_count; ++l) {
    for (std::size_t e = 0; e < eights; ++e) {
      const Eight row = load(matrix + l * chebyshev_count + 8 * e);
      for (std::size_t f = 0; f < functions; ++f) {
        sum[f][e] = mul_add(all(x[f * chebyshev_count + l]), row, sum[f][e]);
      }
    }
  }
  for (std::size_t f = 0; f < functions; ++f) {
    for (std::size_t e = 0; e < eights; ++e) store(sum[f][e], out + f * chebyshev_count + 8 * e);
  }
}

void add_products(const double* matrix, const double* x, std::size_t functions, double* out) {
  std::size_t f = 0;
  for (; f + together <= functions; f += together) {
    multiply<together>(matrix, x + f * chebyshev_count, out + f * chebyshev_count);
  }
  for (; f < functions; ++f)
    multiply<1>(matrix, x + f * chebyshev_count, out + f * chebyshev_count);
}

}  // namespace podium::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace podium {

HWY_EXPORT(add_sums);
HWY_EXPORT(write_values);
HWY_EXPORT(add_products);

void add_chebyshev_sums(std::span<const double> u, std::span<const double> weights,
                        std::span<double> sums) {
  const std::size_t functions = sums.size() / chebyshev_count;
  expects(sums.size() == functions * chebyshev_count && weights.size() == functions * u.size(),
          "16 sums for each row of weights");
  HWY_DYNAMIC_DISPATCH(add_sums)(u.data(), u.size(), weights.data(), functions, sums.data());
}

void chebyshev_values(std::span<const double> u, std::span<const double> coefficients,
                      std::span<double> out) {
  const std::size_t functions = coefficients.size() / chebyshev_count;
  expects(coefficients.size() == functions * chebyshev_count && out.size() == functions * u.size(),
          "16 coefficients for each row of values");
  HWY_DYNAMIC_DISPATCH(write_values)
  (u.data(), u.size(), coefficients.data(), functions, out.data());
}

void add_chebyshev_products(std::span<const double> matrix, std::span<const double> x,
                            std::span<double> out) {
  expects(matrix.size() == chebyshev_count * chebyshev_count && x.size() == out.size() &&
              x.size() % chebyshev_count == 0,
          "a matrix of 16 x 16 and 16 numbers for each function");
  HWY_DYNAMIC_DISPATCH(add_products)
  (matrix.data(), x.data(), x.size() / chebyshev_count, out.data());
}

}  // namespace podium
#endif
