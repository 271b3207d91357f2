#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "podium/research/theory/check_groups.hpp"
#include "podium/research/theory/expected_loss.hpp"
#include "podium/research/theory/sum_over_cases.hpp"
#include "podium/research/theory/top_k_case.hpp"

namespace podium::research {

namespace {

/// For all of them, object 1 is most likely the best.
double random_p1(RandomStream& stream) {
  return 1.0 / 3.0 + 1e-3 + 0.55 * stream.uniform();
}

std::string p1_in_words(double p1) {
  return fmt::format("p1 = {:.6f}", p1);
}

bool puts_first_object_first(const std::vector<double>& g) {
  return g[0] > std::max(g[1], g[2]);
}

CheckOutcome run_full(const CheckOptions& options, std::uint64_t seed) {
  const double flip = flip_point();
  CheckOutcome outcome{
      .tallies = sum_over_cases(
          exhaustive_cases(options), seed, "prop10", [&](RandomStream& stream, Tallies& t) {
            const double p1 = random_p1(stream);
            const bool is_right =
                puts_first_object_first(least_expected_full_loss(ListMle{}, proposition_10(p1)));
            const auto describe = [p1] { return p1_in_words(p1); };
            t.printed.add(claim(!is_right), describe);
            t.corrected.add(claim(is_right == (p1 > flip)), describe);
          })};
  for (const double p1 : {0.34, 0.40, 0.50, 0.60}) {
    const std::vector<double> g = least_expected_full_loss(ListMle{}, proposition_10(p1));
    for (std::size_t doc = 0; doc < g.size(); ++doc) {
      outcome.numbers.emplace_back(fmt::format("g{} at p1 = {:.2f}", doc + 1, p1), g[doc]);
    }
    if (p1 == 0.60 && puts_first_object_first(g)) {
      outcome.counterexample = fmt::format(
          "p1 = 0.60, p2 = 0.20: the scores that minimise the expected loss are {} and "
          "rank object 1 first",
          in_words(g));
    }
  }
  outcome.numbers.emplace_back("p1 at which the first object changes", flip);
  outcome.numbers.emplace_back("p2 there", (1.0 - flip) / 2.0);
  return outcome;
}

CheckOutcome run_top_one(const CheckOptions& options, std::uint64_t seed) {
  CheckOutcome outcome{
      .tallies = sum_over_cases(
          exhaustive_cases(options), seed, "prop10-top1", [](RandomStream& stream, Tallies& t) {
            const double p1 = random_p1(stream);
            const std::vector<double> g =
                least_expected_loss(ListMle{}, 3, of_first(proposition_10(p1), 1));
            const double sum = std::exp(g[0]) + std::exp(g[1]) + std::exp(g[2]);
            const double p2 = (1.0 - p1) / 2.0;
            const double error =
                std::max({std::abs(std::exp(g[0]) / sum - p1), std::abs(std::exp(g[1]) / sum - p2),
                          std::abs(std::exp(g[2]) / sum - p2)});
            t.printed.add(puts_first_object_first(g) ? Inequality{error, 0.0} : claim(false),
                          [p1] { return p1_in_words(p1); });
          })};
  for (const double p1 : {0.34, 0.40, 0.50, 0.60}) {
    const std::vector<double> g =
        least_expected_loss(ListMle{}, 3, of_first(proposition_10(p1), 1));
    outcome.numbers.emplace_back(fmt::format("g1 at p1 = {:.2f}", p1), g[0]);
    outcome.numbers.emplace_back(fmt::format("g2 and g3 at p1 = {:.2f}", p1), g[1]);
  }
  return outcome;
}

}  // namespace

std::vector<TheoryCheck> consistency_checks() {
  return {{.name = "prop10",
           .reference = "Xia09",
           .statement =
               "for p(123) = p1 > p(213) = p(321), full-order ListMLE does not rank object 1 first",
           .expectation = Expectation::fails,
           .corrected = "... for p1 below about .526097; above it does",
           .run = run_full},
          {.name = "prop10-top1",
           .reference = "Xia09",
           .statement = "there, the softmax of the optimal scores of top-1 ListMLE equals the "
                        "top-1 probabilities",
           .run = run_top_one}};
}

}  // namespace podium::research
