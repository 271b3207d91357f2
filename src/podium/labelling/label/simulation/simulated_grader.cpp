#include "podium/labelling/label/simulation/simulated_grader.hpp"

#include <algorithm>
#include <cmath>

#include "podium/core/base/special_functions.hpp"

namespace podium::labelling {

SimulatedGrader::SimulatedGrader(const GraderBehaviour& behaviour, std::span<const double> utility,
                                 RandomStream random)
    : opinion_(utility.begin(), utility.end()) {
  for (double& opinion : opinion_) opinion += behaviour.tau * random.normal();
  const double spread = std::sqrt(1.0 + behaviour.tau * behaviour.tau);
  double above = 1.0;  // share of documents with a better grade
  for (std::size_t grade = 0; grade + 1 < behaviour.share.size(); ++grade) {
    above -= behaviour.share[grade];
    threshold_.push_back(spread * normal_upper_quantile(above) +
                         behaviour.jitter * random.normal());
  }
  std::ranges::sort(threshold_);
}

std::uint32_t SimulatedGrader::grade(std::size_t doc) const {
  return static_cast<std::uint32_t>(std::ranges::lower_bound(threshold_, opinion_[doc]) -
                                    threshold_.begin());
}

}  // namespace podium::labelling
