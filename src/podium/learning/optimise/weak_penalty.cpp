#include "podium/learning/optimise/weak_penalty.hpp"

#include <vector>

#include "podium/core/kernels/vectors.hpp"

namespace podium {

namespace {

/// Its square is how much weaker the penalty is.
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

}  // namespace

Outcome minimise_with_weak_penalty(const Bundle& bundle, const PenalisedObjective& f,
                                   std::span<double> w, const Monitor& monitor,
                                   const Snapshot* from) {
  if (f.unpenalised().empty()) return bundle.minimise(f, w, monitor, from);
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

}  // namespace podium
