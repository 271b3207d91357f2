#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "podium/labelling/label/analysis/count_matrix.hpp"

namespace podium::labelling {

/// The weight of a disagreement between categories i and j.
enum class Disagreement : std::uint8_t {
  nominal,    ///< 1 when they differ
  linear,     ///< |i - j|
  quadratic,  ///< (i - j)^2
};

/// Cohen's kappa of two assessors' table of answers, with weights [Cohen60, Cohen68]:
///
///   kappa = 1 - sum of w_ij n_ij / sum of w_ij n_i. n_.j / n
///
/// 1 when there is no disagreement and none is expected; NaN for an empty table.
double cohen_kappa(const CountMatrix& answers, Disagreement weight = Disagreement::nominal);

/// Adds one unit (a document or a pair) to a coincidence matrix: m values of m assessors
/// make m (m-1) ordered pairs of values, each of weight 1 / (m-1) [Krippendorff11]. A single value
/// adds nothing.
void add_coincidences(CountMatrix& matrix, std::span<const std::uint32_t> values);

/// Fleiss' kappa of a coincidence matrix:
///
///   kappa = (P - Pe) / (1 - Pe),   P = trace / n,   Pe = sum of (n_c / n)^2            [Fleiss71]
///
/// which is Fleiss' own when all units have the same number of values, and else weights units by
/// that number. 1 when all values are the same; NaN of an empty matrix.
double fleiss_kappa(const CountMatrix& coincidences);

/// The difference function of alpha.
enum class AlphaMetric : std::uint8_t { nominal, ordinal, interval };

/// Krippendorff's alpha of a coincidence matrix; categories are 0, 1, ...:
///
///   alpha = 1 - (n - 1) sum of o_ck d_ck / sum of n_c n_k d_ck                   [Krippendorff11]
///   nominal:  d_ck = 1 when c != k
///   ordinal:  d_ck = (n_c / 2 + n_(c+1) + ... + n_k / 2)^2 for c < k
///   interval: d_ck = (c - k)^2
///
/// 1 when all values are the same; NaN of an empty matrix.
double krippendorff_alpha(const CountMatrix& coincidences, AlphaMetric metric);

}  // namespace podium::labelling
