#include "podium/optimise/sgd.hpp"

#include "podium/kernels/vectors.hpp"

namespace podium {

detail::UpdateRule Sgd::rule() const {
  return {1, [keep = momentum](const detail::Update& update) {
            const std::span<double> v = update.memory;
            for (std::size_t i = 0; i < v.size(); ++i) v[i] = keep * v[i] + update.gradient[i];
            add_scaled(-update.step, v, update.w);
          }};
}

}  // namespace podium
