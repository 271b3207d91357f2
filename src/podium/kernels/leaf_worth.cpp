#include "podium/kernels/leaf_worth.hpp"

#include <cstddef>

#include "podium/base/error.hpp"
#include "podium/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "podium/kernels/leaf_worth.cpp"
#include <hwy/foreach_target.h>

#include "podium/kernels/eight-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace podium::HWY_NAMESPACE {

HWY_INLINE Part cut(Part value, double minimum, double maximum) {
  return hn::Min(hn::Max(value, hn::Set(doubles, minimum)), hn::Set(doubles, maximum));
}

HWY_INLINE Part worth_of(Part gradient, Part curvature, const LeafCuts& cuts) {
  const Part zero = hn::Zero(doubles);
  const Part c = hn::Add(curvature, hn::Set(doubles, cuts.l2));
  const Part size = hn::Max(hn::Sub(hn::Abs(gradient), hn::Set(doubles, cuts.l1)), zero);
  Part w = hn::Sub(zero, hn::Div(hn::CopySign(size, gradient), c));
  w = cut(cut(w, -cuts.max_step, cuts.max_step), cuts.minimum, cuts.maximum);
  w = hn::IfThenElseZero(hn::Gt(c, zero), w);
  const Part linear = hn::Mul(hn::Mul(hn::Set(doubles, 2.0), gradient), w);
  const Part square = hn::Mul(hn::Mul(c, w), w);
  const Part size_of_w = hn::Mul(hn::Set(doubles, 2.0 * cuts.l1), hn::Abs(w));
  return hn::Neg(hn::Add(hn::Add(linear, square), size_of_w));
}

HWY_INLINE Eight worths(const Eight& gradient, const Eight& curvature, const LeafCuts& cuts,
                        const Eight& before) {
  Eight sum;
  for (std::size_t i = 0; i < parts; ++i) {
    sum.part[i] = hn::Add(before.part[i], worth_of(gradient.part[i], curvature.part[i], cuts));
  }
  return sum;
}

void add_worths(const double* gradient, const double* curvature, const LeafCuts& cuts,
                double* worth, std::size_t count) {
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    store(worths(load(gradient + i), load(curvature + i), cuts, load(worth + i)), worth + i);
  }
  if (const std::size_t rest = count - i; rest > 0) {
    store_first(worths(load_first(gradient + i, rest), load_first(curvature + i, rest), cuts,
                       load_first(worth + i, rest)),
                worth + i, rest);
  }
}

}  // namespace podium::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace podium {

HWY_EXPORT(add_worths);

void add_leaf_worths(std::span<const double> gradient, std::span<const double> curvature,
                     const LeafCuts& cuts, std::span<double> worth) {
  expects(gradient.size() == worth.size() && curvature.size() == worth.size(),
          "two sums for each leaf");
  HWY_DYNAMIC_DISPATCH(add_worths)
  (gradient.data(), curvature.data(), cuts, worth.data(), worth.size());
}

}  // namespace podium
#endif
