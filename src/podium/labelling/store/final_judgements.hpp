#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "podium/labelling/label/analysis/agreement.hpp"
#include "podium/labelling/label/analysis/judgements.hpp"

namespace podium::labelling {

/// Whose judgements an export includes: those of programs only on request.
using Voters = Whom;

/// The consensus of several finished sessions of a query, by Borda's count over their lists:
///
///   points of a document = sum over lists of k + 1 - p, where p is its place of 1 .. k (the mean
///   of the places that ties share), and 0 where it is not among the first k
///
/// Returns the at most k documents with the most points, descending; ties in first-stage order.
std::vector<DocIndex> consensus_top(std::span<const TopKResult> results, std::size_t k);

/// The final k best documents of a query.
struct FinalTop {
  enum class Source : std::uint8_t { adjudication, one_assessor, consensus };

  std::uint32_t query = 0;
  std::vector<DocIndex> top;  ///< best first
  Source source = Source::one_assessor;
  std::size_t tied = 0;  ///< documents of the top that the judgements leave tied with another
};

/// The result without adjudications for each finished query, in the order of queries: the result
/// of a single assessor (ties broken at random by `seed` and query), or the consensus of several.
std::vector<FinalTop> agreed_tops(const Judgements& judgements, Voters voters, std::uint64_t seed);

/// The final result of each decided query, in the order of queries: the adjudication if there is
/// one, else the result of the assessors.
std::vector<FinalTop> final_tops(const Judgements& judgements, Voters voters, std::uint64_t seed);

/// The final grades of a query: for each document the lower median of the grades of assessors who
/// finished; nothing where there is no grade.
struct FinalGrades {
  std::uint32_t query = 0;
  std::vector<std::optional<std::uint32_t>> grade;
};

std::vector<FinalGrades> final_grades(const Judgements& judgements, Voters voters);

}  // namespace podium::labelling
