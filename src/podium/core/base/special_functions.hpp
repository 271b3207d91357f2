#pragma once

namespace podium {

/// log B(a, b) = log( Gamma(a) Gamma(b) / Gamma(a + b) ) for a, b > 0. Keeps its absolute accuracy
/// for large arguments, where the difference of three log-gammas would lose it.
double log_beta(double a, double b);

/// Stirling's remainder, what is missing in the formula
///
///   log Gamma(x) = (x - 1/2) log x - x + log(2 pi) / 2 + stirling_remainder(x)     [Olver10]
///
/// for x > 0.
double stirling_remainder(double x);

/// The regularised incomplete beta function [Olver10]
///
///   I_x(a, b) = (1 / B(a, b)) * integral from 0 to x of t^(a-1) (1-t)^(b-1) dt
///
/// for a, b > 0 and x in [0, 1].
double incomplete_beta(double a, double b, double x);

/// P(T > t) for Student's t with `df` > 0 degrees of freedom; small tails keep all their digits.
///
///   P(T > t) = I_x(df/2, 1/2) / 2   with x = df / (df + t^2),  t >= 0
double student_t_upper_tail(double t, double df);

/// The t with P(T > t) = `upper`, 0 < upper < 1.
double student_t_upper_quantile(double upper, double df);

/// P(T > t) for the noncentral t distribution with `df` > 0 degrees of freedom and noncentrality
/// `shift` >= 0: T = (Z + shift) / sqrt(V / df), Z standard normal, V chi-squared, independent. For
/// a shift above 1000, Z is left out.
double noncentral_t_upper_tail(double t, double df, double shift);

/// P(Z > z) for the standard normal distribution.
double normal_upper_tail(double z);

/// The z with P(Z > z) = `upper`, 0 < upper < 1.
double normal_upper_quantile(double upper);

}  // namespace podium
