#include "podium/learning/loss/lists/choice_stages.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "podium/core/kernels/exponential.hpp"

namespace podium {

namespace {

// exp(-600) is 1e-261: sums of such and n of their inverses are normal numbers.
constexpr double largest_spread = 600.0;
constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

std::size_t stage_of(double stage) {
  return static_cast<std::size_t>(stage);
}

double log_add(double a, double b) {
  const double more = std::max(a, b);
  const double less = std::min(a, b);
  return less == minus_infinity ? more : more + std::log1p(std::exp(less - more));
}

/// Squares of the sums' inverses: the sum up to each stage of chosen / sum^2.
std::span<const double> inverse_squares(std::span<const double> sum, std::span<const double> chosen,
                                        Workspace& workspace) {
  const std::size_t stages = sum.size() - 1;
  const std::span<double> inverse = workspace.take<double>(stages + 1);
  double total = 0.0;
  for (std::size_t g = 0; g < stages; ++g) inverse[g] = total += chosen[g] / (sum[g] * sum[g]);
  inverse[stages] = total;
  return inverse;
}

/// Sum over the stages of chosen * log(sum); inverse = the sum up to each stage of chosen / sum.
double normalisers(std::span<const double> sum, std::span<const double> chosen,
                   std::span<double> inverse, Workspace& workspace) {
  const std::size_t stages = sum.size() - 1;
  const std::span<double> log_sum = workspace.take<double>(stages);
  log_of(sum.first(stages), log_sum);
  double value = 0.0;
  double total = 0.0;
  for (std::size_t g = 0; g < stages; ++g) {
    value += chosen[g] * log_sum[g];
    inverse[g] = total += chosen[g] / sum[g];
  }
  inverse[stages] = total;
  return value;
}

}  // namespace

double add_choice_stages(std::span<const double> stage, std::span<const double> scores,
                         double weight, std::span<double> gradient, Workspace& workspace,
                         const CurvatureSink& curvature) {
  const auto [least, most] = std::ranges::minmax(scores);
  if (!(most - least < largest_spread)) {
    return add_choice_stages_by_logs(stage, scores, weight, gradient, workspace, curvature);
  }
  const std::size_t n = scores.size();
  const std::size_t stages = stage_of(largest(stage));
  const std::span<double> e = workspace.take<double>(n);
  exp_shifted(scores, most, e);

  const std::span<double> sum = workspace.zeros<double>(stages + 1);
  const std::span<double> chosen = workspace.zeros<double>(stages + 1);
  double value = 0.0;
  double never = 0.0;  // in a register: in a top-k truth nearly all are never chosen
  for (std::size_t doc = 0; doc < n; ++doc) {
    const std::size_t g = stage_of(stage[doc]);
    if (g == stages) {
      never += e[doc];
      continue;
    }
    sum[g] += e[doc];
    chosen[g] += 1.0;
    value -= scores[doc] - most;
  }
  sum[stages] = never;
  for (std::size_t g = stages; g > 0; --g) sum[g - 1] += sum[g];

  const std::span<double> inverse = workspace.take<double>(stages + 1);
  value += normalisers(sum, chosen, inverse, workspace);
  for (std::size_t doc = 0; doc < n; ++doc) {
    const std::size_t g = stage_of(stage[doc]);
    gradient[doc] += weight * (e[doc] * inverse[g] - (g < stages ? 1.0 : 0.0));
  }
  if (!curvature.is_wanted()) return weight * value;
  const bool is_exact = curvature.kind == CurvatureKind::exact;
  const auto squares = is_exact ? inverse_squares(sum, chosen, workspace) : inverse;
  for (std::size_t doc = 0; doc < n; ++doc) {
    const std::size_t g = stage_of(stage[doc]);
    const double once = e[doc] * inverse[g];
    const double twice = is_exact ? e[doc] * e[doc] * squares[g] : 0.0;
    // Cancels where one document has nearly all of a stage.
    curvature.values[doc] += weight * std::max(0.0, once - twice);
  }
  return weight * value;
}

double add_choice_stages_by_logs(std::span<const double> stage, std::span<const double> scores,
                                 double weight, std::span<double> gradient, Workspace& workspace,
                                 const CurvatureSink& curvature) {
  const std::size_t n = scores.size();
  const std::size_t stages = stage_of(largest(stage));
  const double most = largest(scores);  // subtracted, so that a common shift costs no digits
  const std::span<double> log_sum = workspace.take<double>(stages + 1);
  std::ranges::fill(log_sum, minus_infinity);
  const std::span<double> chosen = workspace.zeros<double>(stages + 1);
  for (std::size_t doc = 0; doc < n; ++doc) {
    const std::size_t g = stage_of(stage[doc]);
    log_sum[g] = log_add(log_sum[g], scores[doc] - most);
    chosen[g] += 1.0;
  }
  for (std::size_t g = stages; g > 0; --g) log_sum[g - 1] = log_add(log_sum[g - 1], log_sum[g]);

  const std::span<double> log_inverse = workspace.take<double>(stages + 1);
  double total = minus_infinity;
  for (std::size_t g = 0; g < stages; ++g) {
    log_inverse[g] = total = log_add(total, std::log(chosen[g]) - log_sum[g]);
  }
  log_inverse[stages] = total;
  double value = 0.0;
  for (std::size_t doc = 0; doc < n; ++doc) {
    const std::size_t g = stage_of(stage[doc]);
    if (g < stages) value += log_sum[g] - (scores[doc] - most);
    gradient[doc] +=
        weight * (std::exp(scores[doc] - most + log_inverse[g]) - (g < stages ? 1.0 : 0.0));
  }
  if (curvature.is_wanted()) {
    const std::span<double> log_squares = workspace.take<double>(stages + 1);
    total = minus_infinity;
    for (std::size_t g = 0; g < stages; ++g) {
      log_squares[g] = total = log_add(total, std::log(chosen[g]) - 2.0 * log_sum[g]);
    }
    log_squares[stages] = total;
    for (std::size_t doc = 0; doc < n; ++doc) {
      const std::size_t g = stage_of(stage[doc]);
      const double own = scores[doc] - most;
      const double once = std::exp(own + log_inverse[g]);
      const double twice =
          curvature.kind == CurvatureKind::exact ? std::exp(2.0 * own + log_squares[g]) : 0.0;
      curvature.values[doc] += weight * std::max(0.0, once - twice);
    }
  }
  return weight * value;
}

}  // namespace podium
