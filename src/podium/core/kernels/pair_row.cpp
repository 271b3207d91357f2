#include "podium/core/kernels/pair_row.hpp"

#include <cstddef>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "podium/core/kernels/pair_row.cpp"
#include <hwy/foreach_target.h>

#include "podium/core/kernels/eight-inl.hpp"
#include "podium/core/kernels/elementary-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace podium::HWY_NAMESPACE {

struct ValueAndSlope {
  Part value;
  Part slope;
};

struct Hinge {
  HWY_INLINE ValueAndSlope operator()(Part margin) const {
    const Part gap = hn::Sub(hn::Set(doubles, 1.0), margin);
    // With this comparison NaN counts as a violated margin, and stays NaN.
    const auto is_enough = hn::Le(gap, hn::Zero(doubles));
    return {hn::IfThenZeroElse(is_enough, gap),
            hn::IfThenZeroElse(is_enough, hn::Set(doubles, -1.0))};
  }
};

struct SquaredHinge {
  HWY_INLINE ValueAndSlope operator()(Part margin) const {
    const Part gap = Hinge{}(margin).value;
    return {hn::Mul(gap, gap), hn::Mul(gap, hn::Set(doubles, -2.0))};
  }
};

/// log(1 + exp(-m)) = max(0, -m) + log(1 + exp(-|m|))
HWY_INLINE Part logistic_value(Part margin, const TwoSigmoids& sigma) {
  const auto is_won = hn::Gt(margin, hn::Zero(doubles));
  return hn::Sub(log1p_of(sigma.e), hn::IfThenZeroElse(is_won, margin));
}

/// -sigma(-m)
HWY_INLINE Part logistic_slope(Part margin, const TwoSigmoids& sigma) {
  const auto is_won = hn::Gt(margin, hn::Zero(doubles));
  return hn::Neg(hn::IfThenElse(is_won, sigma.small, sigma.large));
}

struct Logistic {
  HWY_INLINE ValueAndSlope operator()(Part margin) const {
    const TwoSigmoids sigma = two_sigmoids(margin);
    return {logistic_value(margin, sigma), logistic_slope(margin, sigma)};
  }
};

struct ValueSlopeHessian {
  Part value;
  Part slope;
  Part hessian;
};

struct CurvedLogistic {
  /// Logistic, and its second derivative sigma(m) sigma(-m) of the same exponential.
  HWY_INLINE ValueSlopeHessian operator()(Part margin) const {
    const TwoSigmoids sigma = two_sigmoids(margin);
    return {logistic_value(margin, sigma), logistic_slope(margin, sigma),
            hn::Mul(sigma.small, sigma.large)};
  }
};

struct Fidelity {
  /// With p = sigma(m): 1 - sqrt(p) = sigma(-m) / (1 + sqrt(p)), and the slope
  /// -sqrt(p) * sigma(-m) / 2.
  HWY_INLINE ValueAndSlope operator()(Part margin) const {
    const TwoSigmoids sigma = two_sigmoids(margin);
    const auto is_won = hn::Gt(margin, hn::Zero(doubles));
    const Part root = hn::Sqrt(hn::IfThenElse(is_won, sigma.large, sigma.small));
    const Part lost = hn::IfThenElse(is_won, sigma.small, sigma.large);
    return {hn::Div(lost, hn::Add(root, hn::Set(doubles, 1.0))),
            hn::Mul(hn::Mul(root, hn::Set(doubles, -0.5)), lost)};
  }
};

struct OneWeight {
  double weight;
  HWY_INLINE Eight at(std::size_t /*j*/, const Eight& /*margin*/) const { return all(weight); }
  HWY_INLINE Eight first_at(std::size_t /*j*/, std::size_t /*count*/,
                            const Eight& /*margin*/) const {
    return all(weight);
  }
};

struct WeightOfEach {
  const double* weights;
  HWY_INLINE Eight at(std::size_t j, const Eight& /*margin*/) const { return load(weights + j); }
  HWY_INLINE Eight first_at(std::size_t j, std::size_t count, const Eight& /*margin*/) const {
    return load_first(weights + j, count);
  }
};

struct WeightOverDistance {
  const double* weights;
  HWY_INLINE Eight at(std::size_t j, const Eight& margin) const {
    return divided(load(weights + j), margin);
  }
  HWY_INLINE Eight first_at(std::size_t j, std::size_t count, const Eight& margin) const {
    return divided(load_first(weights + j, count), margin);
  }

 private:
  HWY_INLINE static Eight divided(Eight weight, const Eight& margin) {
    const Part shortest = hn::Set(doubles, LogisticRowRule::shortest_distance);
    for (std::size_t i = 0; i < parts; ++i) {
      weight.part[i] = hn::Div(weight.part[i], hn::Add(hn::Abs(margin.part[i]), shortest));
    }
    return weight;
  }
};

struct EightPairs {
  Eight value;
  Eight slope;
};

struct EightCurvedPairs {
  Eight value;
  Eight slope;
  Eight hessian;
};

template <class Phi>
HWY_INLINE EightPairs pairs_of(const Phi& phi, const Eight& margin) {
  EightPairs pairs;
  for (std::size_t i = 0; i < parts; ++i) {
    const ValueAndSlope pair = phi(margin.part[i]);
    pairs.value.part[i] = pair.value;
    pairs.slope.part[i] = pair.slope;
  }
  return pairs;
}

HWY_INLINE EightCurvedPairs pairs_of(const CurvedLogistic& phi, const Eight& margin) {
  EightCurvedPairs pairs;
  for (std::size_t i = 0; i < parts; ++i) {
    const ValueSlopeHessian pair = phi(margin.part[i]);
    pairs.value.part[i] = pair.value;
    pairs.slope.part[i] = pair.slope;
    pairs.hessian.part[i] = pair.hessian;
  }
  return pairs;
}

/// Nobody asks for second derivatives.
struct NoHessians {
  HWY_INLINE void add(const EightPairs&, const Eight& /*w*/, std::size_t /*j*/) {}
  HWY_INLINE void add_first(const EightPairs&, const Eight& /*w*/, std::size_t /*j*/,
                            std::size_t /*count*/) {}
};

/// The sum of second derivatives; each is also added to `curvature`.
struct Hessians {
  double* curvature;
  Eight sum;

  HWY_INLINE void add(const EightCurvedPairs& pairs, const Eight& w, std::size_t j) {
    sum = mul_add(w, pairs.hessian, sum);
    store(mul_add(w, pairs.hessian, load(curvature + j)), curvature + j);
  }
  HWY_INLINE void add_first(const EightCurvedPairs& pairs, const Eight& w, std::size_t j,
                            std::size_t count) {
    sum = mul_add(w, keep_first(pairs.hessian, count), sum);
    store_first(mul_add(w, pairs.hessian, load_first(curvature + j, count)), curvature + j, count);
  }
};

template <class Phi, class Weight, class Hessian>
HWY_INLINE PairRow row(const Phi& phi, double score, std::span<const double> others,
                       const Weight& weight, double* gradient, Hessian& hessians) {
  const Eight scores = all(score);
  EightPairs sums = {all(0.0), all(0.0)};
  std::size_t j = 0;
  for (; j + 8 <= others.size(); j += 8) {
    const Eight margin = scores - load(others.data() + j);
    const auto pairs = pairs_of(phi, margin);
    const Eight w = weight.at(j, margin);
    hessians.add(pairs, w, j);
    sums.value = mul_add(w, pairs.value, sums.value);
    sums.slope = mul_add(w, pairs.slope, sums.slope);
    store(neg_mul_add(w, pairs.slope, load(gradient + j)), gradient + j);
  }
  if (const std::size_t rest = others.size() - j; rest > 0) {
    const Eight margin = scores - load_first(others.data() + j, rest);
    const auto pairs = pairs_of(phi, margin);
    const Eight w = weight.first_at(j, rest, margin);
    hessians.add_first(pairs, w, j, rest);
    sums.value = mul_add(w, keep_first(pairs.value, rest), sums.value);
    sums.slope = mul_add(w, keep_first(pairs.slope, rest), sums.slope);
    store_first(neg_mul_add(w, pairs.slope, load_first(gradient + j, rest)), gradient + j, rest);
  }
  return {sum_of(sums.value), sum_of(sums.slope)};
}

template <class Phi, class Weight>
HWY_INLINE PairRow row(const Phi& phi, double score, std::span<const double> others,
                       const Weight& weight, double* gradient) {
  NoHessians none;
  return row(phi, score, others, weight, gradient, none);
}

template <class Weight>
HWY_INLINE CurvedPairRow curved_row(double score, std::span<const double> others,
                                    const Weight& weight, double* gradient, double* curvature) {
  Hessians hessians = {curvature, all(0.0)};
  const PairRow sums = row(CurvedLogistic{}, score, others, weight, gradient, hessians);
  return {sums, sum_of(hessians.sum)};
}

PairRow hinge(double score, std::span<const double> others, double weight, double* gradient) {
  return row(Hinge{}, score, others, OneWeight{weight}, gradient);
}

PairRow squared_hinge(double score, std::span<const double> others, double weight,
                      double* gradient) {
  return row(SquaredHinge{}, score, others, OneWeight{weight}, gradient);
}

PairRow logistic(double score, std::span<const double> others, double weight, double* gradient) {
  return row(Logistic{}, score, others, OneWeight{weight}, gradient);
}

PairRow weighted_logistic(double score, std::span<const double> others, const double* weights,
                          double* gradient) {
  return row(Logistic{}, score, others, WeightOfEach{weights}, gradient);
}

CurvedPairRow curved_logistic(double score, std::span<const double> others, double weight,
                              double* gradient, double* curvature) {
  return curved_row(score, others, OneWeight{weight}, gradient, curvature);
}

CurvedPairRow curved_weighted_logistic(double score, std::span<const double> others,
                                       const double* weights, double* gradient, double* curvature,
                                       const LogisticRowRule& rule) {
  return rule.divides ? curved_row(score, others, WeightOverDistance{weights}, gradient, curvature)
                      : curved_row(score, others, WeightOfEach{weights}, gradient, curvature);
}

PairRow fidelity(double score, std::span<const double> others, double weight, double* gradient) {
  return row(Fidelity{}, score, others, OneWeight{weight}, gradient);
}

PairRow weighted_fidelity(double score, std::span<const double> others, const double* weights,
                          double* gradient) {
  return row(Fidelity{}, score, others, WeightOfEach{weights}, gradient);
}

}  // namespace podium::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace podium {

HWY_EXPORT(hinge);
HWY_EXPORT(squared_hinge);
HWY_EXPORT(logistic);
HWY_EXPORT(weighted_logistic);
HWY_EXPORT(curved_logistic);
HWY_EXPORT(curved_weighted_logistic);
HWY_EXPORT(fidelity);
HWY_EXPORT(weighted_fidelity);

PairRow hinge_row(double score, std::span<const double> others, double weight,
                  std::span<double> gradient) {
  expects(others.size() == gradient.size(), "a place for each pair");
  return HWY_DYNAMIC_DISPATCH(hinge)(score, others, weight, gradient.data());
}

PairRow squared_hinge_row(double score, std::span<const double> others, double weight,
                          std::span<double> gradient) {
  expects(others.size() == gradient.size(), "a place for each pair");
  return HWY_DYNAMIC_DISPATCH(squared_hinge)(score, others, weight, gradient.data());
}

PairRow logistic_row(double score, std::span<const double> others, double weight,
                     std::span<double> gradient) {
  expects(others.size() == gradient.size(), "a place for each pair");
  return HWY_DYNAMIC_DISPATCH(logistic)(score, others, weight, gradient.data());
}

PairRow logistic_row(double score, std::span<const double> others, std::span<const double> weights,
                     std::span<double> gradient) {
  expects(others.size() == gradient.size() && others.size() == weights.size(),
          "a weight and a place for each pair");
  return HWY_DYNAMIC_DISPATCH(weighted_logistic)(score, others, weights.data(), gradient.data());
}

CurvedPairRow curved_logistic_row(double score, std::span<const double> others, double weight,
                                  std::span<double> gradient, std::span<double> curvature) {
  expects(others.size() == gradient.size() && others.size() == curvature.size(),
          "two places for each pair");
  return HWY_DYNAMIC_DISPATCH(curved_logistic)(score, others, weight, gradient.data(),
                                               curvature.data());
}

CurvedPairRow curved_logistic_row(double score, std::span<const double> others,
                                  std::span<const double> weights, std::span<double> gradient,
                                  std::span<double> curvature, const LogisticRowRule& rule) {
  expects(others.size() == gradient.size() && others.size() == weights.size() &&
              others.size() == curvature.size(),
          "a weight and two places for each pair");
  return HWY_DYNAMIC_DISPATCH(curved_weighted_logistic)(score, others, weights.data(),
                                                        gradient.data(), curvature.data(), rule);
}

PairRow fidelity_row(double score, std::span<const double> others, double weight,
                     std::span<double> gradient) {
  expects(others.size() == gradient.size(), "a place for each pair");
  return HWY_DYNAMIC_DISPATCH(fidelity)(score, others, weight, gradient.data());
}

PairRow fidelity_row(double score, std::span<const double> others, std::span<const double> weights,
                     std::span<double> gradient) {
  expects(others.size() == gradient.size() && others.size() == weights.size(),
          "a weight and a place for each pair");
  return HWY_DYNAMIC_DISPATCH(weighted_fidelity)(score, others, weights.data(), gradient.data());
}

}  // namespace podium
#endif
