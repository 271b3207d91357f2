#include "podium/learning/optimise/adam.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

namespace podium {

detail::UpdateRule Adam::rule() const {
  return {2, [options = *this](const detail::Update& update) {
            const auto [b1, b2] = std::pair{options.beta1, options.beta2};
            const std::size_t n = update.w.size();
            const std::span<double> m = update.memory.first(n);
            const std::span<double> v = update.memory.last(n);
            const auto t = static_cast<double>(update.number);
            const double m_scale = 1.0 / (1.0 - std::pow(b1, t));
            const double v_scale = 1.0 / (1.0 - std::pow(b2, t));
            for (std::size_t i = 0; i < n; ++i) {
              const double g = update.gradient[i];
              m[i] = b1 * m[i] + (1.0 - b1) * g;
              v[i] = b2 * v[i] + (1.0 - b2) * g * g;
              update.w[i] -=
                  update.step * (m[i] * m_scale) / (std::sqrt(v[i] * v_scale) + options.epsilon);
            }
          }};
}

Outcome Adam::minimise(const SeparableObjective& f, std::span<double> w, const Monitor& monitor,
                       const Snapshot* from) const {
  return detail::run_epochs(f, run, rule(), w, monitor, from);
}

}  // namespace podium
