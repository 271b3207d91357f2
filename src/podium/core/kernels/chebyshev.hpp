#pragma once

#include <cstddef>
#include <span>

namespace podium {

// Smooth functions of u in [-1, 1] as sums over k of c_k T_k(u), with the first 16 Chebyshev
// polynomials T_k(cos a) = cos(k a). Several functions of the same points go by together: their
// 16 numbers each lie one function after the other.

inline constexpr std::size_t chebyshev_count = 16;

/// sums[f, k] += sum over i of weights[f, i] * T_k(u[i]).
void add_chebyshev_sums(std::span<const double> u, std::span<const double> weights,
                        std::span<double> sums);

/// out[f, i] = sum over k of coefficients[f, k] * T_k(u[i]).
void chebyshev_values(std::span<const double> u, std::span<const double> coefficients,
                      std::span<double> out);

/// out[f, k] += sum over l of matrix[l, k] * x[f, l], for a matrix of 16 x 16 numbers.
void add_chebyshev_products(std::span<const double> matrix, std::span<const double> x,
                            std::span<double> out);

}  // namespace podium
