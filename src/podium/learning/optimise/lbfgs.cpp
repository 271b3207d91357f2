#include "podium/learning/optimise/lbfgs.hpp"

#include <optional>
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

/// Takes a step, or says why there is none.
std::optional<Stop> advance(Descent& descent, CurvaturePairs& pairs) {
  std::vector<double> direction(descent.at().w.size());
  for (;;) {
    pairs.set_direction(descent.at().gradient, direction);
    const double first_step = pairs.is_empty() ? descent.first_step_down() : 1.0;
    const LineEnd end = descent.step_along(direction, first_step, {});
    if (is_step(end)) break;
    if (pairs.is_empty() || end == LineEnd::flat) return descent.stop_of(end);
    pairs.clear();
  }
  pairs.add(difference(descent.at().w, descent.previous().w),
            difference(descent.at().gradient, descent.previous().gradient));
  return std::nullopt;
}

}  // namespace

Outcome Lbfgs::minimise(const Objective& f, std::span<double> w, const Monitor& monitor,
                        const Snapshot* from) const {
  Descent descent(f, w, from);
  CurvaturePairs pairs(memory);
  pairs.restore(descent.own_numbers(), w.size());
  const auto save = [&](std::vector<double>& numbers) { pairs.save(numbers); };
  for (;;) {
    if (const auto stop = descent.reason_to_stop(tolerance, iterations)) {
      return descent.finish(*stop, w);
    }
    if (const auto stop = advance(descent, pairs)) return descent.finish(*stop, w);
    if (!descent.report(monitor, save)) return descent.finish(Stop::asked, w);
  }
}

}  // namespace podium
