#include "podium/research/theory/bound.hpp"

#include <fmt/format.h>

#include "podium/research/theory/sum_over_cases.hpp"

namespace podium::research {

namespace {

/// Empty when the case is not a counterexample or violates the corrected statement.
std::string refutation(const Bound& bound, const TopKCase& c) {
  const Inequality printed = bound.printed(c);
  if (printed.holds()) return {};
  std::string words = fmt::format("{}: {:.6f} > {:.6f}", in_words(c), printed.left, printed.right);
  if (!bound.corrected) return words;
  const Inequality corrected = bound.corrected(c);
  if (!corrected.holds()) return {};
  return words + fmt::format("; corrected {:.6f} <= {:.6f}", corrected.left, corrected.right);
}

CheckOutcome run(const Bound& bound, const CheckOptions& options, std::uint64_t seed) {
  CheckOutcome outcome{.tallies =
                           sum_over_cases(options.cases, seed, bound.name,
                                          [&](RandomStream& stream, Tallies& tallies) {
                                            const TopKCase c = random_case(stream, bound.scores);
                                            const auto describe = [&c] { return in_words(c); };
                                            tallies.printed.add(bound.printed(c), describe);
                                            if (bound.corrected)
                                              tallies.corrected.add(bound.corrected(c), describe);
                                          })};
  if (bound.counterexample) outcome.counterexample = refutation(bound, *bound.counterexample);
  if (bound.numbers) outcome.numbers = bound.numbers();
  return outcome;
}

}  // namespace

TheoryCheck check_of(const Bound& bound) {
  return {.name = bound.name,
          .reference = bound.reference,
          .statement = bound.statement,
          .expectation = bound.counterexample ? Expectation::fails : Expectation::holds,
          .corrected = bound.corrected_statement,
          .run = [bound](const CheckOptions& options, std::uint64_t seed) {
            return run(bound, options, seed);
          }};
}

}  // namespace podium::research
