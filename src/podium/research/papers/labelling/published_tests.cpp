#include "podium/research/papers/labelling/published_tests.hpp"

namespace podium::research {

namespace {

constexpr double pairs_of_query = 50.0 * 49.0 / 2.0;

/// The share of all pairs about which both assessors state a preference.
double preferred_share(const labelling::PublishedAgreement& published) {
  const auto& t = published.table;
  const std::array<double, 3> rows = row_shares_of(published);
  return rows[0] * (t[0][0] + t[0][2]) + rows[2] * (t[2][0] + t[2][2]);
}

labelling::FourfoldTable fourfold(double first, double first_share, double second,
                                  double second_share) {
  return {.a = first * first_share,
          .b = first * (1.0 - first_share),
          .c = second * second_share,
          .d = second * (1.0 - second_share)};
}

}  // namespace

// With the shares m of the rows and the table t:  m1 + m2 + m3 = 1,  m1 t11 + m2 t22 + m3 t33 =
// overall,  m1 t11 + m3 t33 = preference_only (m1 (t11 + t13) + m3 (t31 + t33)).
std::array<double, 3> row_shares_of(const labelling::PublishedAgreement& published) {
  const auto& t = published.table;
  const double preferred = published.preference_only;
  const double ratio = (preferred * (t[2][0] + t[2][2]) - t[2][2]) /
                       (t[0][0] - preferred * (t[0][0] + t[0][2]));  // m1 / m3
  const double last =
      (published.overall - t[1][1]) / (ratio * t[0][0] + t[2][2] - t[1][1] * (1.0 + ratio));
  return {ratio * last, 1.0 - (1.0 + ratio) * last, last};
}

AgreementTests tests_of_published(std::size_t queries) {
  const double pairs = pairs_of_query * static_cast<double>(queries);
  return {.overall = labelling::chi_square(fourfold(pairs, labelling::published_top_k.overall,
                                                    pairs, labelling::published_graded.overall)),
          .preference_only =
              labelling::chi_square(fourfold(pairs * preferred_share(labelling::published_top_k),
                                             labelling::published_top_k.preference_only,
                                             pairs * preferred_share(labelling::published_graded),
                                             labelling::published_graded.preference_only))};
}

double at_published_size(const labelling::ChiSquare& found, std::size_t queries) {
  return found.statistic * static_cast<double>(published_test_queries) /
         static_cast<double>(queries);
}

}  // namespace podium::research
