#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/research/joint/sign_flips.hpp"

namespace podium::research {

/// What a study could have shown: resampled studies of as many queries whose differences vary as
/// the observed ones around any given true means.
class DetectableDifferences {
 public:
  /// Draws the queries of each block with replacement, keeping all points of a query together.
  DetectableDifferences(std::span<const DifferenceBlock> blocks, std::size_t draws,
                        std::uint64_t seed);

  /// The smallest true difference of each point that its own one-sided t test at level .025 shows
  /// with a power of 80 %:
  ///
  ///   D80 = quantile .80 of ( t(.975; m - 1) error* - mean* )
  ///
  /// over draws of the centred differences. About 2.8 standard errors.
  const std::vector<double>& of_points() const noexcept { return detectable_; }

  /// The factor f for which t_(c) reaches `critical` with a power of 80 % when every point's true
  /// difference is f times its D80; infinite when no factor up to 1000 does.
  double joint_factor(std::size_t c, double critical) const;

 private:
  std::size_t draws_;
  std::vector<double> mean_;   ///< [draw][point]
  std::vector<double> error_;  ///< [draw][point]
  std::vector<double> detectable_;
};

}  // namespace podium::research
