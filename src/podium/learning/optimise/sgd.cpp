#include "podium/learning/optimise/sgd.hpp"

#include "podium/core/kernels/vectors.hpp"

namespace podium {

detail::UpdateRule Sgd::rule() const {
  return {1, [keep = momentum](const detail::Update& update) {
            const std::span<double> v = update.memory;
            for (std::size_t i = 0; i < v.size(); ++i) v[i] = keep * v[i] + update.gradient[i];
            add_scaled(-update.step, v, update.w);
          }};
}

Outcome Sgd::minimise(const SeparableObjective& f, std::span<double> w, const Monitor& monitor,
                      const Snapshot* from) const {
  return detail::run_epochs(f, run, rule(), w, monitor, from);
}

}  // namespace podium
