#pragma once

#include <span>

#include "podium/core/base/workspace.hpp"
#include "podium/learning/loss/loss.hpp"

namespace podium {

/// Minus the log-likelihood of choosing documents stage by stage, each in proportion to exp(score)
/// from those of its own and all later stages. [Plackett75]
///
///   l(s) = sum over documents d with stage_d < G of
///            -s_d + log( sum over documents i with stage_i >= stage_d of exp(s_i) )
///
/// Stages are whole numbers 0 .. G kept as doubles; 0 .. G-1 each have a document, and so has G,
/// whose documents are never chosen. Returns weight * l and adds weight * dl/ds to `gradient`. All
/// sums within a stage run in input order. O(n). By plain sums of exp(s - largest s), unless scores
/// are 600 apart or more.
///
/// With c_u documents chosen at stage u from a sum Z_u of exp(s), the curvature is the sum over
/// stages u <= stage_i of c_u pi_ui (1 - pi_ui), pi_ui = exp(s_i) / Z_u; its bound leaves out the
/// last factor.
double add_choice_stages(std::span<const double> stage, std::span<const double> scores,
                         double weight, std::span<double> gradient, Workspace& workspace,
                         const CurvatureSink& curvature = {});

/// The same by logarithms of sums, slower, for any finite scores.
double add_choice_stages_by_logs(std::span<const double> stage, std::span<const double> scores,
                                 double weight, std::span<double> gradient, Workspace& workspace,
                                 const CurvatureSink& curvature = {});

}  // namespace podium
