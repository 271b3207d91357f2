#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/core/base/random.hpp"

namespace podium::labelling {

/// The defaults reproduce the agreement that was published for five grades [Niu12].
struct GraderBehaviour {
  double tau = 0.70;     ///< standard deviation of an opinion minus the true utility
  double jitter = 0.30;  ///< standard deviation of an assessor's thresholds minus the common ones
  std::vector<double> share = {0.35, 0.25, 0.20, 0.12, 0.08};  ///< of grades, worst first
};

/// One simulated assessor who gives the documents of one query grades.
///
///   grade of d = number of thresholds below u_d + tau e_d
///
/// The thresholds lie where a standard normal u gives the shares of grades, that is at quantiles of
/// a normal distribution of variance 1 + tau^2; each is moved by jitter e' and they are sorted.
class SimulatedGrader {
 public:
  SimulatedGrader(const GraderBehaviour& behaviour, std::span<const double> utility,
                  RandomStream random);

  /// The grade of a document; the same each time.
  std::uint32_t grade(std::size_t doc) const;

 private:
  std::vector<double> opinion_;
  std::vector<double> threshold_;
};

}  // namespace podium::labelling
