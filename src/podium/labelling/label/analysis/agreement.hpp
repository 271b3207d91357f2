#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "podium/labelling/label/analysis/count_matrix.hpp"
#include "podium/labelling/label/analysis/judgements.hpp"

namespace podium::labelling {

/// An assessor's judgement of the documents of a query: a level for each, larger is better, equal
/// is tied; nothing for a document that could not be judged.
using AssessedLevels = std::vector<std::optional<std::uint32_t>>;

/// The levels of a top-k list: from the number of places for the best, down to 1; 0 for all
/// documents outside the top, bad or not [Niu12].
AssessedLevels levels_of(const TopKResult& result, std::size_t document_count);

/// 0, 1 or 2 for A > B, A ~ B, A < B.
std::size_t relation_of(std::uint32_t level_a, std::uint32_t level_b);

/// Three by three: A > B, A ~ B, A < B of the first assessor by those of the second, over all pairs
/// of documents that both judged; A is the earlier of the two in input order [Niu12].
CountMatrix pair_table(const AssessedLevels& first, const AssessedLevels& second);

/// Share of pairs with equal judgements; NaN for an empty table.
double overall_agreement(const CountMatrix& pairs);

/// The same among pairs that neither assessor ties:
///
///   (n11 + n33) / (n11 + n13 + n31 + n33)                                             [Niu12]
double preference_agreement(const CountMatrix& pairs);

/// One assessor's levels of one query.
struct Assessment {
  std::uint32_t assessor = 0;
  std::uint32_t query = 0;
  AssessedLevels level;
};

/// Whose judgements count.
enum class Whom : std::uint8_t { people, programs, everybody };

bool counts(const Assessor& assessor, Whom whom);

/// Whose judgements an analysis uses: people's, or everybody's when only programs judged.
Whom who_judged(const Judgements& judgements);

/// Finished lists (or grades) as levels, by query, then by assessor.
std::vector<Assessment> top_k_assessments(const Judgements& judgements, Whom whom);
std::vector<Assessment> grade_assessments(const Judgements& judgements, Whom whom);

/// A query that at least two assessors judged with the same tool.
struct SharedQuery {
  std::uint32_t query = 0;
  std::vector<const Assessment*> by;  ///< in the order of assessors
};

std::vector<SharedQuery> shared_queries(std::span<const Assessment> assessments);

/// For each shared query the tables of all pairs of its assessors, added.
std::vector<CountMatrix> pair_tables(std::span<const SharedQuery> queries);

/// For each shared query the grades of all pairs of its assessors: documents by grade of the first
/// and grade of the second.
std::vector<CountMatrix> level_tables(std::span<const SharedQuery> queries, std::size_t levels);

/// For each shared query its coincidence matrix (see kappa.hpp): of relations (the unit is a pair
/// of documents), or of grades (the unit is a document).
std::vector<CountMatrix> pair_coincidences(std::span<const SharedQuery> queries);
std::vector<CountMatrix> level_coincidences(std::span<const SharedQuery> queries,
                                            std::size_t levels);

}  // namespace podium::labelling
