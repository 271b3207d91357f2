#include "podium/core/kernels/lambda_row.hpp"

#include <cstddef>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "podium/core/kernels/lambda_row.cpp"
#include <hwy/foreach_target.h>

#include "podium/core/kernels/eight-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace podium::HWY_NAMESPACE {

/// What eight pairs do to the worse documents.
struct EightDerivatives {
  Eight derivative;
  Eight hessian;
};

/// With E of the better document and e of the worse one, -phi'(m) = sigma(-m) = e / (E + e) and
/// phi''(m) = sigma(-m) E / (E + e): one division for both, and for the distance.
HWY_INLINE EightDerivatives derivatives_of(const Eight& score, const Eight& power,
                                           const Eight& other, const Eight& other_power,
                                           const Eight& weight) {
  const Part shortest = hn::Set(doubles, LogisticRowRule::shortest_distance);
  const Part one = hn::Set(doubles, 1.0);
  EightDerivatives derivatives;
  for (std::size_t i = 0; i < parts; ++i) {
    const Part margin = hn::Sub(score.part[i], other.part[i]);
    const Part distance = hn::Add(hn::Abs(margin), shortest);
    const Part both = hn::Add(power.part[i], other_power.part[i]);
    const Part inverse = hn::Div(one, hn::Mul(both, distance));
    const Part derivative = hn::Mul(weight.part[i], hn::Mul(other_power.part[i], inverse));
    derivatives.derivative.part[i] = derivative;
    derivatives.hessian.part[i] =
        hn::Mul(derivative, hn::Mul(power.part[i], hn::Mul(inverse, distance)));
  }
  return derivatives;
}

CurvedPairRow normed_row(double score, double power, const ScoresAndPowers& others,
                         const double* weights, double* gradient, double* curvature) {
  const Eight scores = all(score);
  const Eight powers = all(power);
  Eight derivative = all(0.0);
  Eight hessian = all(0.0);
  const std::size_t size = others.score.size();
  std::size_t j = 0;
  for (; j + 8 <= size; j += 8) {
    const EightDerivatives derivatives =
        derivatives_of(scores, powers, load(others.score.data() + j), load(others.power.data() + j),
                       load(weights + j));
    derivative = derivative + derivatives.derivative;
    hessian = hessian + derivatives.hessian;
    store(load(gradient + j) + derivatives.derivative, gradient + j);
    store(load(curvature + j) + derivatives.hessian, curvature + j);
  }
  if (const std::size_t rest = size - j; rest > 0) {
    // Lanes beyond the end have a weight of 0.
    const EightDerivatives derivatives =
        derivatives_of(scores, powers, load_first(others.score.data() + j, rest),
                       load_first(others.power.data() + j, rest), load_first(weights + j, rest));
    derivative = derivative + derivatives.derivative;
    hessian = hessian + derivatives.hessian;
    store_first(load_first(gradient + j, rest) + derivatives.derivative, gradient + j, rest);
    store_first(load_first(curvature + j, rest) + derivatives.hessian, curvature + j, rest);
  }
  return {{0.0, -sum_of(derivative)}, sum_of(hessian)};
}

HWY_INLINE Eight swap_weights(double factor, double gain, double discount, const Eight& gains,
                              const Eight& discounts) {
  const Eight gain_steps = all(gain) - gains;
  const Eight discount_steps = all(discount) - discounts;
  Eight weights;
  for (std::size_t i = 0; i < parts; ++i) {
    weights.part[i] = hn::Mul(hn::Mul(hn::Set(doubles, factor), hn::Abs(gain_steps.part[i])),
                              hn::Abs(discount_steps.part[i]));
  }
  return weights;
}

void swap_row(double factor, double gain, double discount, const GainsAndDiscounts& others,
              std::span<double> weights) {
  const double* const gains = others.gain.data();
  const double* const discounts = others.discount.data();
  std::size_t j = 0;
  for (; j + 8 <= weights.size(); j += 8) {
    store(swap_weights(factor, gain, discount, load(gains + j), load(discounts + j)),
          weights.data() + j);
  }
  if (const std::size_t rest = weights.size() - j; rest > 0) {
    store_first(swap_weights(factor, gain, discount, load_first(gains + j, rest),
                             load_first(discounts + j, rest)),
                weights.data() + j, rest);
  }
}

}  // namespace podium::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace podium {

HWY_EXPORT(normed_row);
HWY_EXPORT(swap_row);

CurvedPairRow normed_logistic_row(double score, double power, const ScoresAndPowers& others,
                                  std::span<const double> weights, std::span<double> gradient,
                                  std::span<double> curvature) {
  const std::size_t size = others.score.size();
  expects(others.power.size() == size && weights.size() == size && gradient.size() == size &&
              curvature.size() == size,
          "a power, a weight and two places for each pair");
  return HWY_DYNAMIC_DISPATCH(normed_row)(score, power, others, weights.data(), gradient.data(),
                                          curvature.data());
}

void write_swap_weights(double factor, double gain, double discount,
                        const GainsAndDiscounts& others, std::span<double> weights) {
  expects(others.gain.size() == weights.size() && others.discount.size() == weights.size(),
          "a gain and a discount for each weight");
  HWY_DYNAMIC_DISPATCH(swap_row)(factor, gain, discount, others, weights);
}

}  // namespace podium
#endif
