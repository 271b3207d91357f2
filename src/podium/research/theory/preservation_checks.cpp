#include "podium/research/theory/check_groups.hpp"
#include "podium/research/theory/sum_over_cases.hpp"
#include "podium/research/theory/top_k_space.hpp"

namespace podium::research {

namespace {

constexpr DocPair first_two = {0, 1};

CheckOutcome run_smaller_k(const CheckOptions& options, std::uint64_t seed) {
  return {.tallies = sum_over_cases(
              exhaustive_cases(options), seed, "prop8", [](RandomStream& stream, Tallies& t) {
                const std::size_t n = 3 + stream.below(2);
                const std::size_t k = 2 + stream.below(n - 2);
                const TopKSpace p =
                    made_preserving(random_space(stream, n, k), std::span(&first_two, 1));
                const bool holds =
                    preserves_order(p, first_two) && preserves_order(of_first(p, k - 1), first_two);
                t.printed.add(claim(holds), [&] { return in_words(p); });
              })};
}

CheckOutcome run_converse(const CheckOptions& options, std::uint64_t seed) {
  CheckOutcome outcome{
      .tallies = sum_over_cases(
          exhaustive_cases(options), seed, "prop8-converse", [](RandomStream& stream, Tallies& t) {
            const TopKSpace p = random_space(stream, 3, 2);
            const bool holds =
                !preserves_order(of_first(p, 1), first_two) || preserves_order(p, first_two);
            t.printed.add(claim(holds), [&] { return in_words(p); });
          })};
  const TopKSpace p = {{{0, 1}, 0.05}, {{0, 2}, 0.35}, {{1, 0}, 0.20},
                       {{1, 2}, 0.15}, {{2, 0}, 0.05}, {{2, 1}, 0.20}};
  if (preserves_order(of_first(p, 1), first_two) && !preserves_order(p, first_two)) {
    outcome.counterexample =
        in_words(p) + ": p(1..) = 0.40 > 0.35 = p(2..), but p(12) < p(21) and p(31) < p(32)";
  }
  return outcome;
}

}  // namespace

std::vector<TheoryCheck> preservation_checks() {
  return {
      {.name = "prop8",
       .reference = "Xia09",
       .statement = "a distribution that preserves order for the top k does so for the top k - 1",
       .run = run_smaller_k},
      {.name = "prop8-converse",
       .reference = "Xia09",
       .statement = "a distribution that preserves order for the top k - 1 does so for the top k",
       .expectation = Expectation::fails,
       .run = run_converse}};
}

}  // namespace podium::research
