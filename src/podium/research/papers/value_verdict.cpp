#include "podium/research/papers/value_verdict.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "podium/core/base/special_functions.hpp"
#include "podium/learning/experiment/statistics/moments.hpp"
#include "podium/research/papers/margins.hpp"

namespace podium::research {

namespace {

ValueEvidence evidence_of(const PublishedValue& published, const StudySystem& system,
                          const Findings& findings) {
  const std::size_t place = system.measure_place(published.measure);
  const std::vector<double>& values = system.value[place];
  ValueEvidence evidence{
      .difference = system.mean[place] - published.value,
      .margin = margin(findings, published.study, published.data, published.measure, values) +
                published.half_unit,
      .query_error = 2.0 * half_standard_error(values)};
  if (!system.seed_mean.empty() && system.seed_mean[place].size() > 1) {
    const std::vector<double>& means = system.seed_mean[place];
    const double error = moments_of(means).standard_error();
    evidence.seed_variance = error * error;
    evidence.seeds = means.size();
  }
  return evidence;
}

}  // namespace

ClaimVerdict value_verdict(const ValueEvidence& evidence) {
  constexpr double correlation = 0.93;
  const double distance = std::abs(evidence.difference);
  const double df = static_cast<double>(std::max<std::size_t>(evidence.seeds, 2) - 1);
  const double seed_error = std::sqrt(evidence.seed_variance);
  const double unsure = seed_error > 0.0 ? student_t_upper_quantile(0.05, df) * seed_error : 0.0;
  if (distance + unsure <= evidence.margin) return ClaimVerdict::holds;
  const double error =
      std::sqrt(2.0 * (1.0 - correlation) * evidence.query_error * evidence.query_error +
                evidence.seed_variance);
  return distance - 1.96 * error > evidence.margin ? ClaimVerdict::refuted
                                                   : ClaimVerdict::not_shown;
}

std::optional<ClaimVerdict> verdict_on(const PublishedValue& published, const Findings& findings) {
  if (!published.is_ours || !is_of_paper(published)) return std::nullopt;
  const StudySystem* system = findings.system(published.study, published.data, published.row);
  if (system == nullptr) return std::nullopt;
  return value_verdict(evidence_of(published, *system, findings));
}

std::string word_of(const std::optional<ClaimVerdict>& verdict) {
  if (verdict == ClaimVerdict::holds) return "agrees";
  if (verdict == ClaimVerdict::refuted) return "differs";
  return verdict ? "not shown" : "-";
}

}  // namespace podium::research
