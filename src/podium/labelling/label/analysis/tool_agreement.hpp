#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "podium/labelling/label/analysis/agreement.hpp"
#include "podium/labelling/label/analysis/chi_square.hpp"
#include "podium/labelling/label/analysis/count_matrix.hpp"
#include "podium/labelling/label/analysis/judgements.hpp"
#include "podium/labelling/label/analysis/query_bootstrap.hpp"

namespace podium::labelling {

/// A number with its bootstrap interval over queries.
struct Estimated {
  double value = 0.0;  ///< NaN when no query was judged by two assessors
  Interval interval;
};

/// The agreement of assessors with the same tool on the same query, over all pairs of documents.
struct ToolAgreement {
  std::size_t queries = 0;  ///< judged by at least two assessors
  CountMatrix table{3};     ///< A > B, A ~ B, A < B
  std::vector<CountMatrix> by_query;
  std::vector<std::uint32_t> query;  ///< their indices in Judgements::query
  Estimated overall;
  Estimated preference_only;
  Estimated cohen;   ///< kappa of all pairs of assessors together
  Estimated fleiss;  ///< over pairs of documents
  Estimated alpha;   ///< Krippendorff's, ordinal, over pairs of documents
};

/// The agreement of grades, document by document.
struct GradeAgreement {
  CountMatrix table{0};  ///< grade by grade
  Estimated same;        ///< share of equal grades
  Estimated cohen;
  Estimated linear;
  Estimated quadratic;
  Estimated fleiss;
  Estimated nominal_alpha;
  Estimated ordinal_alpha;
  Estimated interval_alpha;
};

/// A comparison of two tools.
struct AgreementDifference {
  ChiSquare overall;
  ChiSquare overall_corrected;
  ChiSquare preference_only;
  ChiSquare preference_only_corrected;
  Estimated overall_difference;  ///< first minus second; queries of both are drawn together
  Estimated preference_only_difference;
};

ToolAgreement top_k_agreement(const Judgements& judgements, Whom whom,
                              const BootstrapOptions& options = {});
ToolAgreement graded_agreement(const Judgements& judgements, Whom whom,
                               const BootstrapOptions& options = {});
GradeAgreement grade_agreement(const Judgements& judgements, Whom whom,
                               const BootstrapOptions& options = {});
AgreementDifference difference(const ToolAgreement& first, const ToolAgreement& second,
                               const BootstrapOptions& options = {});

}  // namespace podium::labelling
