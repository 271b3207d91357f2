#include "podium/learning/optimise/lbfgs.hpp"

#include <vector>

#include "podium/core/kernels/vectors.hpp"
#include "podium/learning/optimise/curvature_pairs.hpp"
#include "podium/learning/optimise/descent.hpp"

namespace podium {
namespace {

using detail::CurvaturePairs;
using detail::Descent;
using detail::LineEnd;

std::vector<double> difference(std::span<const double> a, std::span<const double> b) {
  std::vector<double> out(a.begin(), a.end());
  add_scaled(-1.0, b, out);
  return out;
}

}  // namespace

Outcome Lbfgs::minimise(const Objective& f, std::span<double> w, const Monitor& monitor,
                        const Snapshot* from) const {
  Descent descent(f, w, from);
  CurvaturePairs pairs(memory);
  pairs.restore(descent.own_numbers(), w.size());
  const auto save = [&](std::vector<double>& numbers) { pairs.save(numbers); };
  std::vector<double> direction(w.size());
  for (;;) {
    if (const auto stop = descent.reason_to_stop(tolerance, iterations)) {
      return descent.finish(*stop, w);
    }
    pairs.set_direction(descent.at().gradient, direction);
    const double first_step = pairs.is_empty() ? descent.first_step_down() : 1.0;
    const LineEnd end = descent.step_along(direction, first_step, {});
    if (!is_step(end)) {
      if (pairs.is_empty() || end == LineEnd::flat) return descent.finish(descent.stop_of(end), w);
      pairs.clear();
      continue;
    }
    pairs.add(difference(descent.at().w, descent.previous().w),
              difference(descent.at().gradient, descent.previous().gradient));
    if (!descent.report(monitor, save)) return descent.finish(Stop::asked, w);
  }
}

}  // namespace podium
