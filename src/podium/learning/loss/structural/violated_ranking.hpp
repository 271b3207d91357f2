#pragma once

#include <cstdint>
#include <span>

namespace podium {

/// Finds the ranking that violates a structural SVM for average precision most, of R relevant
/// documents with scores s_1 >= ... >= s_R and N others with scores t_1 >= ... >= t_N: [Yue07]
///
///   H = 1 - AP + (1 / RN) * sum over i, j of  y_ij (s_i - t_j),    y_ij = +1 if i is above j, or
///   -1
///
/// Within the two classes the best ranking goes by score, so it is told by r_j, the number of
/// relevant documents above the j-th other. Moving that other from just below to just above
/// relevant document i changes H by
///
///   delta_j(i) = (1 / R) * (i / (i+j-1) - i / (i+j)) - 2 (s_i - t_j) / (RN)
///   r_j        = the largest r with the largest  sum over i = r+1 .. R of  delta_j(i)
///
/// for each j on its own: delta_j(i) never rises with j, so r_1 <= r_2 <= ... and the choices make
/// a ranking. For the same reason r_j of the middle j bounds those on both its sides: O(N + R log
/// N) by divide and conquer, in place.
///
/// paper -> code:   r_j -> relevant_above[j-1]
void find_violated_ranking(std::span<const double> relevant, std::span<const double> others,
                           std::span<std::uint32_t> relevant_above);

}  // namespace podium
