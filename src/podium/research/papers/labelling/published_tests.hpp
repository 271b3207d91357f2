#pragma once

#include "podium/labelling/label/analysis/chi_square.hpp"
#include "podium/labelling/label/simulation/study_check.hpp"

namespace podium::research {

/// The number of queries that the published tests rest on: with 1,225 pairs of 50 documents each,
/// four queries give both values nearly, and no other number does. 50 queries would give 5,250.
inline constexpr std::size_t published_test_queries = 4;

/// The shares of the answers A > B, A ~ B, A < B of the first assessor. They are not printed, but
/// follow from the rows of the table and the two figures.
std::array<double, 3> row_shares_of(const labelling::PublishedAgreement& published);

/// The two tests computed again from the published shares, for so many queries of 50 documents.
struct AgreementTests {
  labelling::ChiSquare overall;
  labelling::ChiSquare preference_only;
};
AgreementTests tests_of_published(std::size_t queries = published_test_queries);

/// The chi-square of a study of other size for as many queries as the published one: with the same
/// shares it grows in proportion to them.
double at_published_size(const labelling::ChiSquare& found, std::size_t queries);

}  // namespace podium::research
