#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "podium/label/analysis/agreement.hpp"
#include "podium/label/analysis/judgements.hpp"

namespace podium {

/// Whose judgements an export takes. Programs are assessors of another kind: they count when asked
/// for.
using Voters = Whom;

/// What several finished sessions of a query agree on best, by Borda's count over their lists:
///
///   points of a document = sum over lists of k + 1 - p, where p is its place of 1 .. k (the mean
///   of the places that ties share), and 0 where it is not among the first k
///
/// The documents with points, most first, at most k of them; equal points in first-stage order.
std::vector<DocIndex> consensus_top(std::span<const TopKResult> results, std::size_t k);

/// The k best documents of a query, decided.
struct FinalTop {
  enum class Source : std::uint8_t { adjudication, one_assessor, consensus };

  std::uint32_t query = 0;
  std::vector<DocIndex> top;  ///< best first
  Source source = Source::one_assessor;
  std::size_t tied = 0;  ///< documents of the top that are as good as another, by what was said
};

/// What assessors say without an adjudication, one for each query that somebody finished, in the
/// order of queries: the result of the only one who did (shared places in an order drawn by `seed`
/// and the query), else the consensus.
std::vector<FinalTop> agreed_tops(const Judgements& judgements, Voters voters, std::uint64_t seed);

/// One for each query that is decided, in the order of queries: the adjudication if there is one,
/// else what assessors say.
std::vector<FinalTop> final_tops(const Judgements& judgements, Voters voters, std::uint64_t seed);

/// Grades of a query, decided: for each document the lower median of what assessors said who
/// finished; nothing where none could judge.
struct FinalGrades {
  std::uint32_t query = 0;
  std::vector<std::optional<std::uint32_t>> grade;
};

std::vector<FinalGrades> final_grades(const Judgements& judgements, Voters voters);

}  // namespace podium
