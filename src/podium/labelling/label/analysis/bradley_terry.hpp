#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/labelling/label/analysis/agreement.hpp"
#include "podium/labelling/label/analysis/judgements.hpp"

namespace podium::labelling {

/// How often each of two documents won against the other; a tie is half a win for both.
struct PairWins {
  DocIndex a = 0;
  DocIndex b = 0;
  double a_wins = 0.0;
  double b_wins = 0.0;
};

struct BradleyTerryOptions {
  double prior = 0.5;
  double confidence = 0.95;

  static auto fields() {
    using S = BradleyTerryOptions;
    return std::array{
        field("prior", &S::prior, 1e-6, 1e6,
              "pseudo-wins, and as many pseudo-losses, of each document against an average one"),
        field("confidence", &S::confidence, 0.5, 0.9999,
              "confidence level of the intervals of scores"),
    };
  }
};

/// Scores of the documents of a query.
struct BradleyTerryFit {
  std::vector<double> score;
  std::vector<double> error;  ///< standard errors, from the inverse of the Fisher information
  std::size_t iterations = 0;
};

/// Scores from comparisons [Bradley52], with a weak prior so that they exist for documents that
/// never lost: the s that maximise
///
///   sum over pairs of w_ab log p(s_a - s_b) + w_ba log p(s_b - s_a)
///     + prior * sum over documents of log p(s_d) + log p(-s_d),     p(x) = 1 / (1 + exp(-x))
///
/// by Newton's method, until no score moves by more than 1e-10. O(n^3) per iteration. Throws
/// UsageError for comparisons of unknown documents.
BradleyTerryFit fit_bradley_terry(std::size_t document_count, std::span<const PairWins> wins,
                                  const BradleyTerryOptions& options = {});

/// For each document of a query whether more than half of the assessors who judged it called it
/// bad.
std::vector<bool> called_bad(const Judgements& judgements, std::uint32_t query, Whom whom);

/// The wins of all votes on the documents of one query, each pair once, a < b. Bad documents and
/// answers "both bad" are left out: they do not tell which document is better. Repeats and gold
/// pairs are left out, too: they would count an assessor twice.
std::vector<PairWins> wins_of(const Judgements& judgements, std::uint32_t query, Whom whom);

/// The k best by score, and the documents that may belong on the other side of the cut.
struct CleanedTopK {
  std::vector<DocIndex> top;        ///< best first; equal scores in input order
  double cut = 0.0;                 ///< halfway between the last inside and the first outside
  std::vector<DocIndex> uncertain;  ///< whose intervals contain the cut, best first
};

/// Documents marked in `is_bad`, which may be empty, are left out.
CleanedTopK cleaned_top_k(const BradleyTerryFit& fit, std::size_t k,
                          const std::vector<bool>& is_bad = {},
                          const BradleyTerryOptions& options = {});

/// The k best of a query by all votes; fewer when most documents are bad.
CleanedTopK voted_top_k(const Judgements& judgements, std::uint32_t query, Whom whom);

}  // namespace podium::labelling
