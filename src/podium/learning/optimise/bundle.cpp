#include "podium/learning/optimise/bundle.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/kernels/vectors.hpp"
#include "podium/learning/optimise/descent.hpp"
#include "podium/learning/optimise/simplex_dual.hpp"

namespace podium {
namespace {

using detail::Plane;
using detail::Point;
using detail::SimplexDual;

constexpr std::size_t max_planes = 1000;
constexpr std::size_t idle_rounds = 50;
constexpr std::size_t terms_per_task = 16;
constexpr std::size_t max_stalled = 5;

// Rounding of values and lower bounds that are sums over many terms, in units of one number's.
constexpr double noise_of_sums = 1e4;

// Shares of the gap: what the dual problem may leave, and what a plane must cut off to be kept.
constexpr double dual_share = 0.1;
constexpr double cut_share = 0.01;

// How far to go from the best point towards the model's minimum, at least.
constexpr double min_reach = 0.05;

// value, length of the gradient, reach, stalled, evaluations; then w
constexpr std::size_t scalars_saved = 5;

/// The best point so far, the planes, and the way between.
class BundleRun {
 public:
  BundleRun(const PenalisedObjective& f, Slacks slacks, std::span<const double> w,
            const Snapshot* from)
      : f_(f),
        slacks_(slacks),
        dual_(w.size(), slacks == Slacks::one ? 1 : f.term_count(), f.l2()) {
    expects(w.size() == f.dimension(), "as many parameters as the objective has dimensions");
    best_.w.assign(w.begin(), w.end());
    if (from != nullptr) {
      restore(*from);
    } else {
      std::vector<Plane> planes = look_at(best_);
      if (best_.is_finite()) {
        add(std::move(planes));
        dual_.solve(0.0);
      }
    }
  }

  double gap() const { return best_.value - dual_.value(); }

  std::optional<Stop> reason_to_stop(double tolerance, std::size_t iterations) const {
    if (!best_.is_finite()) return Stop::not_finite;
    const double noise = detail::rounding_of(std::abs(best_.value) + std::abs(dual_.value()));
    if (gap() < -noise_of_sums * noise) return Stop::no_descent;
    if (gap() <= std::max(tolerance * std::abs(best_.value), noise)) return Stop::converged;
    if (stalled_ >= max_stalled) {
      return gap() <= noise_of_sums * noise ? Stop::converged : Stop::no_descent;
    }
    if (iteration_ >= iterations) return Stop::iteration_limit;
    return std::nullopt;
  }

  /// Adds planes where they are likely to help; false when F is finite nowhere on the way there.
  bool advance() {
    const double gap_before = gap();
    const std::vector<double> direction = way_to_minimum();
    Point point;
    std::vector<Plane> planes;
    for (;; reach_ *= 0.5) {
      if (reach_ < 1e-12) return false;
      point.w = best_.w;
      add_scaled(reach_, direction, point.w);
      planes = look_at(point);
      if (point.is_finite()) break;
    }
    // Where F still falls the way may be longer next time.
    reach_ = dot(point.gradient, direction) < 0.0 ? std::min(1.0, 2.0 * reach_)
                                                  : std::max(min_reach, 0.5 * reach_);
    add(std::move(planes));
    if (point.value < best_.value) best_ = std::move(point);
    dual_.solve(dual_share * std::max(0.0, gap()));
    dual_.drop_idle(idle_rounds);
    dual_.make_room(max_planes);
    stalled_ = gap() < gap_before ? 0 : stalled_ + 1;
    return true;
  }

  bool report(const Monitor& monitor) {
    ++iteration_;
    if (!monitor) return true;
    const std::function<Snapshot()> snapshot = [&] {
      Snapshot made{iteration_,
                    {best_.value, best_.gradient_norm, reach_, static_cast<double>(stalled_),
                     static_cast<double>(evaluations_)}};
      made.numbers.insert(made.numbers.end(), best_.w.begin(), best_.w.end());
      dual_.save(made.numbers);
      return made;
    };
    return monitor({iteration_, best_.value, best_.gradient_norm, best_.w, snapshot, gap()});
  }

  Outcome finish(Stop stop, std::span<double> w) const {
    std::ranges::copy(best_.w, w.begin());
    Outcome outcome{best_.value, best_.gradient_norm, iteration_, evaluations_, stop};
    if (best_.is_finite()) outcome.gap = gap();
    return outcome;
  }

 private:
  void restore(const Snapshot& from) {
    const std::size_t saved = scalars_saved + best_.w.size();
    if (from.numbers.size() < saved) detail::expect_numbers(from.numbers.size(), saved);
    const std::span<const double> numbers = from.numbers;
    iteration_ = from.iteration;
    best_.value = numbers[0];
    best_.gradient_norm = numbers[1];
    reach_ = numbers[2];
    stalled_ = detail::whole_number(numbers[3]);
    evaluations_ = detail::whole_number(numbers[4]);
    std::ranges::copy(numbers.subspan(scalars_saved, best_.w.size()), best_.w.begin());
    dual_.restore(numbers.subspan(saved));
  }

  std::vector<double> way_to_minimum() const {
    std::vector<double> way(dual_.w().begin(), dual_.w().end());
    add_scaled(-1.0, best_.w, way);
    return way;
  }

  /// Value and gradient of F at a point, and the planes that touch R there.
  std::vector<Plane> look_at(Point& point) {
    ++evaluations_;
    std::vector<Plane> planes;
    if (slacks_ == Slacks::one) {
      planes.resize(1);
      planes[0].slope.resize(f_.dimension());
      planes[0].offset = f_.sum_terms(point.w, planes[0].slope);
    } else {
      planes = terms_at(point.w);
    }
    point.gradient.assign(f_.dimension(), 0.0);
    point.value = 0.0;
    for (Plane& plane : planes) {
      point.value += plane.offset;
      add_scaled(1.0, plane.slope, point.gradient);
      plane.offset -= dot(plane.slope, point.w);
    }
    point.value += f_.add_penalty(point.w, point.gradient);
    point.gradient_norm = detail::norm(point.gradient);
    return planes;
  }

  /// Each term with its value in place of the offset.
  std::vector<Plane> terms_at(std::span<const double> w) const {
    std::vector<Plane> planes(f_.term_count());
    parallel_for((planes.size() + terms_per_task - 1) / terms_per_task, [&](std::size_t task) {
      const std::size_t end = std::min(planes.size(), (task + 1) * terms_per_task);
      for (std::size_t t = task * terms_per_task; t < end; ++t) {
        planes[t].slope.resize(f_.dimension());
        planes[t].offset = f_.add_terms({&t, 1}, w, planes[t].slope);
      }
    });
    return planes;
  }

  /// Planes that are (almost) below the model where it is smallest say nothing new there.
  void add(std::vector<Plane> planes) {
    const double bar = cut_share * std::max(0.0, gap()) /
                       static_cast<double>(std::max<std::size_t>(1, planes.size()));
    for (std::size_t g = 0; g < planes.size(); ++g) {
      if (dual_.plane_count(g) > 0) {
        const double value = detail::value_at(planes[g], dual_.w());
        if (value <= dual_.height(g, dual_.w()) + bar) continue;
      }
      dual_.add(g, std::move(planes[g]));
    }
  }

  const PenalisedObjective& f_;
  Slacks slacks_;
  SimplexDual dual_;
  Point best_;
  double reach_ = 1.0;       ///< how much of the way to the model's minimum to go
  std::size_t stalled_ = 0;  ///< iterations in a row that did not narrow the gap
  std::size_t iteration_ = 0;
  std::size_t evaluations_ = 0;
};

/// Its square is how much weaker the penalty of parameters is that should have none.
constexpr double scale = 10.0;

void multiply(std::span<const std::size_t> places, double factor, std::span<double> values) {
  for (const std::size_t place : places) values[place] *= factor;
}

/// f as a function of v, with the penalty on all of v.
class ScaledObjective final : public PenalisedObjective {
 public:
  explicit ScaledObjective(const PenalisedObjective& f) : f_(f) {}

  std::size_t dimension() const override { return f_.dimension(); }
  std::size_t term_count() const override { return f_.term_count(); }
  double l2() const override { return f_.l2(); }

  double sum_terms(std::span<const double> v, std::span<double> g) const override {
    const double sum = f_.sum_terms(parameters(v), g);
    multiply(f_.unpenalised(), scale, g);
    return sum;
  }

  double add_terms(std::span<const std::size_t> terms, std::span<const double> v,
                   std::span<double> g) const override {
    std::vector<double> own(g.size());
    const double sum = f_.add_terms(terms, parameters(v), own);
    multiply(f_.unpenalised(), scale, own);
    add_scaled(1.0, own, g);
    return sum;
  }

  double add_penalty(std::span<const double> v, std::span<double> g) const override {
    add_scaled(l2(), v, g);
    return 0.5 * l2() * dot(v, v);
  }

  void explain_not_finite(std::span<const std::size_t> terms, std::span<const double> v,
                          std::size_t iteration) const override {
    f_.explain_not_finite(terms, parameters(v), iteration);
  }

  std::vector<double> parameters(std::span<const double> v) const {
    std::vector<double> w(v.begin(), v.end());
    multiply(f_.unpenalised(), scale, w);
    return w;
  }

 private:
  const PenalisedObjective& f_;
};

Outcome minimise_scaled(const Bundle& bundle, const PenalisedObjective& f, std::span<double> w,
                        const Monitor& monitor, const Snapshot* from) {
  const ScaledObjective scaled(f);
  multiply(f.unpenalised(), 1.0 / scale, w);
  const Monitor own = [&](const Step& step) {
    const std::vector<double> parameters = scaled.parameters(step.w);
    return monitor(
        {step.iteration, step.value, step.gradient_norm, parameters, step.snapshot, step.gap});
  };
  const Outcome outcome = bundle.minimise(scaled, w, monitor ? own : Monitor(), from);
  multiply(f.unpenalised(), scale, w);
  return outcome;
}

}  // namespace

Outcome Bundle::minimise(const PenalisedObjective& f, std::span<double> w, const Monitor& monitor,
                         const Snapshot* from) const {
  if (!(f.l2() > 0.0)) throw UsageError("a bundle method needs a penalty: found l2 = 0");
  if (!f.unpenalised().empty()) return minimise_scaled(*this, f, w, monitor, from);
  BundleRun bundle(f, slacks, w, from);
  for (;;) {
    if (const auto stop = bundle.reason_to_stop(tolerance, iterations)) {
      return bundle.finish(*stop, w);
    }
    if (!bundle.advance()) return bundle.finish(Stop::not_finite, w);
    if (!bundle.report(monitor)) return bundle.finish(Stop::asked, w);
  }
}

}  // namespace podium
