#include <algorithm>

#include <fmt/format.h>

#include "podium/research/theory/check_groups.hpp"
#include "podium/research/theory/expected_loss.hpp"
#include "podium/research/theory/order_sensitivity.hpp"
#include "podium/research/theory/sum_over_cases.hpp"

namespace podium::research {

namespace {

/// A loss of two objects and its slope, as functions of d = g_1 - g_2, where object 1 is the best
/// or object 2.
struct TwoObjectLoss {
  double (*value)(double d, bool is_first_best);
  double (*slope)(double d, bool is_first_best);
};

// --- without condition 1: object 2 is preferred whatever the truth ---

double biased(double d, bool is_first_best) {
  return (d + 1.0) * (d + 1.0) + 1.0 + (is_first_best ? -0.1 : 0.1) * d;
}

double biased_slope(double d, bool is_first_best) {
  return 2.0 * (d + 1.0) + (is_first_best ? -0.1 : 0.1);
}

// --- without condition 3: flat at equal scores ---

/// The score of the best less that of the other.
double gap(double d, bool is_first_best) {
  return is_first_best ? d : -d;
}

double flat(double d, bool is_first_best) {
  const double x = gap(d, is_first_best);
  return x * x * (1.0 - x + x * x);
}

double flat_slope(double d, bool is_first_best) {
  const double x = gap(d, is_first_best);
  return gap(x * (2.0 - 3.0 * x + 4.0 * x * x), is_first_best);
}

// --- all conditions, but no minimum: the loss falls towards 0 in both directions ---

double falling(double d, bool is_first_best) {
  const double x = gap(d, is_first_best);
  const double size = 1.0 + x * x;
  return (size - x) / (size * size);
}

double expected(const TwoObjectLoss& loss, double p, double d) {
  return p * loss.value(d, true) + (1.0 - p) * loss.value(d, false);
}

/// The difference of the scores of least expected loss, object 1 being the best with probability p.
double least_gap(const TwoObjectLoss& loss, double p) {
  const std::vector<double> g =
      stationary_scores(2, [&](std::span<const double> s, std::span<double> gradient) {
        const double d = s[0] - s[1];
        const double slope = p * loss.slope(d, true) + (1.0 - p) * loss.slope(d, false);
        gradient[0] += slope;
        gradient[1] -= slope;
      });
  return g[0] - g[1];
}

/// Which conditions of definition 3 hold, for both objects in either role.
Sensitivity conditions_of(const TwoObjectLoss& loss) {
  const OrderLoss phi = [&](const std::vector<double>& g, const Order& y) {
    return loss.value(g[0] - g[1], y[0] == 0);
  };
  Sensitivity all;
  for (const double d : {0.1, 0.5, 1.0, 3.0}) {
    for (const Sensitivity& found :
         {sensitivity_at(phi, {0.0, d}, 0, 1, 1), sensitivity_at(phi, {d, 0.0}, 1, 0, 1)}) {
      all.is_symmetric = all.is_symmetric && found.is_symmetric;
      all.is_ordered = all.is_ordered && found.is_ordered;
      all.has_slope = all.has_slope && found.has_slope;
    }
  }
  return all;
}

/// p(1) of spaces that preserve the order of objects 1 and 2.
double random_p(RandomStream& stream) {
  return 0.51 + 0.48 * stream.uniform();
}

/// Counts how often holds(p) is true.
template <class Holds>
Tallies over_spaces(const CheckOptions& options, std::uint64_t seed, std::string_view name,
                    const Holds& holds) {
  return sum_over_cases(
      exhaustive_cases(options), seed, name, [&](RandomStream& stream, Tallies& t) {
        const double p = random_p(stream);
        t.printed.add(claim(holds(p)), [p] { return fmt::format("p(1) = {:.6f}", p); });
      });
}

CheckOutcome run_biased(const CheckOptions& options, std::uint64_t seed) {
  const TwoObjectLoss loss{biased, biased_slope};
  CheckOutcome outcome{.tallies = over_spaces(options, seed, "theorem7-names",
                                              [&](double p) { return least_gap(loss, p) > 0.0; })};
  const Sensitivity found = conditions_of(loss);
  const double least = least_gap(loss, 0.9);
  if (!found.is_symmetric && found.is_ordered && found.has_slope && least < 0.0) {
    outcome.counterexample = fmt::format(
        "n = 2, k = 1, d = g_1 - g_2, loss (d + 1)^2 + 1 - d / 10 where 1 is the best and "
        "(d + 1)^2 + 1 + d / 10 where 2 is, p(1) = 0.9, p(2) = 0.1: the least expected loss is at "
        "d = {:.2f}",
        least);
  }
  return outcome;
}

CheckOutcome run_flat(const CheckOptions& options, std::uint64_t seed) {
  constexpr double rounding = 1e-9;
  const TwoObjectLoss loss{flat, flat_slope};
  CheckOutcome outcome{.tallies = over_spaces(options, seed, "theorem7-slope", [&](double p) {
                         return least_gap(loss, p) > rounding;
                       })};
  const Sensitivity found = conditions_of(loss);
  if (found.is_symmetric && found.is_ordered && !found.has_slope &&
      least_gap(loss, 0.9) < rounding) {
    outcome.counterexample =
        "n = 2, k = 1, loss d^2 - d^3 + d^4 of the difference d of the best and the other score, "
        "p(1) = 0.9, p(2) = 0.1: the scores of least expected loss are equal";
  }
  return outcome;
}

CheckOutcome run_falling(const CheckOptions& options, std::uint64_t seed) {
  constexpr double far = -1000.0;
  constexpr double near_infimum = 1e-5;
  const TwoObjectLoss loss{falling, nullptr};
  CheckOutcome outcome{.tallies = over_spaces(options, seed, "theorem7-minimum", [&](double p) {
                         return expected(loss, p, far) > near_infimum;
                       })};
  const double value = expected(loss, 0.9, far);
  if (conditions_of(loss).is_complete() && value < near_infimum) {
    outcome.counterexample = fmt::format(
        "n = 2, k = 1, loss (1 - d + d^2) / (1 + d^2)^2 of the difference d of the best and the "
        "other score, p(1) = 0.9, p(2) = 0.1: the expected loss is above 0 everywhere, has the "
        "infimum 0, and is {:.1e} at scores (-500, 500)",
        value);
  }
  return outcome;
}

}  // namespace

std::vector<TheoryCheck> condition_checks() {
  return {{.name = "theorem7-names",
           .reference = "Xia09",
           .statement = "theorem 7 for a loss that meets conditions 2 and 3 but not 1",
           .expectation = Expectation::fails,
           .run = run_biased},
          {.name = "theorem7-slope",
           .reference = "Xia09",
           .statement = "... for a loss that meets conditions 1 and 2 but not 3",
           .expectation = Expectation::fails,
           .run = run_flat},
          {.name = "theorem7-minimum",
           .reference = "Xia09",
           .statement = "... for scores whose expected loss comes close to its infimum, which is "
                        "not attained",
           .expectation = Expectation::fails,
           .run = run_falling}};
}

}  // namespace podium::research
