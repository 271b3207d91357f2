#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "podium/data/small_orders.hpp"
#include "podium/theory/check_groups.hpp"
#include "podium/theory/sum_over_cases.hpp"

namespace podium {

namespace {

/// The probability of the first k places, for every choice of them.
using Probability = std::map<Order, double>;

/// Whether every top-k subgroup with document 0 above document 1 is more likely than the one with
/// the two exchanged, unless these are the same [Xia09].
bool preserves_order(const Probability& p) {
  return std::ranges::all_of(p, [&](const auto& entry) {
    const Order other = exchanged(entry.first, 0, 1);
    return other == entry.first || !is_before(entry.first, 0, 1) || entry.second > p.at(other);
  });
}

/// The probability of the first k places, summed over that of more places.
Probability of_first(const Probability& p, std::size_t k) {
  Probability shorter;
  for (const auto& [order, mass] : p) shorter[first_places(order, k)] += mass;
  return shorter;
}

Probability random_space(RandomStream& stream, std::size_t n, std::size_t k) {
  Probability p;
  for (const Order& order : all_orders(n)) p[first_places(order, k)];
  double sum = 0.0;
  for (auto& [order, mass] : p) sum += mass = stream.uniform();
  for (auto& [order, mass] : p) mass /= sum;
  return p;
}

/// The same distribution with the larger of any two exchangeable probabilities given to document 0.
Probability made_preserving(Probability p) {
  for (auto& [order, mass] : p) {
    const Order other = exchanged(order, 0, 1);
    if (other != order && is_before(order, 0, 1) && mass < p.at(other)) {
      std::swap(mass, p.at(other));
    }
  }
  return p;
}

std::string in_words(const Probability& p) {
  std::string words;
  for (const auto& [order, mass] : p) {
    words += fmt::format("{}p(", words.empty() ? "" : ", ");
    for (const DocIndex doc : order) words += fmt::format("{}", doc + 1);
    words += fmt::format(") = {:.3g}", mass);
  }
  return words;
}

CheckOutcome run_smaller_k(const CheckOptions& options, std::uint64_t seed) {
  return {.tallies = sum_over_cases(
              exhaustive_cases(options), seed, "prop8", [](RandomStream& stream, Tallies& t) {
                const std::size_t n = 3 + stream.below(2);
                const std::size_t k = 2 + stream.below(n - 2);
                const Probability p = made_preserving(random_space(stream, n, k));
                const bool holds = preserves_order(p) && preserves_order(of_first(p, k - 1));
                t.printed.add(claim(holds), [&] { return in_words(p); });
              })};
}

CheckOutcome run_converse(const CheckOptions& options, std::uint64_t seed) {
  CheckOutcome outcome{
      .tallies = sum_over_cases(
          exhaustive_cases(options), seed, "prop8-converse", [](RandomStream& stream, Tallies& t) {
            const Probability p = random_space(stream, 3, 2);
            const bool holds = !preserves_order(of_first(p, 1)) || preserves_order(p);
            t.printed.add(claim(holds), [&] { return in_words(p); });
          })};
  const Probability p = {{{0, 1}, 0.05}, {{0, 2}, 0.35}, {{1, 0}, 0.20},
                         {{1, 2}, 0.15}, {{2, 0}, 0.05}, {{2, 1}, 0.20}};
  if (preserves_order(of_first(p, 1)) && !preserves_order(p)) {
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

}  // namespace podium
