#include "podium/labelling/label/analysis/tool_agreement.hpp"

#include <functional>

#include "podium/labelling/label/analysis/kappa.hpp"

namespace podium::labelling {

namespace {

using Statistic = std::function<double(const CountMatrix&)>;

CountMatrix drawn_sum(std::span<const CountMatrix> by_query, std::span<const double> times,
                      std::size_t size) {
  CountMatrix sum(size);
  for (std::size_t q = 0; q < by_query.size(); ++q) {
    if (times[q] > 0.0) sum.add(by_query[q], times[q]);
  }
  return sum;
}

/// A number that depends on the sum of the queries' matrices only.
Estimated estimated(std::span<const CountMatrix> by_query, std::size_t size,
                    const BootstrapOptions& options, const Statistic& statistic) {
  return {statistic(sum_of(by_query, size)),
          bootstrap_interval(by_query.size(), options, [&](std::span<const double> times) {
            return statistic(drawn_sum(by_query, times, size));
          })};
}

ToolAgreement agreement_of(std::span<const Assessment> assessments,
                           const BootstrapOptions& options) {
  const std::vector<SharedQuery> queries = shared_queries(assessments);
  ToolAgreement found{.queries = queries.size(), .by_query = pair_tables(queries)};
  for (const SharedQuery& shared : queries) found.query.push_back(shared.query);
  found.table = sum_of(found.by_query, 3);
  const std::vector<CountMatrix> coincidences = pair_coincidences(queries);
  found.overall = estimated(found.by_query, 3, options, overall_agreement);
  found.preference_only = estimated(found.by_query, 3, options, preference_agreement);
  found.cohen =
      estimated(found.by_query, 3, options, [](const CountMatrix& m) { return cohen_kappa(m); });
  found.fleiss = estimated(coincidences, 3, options, fleiss_kappa);
  found.alpha = estimated(coincidences, 3, options, [](const CountMatrix& m) {
    return krippendorff_alpha(m, AlphaMetric::ordinal);
  });
  return found;
}

FourfoldTable all_pairs(const CountMatrix& first, const CountMatrix& second) {
  return {first.trace(), first.total() - first.trace(), second.trace(),
          second.total() - second.trace()};
}

FourfoldTable strict_pairs(const CountMatrix& first, const CountMatrix& second) {
  return {first.at(0, 0) + first.at(2, 2), first.at(0, 2) + first.at(2, 0),
          second.at(0, 0) + second.at(2, 2), second.at(0, 2) + second.at(2, 0)};
}

Estimated difference_of(const ToolAgreement& first, const ToolAgreement& second,
                        const BootstrapOptions& options, const Statistic& statistic) {
  return {statistic(first.table) - statistic(second.table),
          bootstrap_interval(first.query, second.query, options,
                             [&](std::span<const double> times, std::span<const double> other) {
                               return statistic(drawn_sum(first.by_query, times, 3)) -
                                      statistic(drawn_sum(second.by_query, other, 3));
                             })};
}

}  // namespace

ToolAgreement top_k_agreement(const Judgements& judgements, Whom whom,
                              const BootstrapOptions& options) {
  return agreement_of(top_k_assessments(judgements, whom), options);
}

ToolAgreement graded_agreement(const Judgements& judgements, Whom whom,
                               const BootstrapOptions& options) {
  return agreement_of(grade_assessments(judgements, whom), options);
}

GradeAgreement grade_agreement(const Judgements& judgements, Whom whom,
                               const BootstrapOptions& options) {
  const std::size_t grades = judgements.scale.size();
  const std::vector<Assessment> assessments = grade_assessments(judgements, whom);
  const std::vector<SharedQuery> queries = shared_queries(assessments);
  const std::vector<CountMatrix> tables = level_tables(queries, grades);
  const std::vector<CountMatrix> coincidences = level_coincidences(queries, grades);
  const auto kappa = [&](Disagreement weight) {
    return estimated(tables, grades, options,
                     [=](const CountMatrix& m) { return cohen_kappa(m, weight); });
  };
  const auto alpha = [&](AlphaMetric metric) {
    return estimated(coincidences, grades, options,
                     [=](const CountMatrix& m) { return krippendorff_alpha(m, metric); });
  };
  return {.table = sum_of(tables, grades),
          .same = estimated(tables, grades, options, overall_agreement),
          .cohen = kappa(Disagreement::nominal),
          .linear = kappa(Disagreement::linear),
          .quadratic = kappa(Disagreement::quadratic),
          .fleiss = estimated(coincidences, grades, options, fleiss_kappa),
          .nominal_alpha = alpha(AlphaMetric::nominal),
          .ordinal_alpha = alpha(AlphaMetric::ordinal),
          .interval_alpha = alpha(AlphaMetric::interval)};
}

AgreementDifference difference(const ToolAgreement& first, const ToolAgreement& second,
                               const BootstrapOptions& options) {
  const FourfoldTable all = all_pairs(first.table, second.table);
  const FourfoldTable strict = strict_pairs(first.table, second.table);
  return {chi_square(all),
          chi_square(all, Continuity::yates),
          chi_square(strict),
          chi_square(strict, Continuity::yates),
          difference_of(first, second, options, overall_agreement),
          difference_of(first, second, options, preference_agreement)};
}

}  // namespace podium::labelling
