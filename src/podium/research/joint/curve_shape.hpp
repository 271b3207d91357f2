#pragma once

#include <span>
#include <vector>

#include "podium/research/joint/joint_points.hpp"
#include "podium/research/joint/sign_flips.hpp"

namespace podium::research {

/// A test of "the curve first rises and then falls", in both directions.
struct HillTest {
  double statistic = 0.0;  ///< U
  double p_holds = 1.0;
  double p_refuted = 1.0;

  bool holds() const { return statistic > 0.0 && p_holds <= verdict_level; }
  bool is_refuted() const { return statistic < 0.0 && p_refuted <= verdict_level; }
};

/// For values v_i at r >= 3 places, value[place][query]: an inner place is above both ends, or an
/// end is above all inner places.
///
///   U         = max over inner i of min( t(v_i - v_1), t(v_i - v_r) )
///   p_holds   = max( P(max_i t*(v_i - v_1) >= U), P(max_i t*(v_i - v_r) >= U) )
///   p_refuted = 2 min over ends e of max_i P( t*(v_e - v_i) >= min_i t(v_e - v_i) )
///
/// t* by sign changes of whole curves. A largest value inside proves nothing: on a flat curve of
/// exchangeable places it is inside in (r - 2) / r of all cases.
HillTest hill_test(std::span<const std::vector<double>> value, const FlipOptions& options = {});

}  // namespace podium::research
