#include <algorithm>

#include <fmt/format.h>

#include "podium/learning/loss/lists/focused_net.hpp"
#include "podium/learning/loss/lists/list_mle.hpp"
#include "podium/learning/loss/lists/list_net.hpp"
#include "podium/learning/loss/lists/rank_cosine.hpp"
#include "podium/research/theory/check_groups.hpp"
#include "podium/research/theory/expected_loss.hpp"
#include "podium/research/theory/loss_families.hpp"
#include "podium/research/theory/pair_chains.hpp"
#include "podium/research/theory/sum_over_cases.hpp"
#include "podium/research/theory/top_k_case.hpp"

namespace podium::research {

namespace {

template <class Visit>
void for_each_sensitive_loss(const Visit& visit) {
  visit(ListMle{});
  visit(RankCosine{});
  visit(ListNet{});
}

std::string space_in_words(const TopKSpace& p, const std::vector<double>& g) {
  return fmt::format("{}: the scores of least expected loss are {}", in_words(p), in_words(g));
}

/// Whether the first k places of the order by scores are the likeliest subgroup.
bool is_top_k_bayes(const std::vector<double>& g, const TopKSpace& p) {
  Order order = input_order(g.size());
  std::ranges::sort(order, [&](DocIndex a, DocIndex b) { return g[a] > g[b]; });
  const Order& best = likeliest(p);
  return first_places(order, best.size()) == best;
}

// --- theorem 7 ---

DocPair random_pair(RandomStream& stream, std::size_t n) {
  Order order = input_order(n);
  stream.shuffle(std::span(order));
  return {order[0], order[1]};
}

CheckOutcome run_pair(const CheckOptions& options, std::uint64_t seed) {
  CheckOutcome outcome;
  for_each_size([&](std::size_t n, std::size_t k) {
    outcome.tallies += sum_over_cases(
        exhaustive_cases(options), seed, fmt::format("theorem7 {} {}", n, k),
        [&](RandomStream& stream, Tallies& t) {
          const DocPair pair = random_pair(stream, n);
          const TopKSpace p = made_preserving(random_space(stream, n, k), std::span(&pair, 1));
          for_each_sensitive_loss([&](const Loss& loss) {
            const std::vector<double> g = least_expected_loss(loss, n, p);
            t.printed.add(claim(preserves_order(p, pair) && g[pair.first] > g[pair.second]),
                          [&] { return space_in_words(p, g); });
          });
        });
  });
  return outcome;
}

/// The loss sees the whole order, whose first k places preserve the order of the pair.
CheckOutcome run_pair_full(const CheckOptions& options, std::uint64_t seed) {
  CheckOutcome outcome;
  const TopKSpace example = proposition_10(0.5);
  const std::vector<double> least = least_expected_full_loss(ListMle{}, example);
  if (preserves_order(of_first(example, 1), {0, 1}) && least[0] < least[1]) {
    outcome.counterexample = "k = 1, " + space_in_words(example, least);
  }
  for_each_size([&](std::size_t n, std::size_t k) {
    outcome.tallies += sum_over_cases(
        exhaustive_cases(options), seed, fmt::format("theorem7-full {} {}", n, k),
        [&](RandomStream& stream, Tallies& t) {
          const TopKSpace orders = random_space(stream, n, n);
          const DocPair pair = random_pair(stream, n);
          if (!preserves_order(of_first(orders, k), pair)) return;
          const std::vector<double> g = least_expected_full_loss(ListMle{}, orders);
          (k + 1 == n ? t.corrected : t.printed).add(claim(g[pair.first] > g[pair.second]), [&] {
            return space_in_words(orders, g);
          });
        });
  });
  // few random spaces preserve the order of orders; made ones all do
  for (const std::size_t n : {3U, 4U}) {
    outcome.tallies += sum_over_cases(
        exhaustive_cases(options), seed, fmt::format("theorem7-full {}", n),
        [&](RandomStream& stream, Tallies& t) {
          const DocPair pair = random_pair(stream, n);
          const TopKSpace orders = made_preserving(random_space(stream, n, n), std::span(&pair, 1));
          const std::vector<double> g = least_expected_full_loss(ListMle{}, orders);
          t.corrected.add(claim(g[pair.first] > g[pair.second]),
                          [&] { return space_in_words(orders, g); });
        });
  }
  return outcome;
}

/// Object 1 is better than 2 as the first, but not in every top-2 subgroup.
const TopKSpace& preserving_for_one() {
  static const TopKSpace p = {{{0, 1}, 0.25}, {{0, 2}, 0.20}, {{1, 0}, 0.05},
                              {{1, 2}, 0.30}, {{2, 0}, 0.10}, {{2, 1}, 0.10}};
  return p;
}

CheckOutcome run_pair_fewer(const CheckOptions& options, std::uint64_t seed) {
  CheckOutcome outcome{
      .tallies = sum_over_cases(
          exhaustive_cases(options), seed, "theorem7-k", [](RandomStream& stream, Tallies& t) {
            const std::size_t n = 3 + stream.below(2);
            const std::size_t k = 2 + stream.below(n - 2);
            const DocPair pair = random_pair(stream, n);
            const TopKSpace p = random_space(stream, n, k);
            if (!preserves_order(of_first(p, k - 1), pair)) return;
            const std::vector<double> g = least_expected_loss(ListMle{}, n, p);
            t.printed.add(claim(g[pair.first] > g[pair.second]),
                          [&] { return space_in_words(p, g); });
          })};
  const std::vector<double> g = least_expected_loss(ListMle{}, 3, preserving_for_one());
  if (preserves_order(of_first(preserving_for_one(), 1), {0, 1}) && g[0] < g[1]) {
    outcome.counterexample =
        "p(1..) = 0.45 > 0.35 = p(2..), " + space_in_words(preserving_for_one(), g);
  }
  return outcome;
}

// --- theorem 6 ---

CheckOutcome run_chain(const CheckOptions& options, std::uint64_t seed) {
  CheckOutcome outcome;
  for_each_size([&](std::size_t n, std::size_t k) {
    for (const std::vector<DocPair>& chain : chains_of(n, k)) {
      outcome.tallies += sum_over_cases(
          exhaustive_cases(options) / 4 + 1, seed, fmt::format("theorem6 {} {}", n, k),
          [&](RandomStream& stream, Tallies& t) {
            const std::vector<DocPair> pairs = renamed(chain, stream, n);
            const TopKSpace p = made_preserving(random_space(stream, n, k), pairs);
            const bool is_preserving = std::ranges::all_of(
                pairs, [&](const DocPair& pair) { return preserves_order(p, pair); });
            for_each_sensitive_loss([&](const Loss& loss) {
              const std::vector<double> g = least_expected_loss(loss, n, p);
              t.printed.add(claim(is_preserving && is_top_k_bayes(g, p)),
                            [&] { return space_in_words(p, g); });
            });
          });
    }
  });
  return outcome;
}

/// The losses that the paper modifies, as they are for full orders. Targets of the last two are
/// n - 1, ..., 0 for n = 3; the last is eq. 12.
template <class Visit>
void for_each_original_loss(const Visit& visit) {
  constexpr double one_apart = 0.2;
  visit("ListMLE", ListMle{});
  visit("RankCosine", RankCosine{});
  visit("ListNet", ListNet({.label_scale = one_apart}));
  visit("permutation cross entropy", FocusedNet({.lambda = 1.0,
                                                 .normalise = FocusedNetOptions::Normalise::none,
                                                 .label_scale = one_apart,
                                                 .places = 0}));
}

/// For k = 1 every space has a chain: the document that is most likely the best with each of the
/// others.
CheckOutcome run_original(const CheckOptions& options, std::uint64_t seed) {
  CheckOutcome outcome;
  for (const std::size_t n : {3U, 4U}) {
    outcome.tallies += sum_over_cases(
        exhaustive_cases(options), seed, fmt::format("theorem6-full {}", n),
        [&](RandomStream& stream, Tallies& t) {
          const TopKSpace orders = random_space(stream, n, n);
          for_each_original_loss([&](std::string_view name, const Loss& loss) {
            const std::vector<double> g = least_expected_full_loss(loss, orders);
            t.printed.add(claim(is_top_k_bayes(g, of_first(orders, 1))),
                          [&] { return fmt::format("{}, {}", name, space_in_words(orders, g)); });
          });
        });
  }
  const TopKSpace example = proposition_10(0.4);
  bool are_all_wrong = true;
  std::string scores;
  for_each_original_loss([&](std::string_view name, const Loss& loss) {
    const std::vector<double> g = least_expected_full_loss(loss, example);
    are_all_wrong = are_all_wrong && g[1] > std::max(g[0], g[2]);
    scores += fmt::format("{}{} {}", scores.empty() ? "" : ", ", name, in_words(g));
  });
  if (are_all_wrong) {
    outcome.counterexample = fmt::format(
        "{}: 1 is most likely the best, but 2 is first by the scores of least expected "
        "loss: {}",
        in_words(example), scores);
  }
  return outcome;
}

/// Spaces that preserve the order of one of the two pairs of the chain 1, 2, 3 for k = 2.
std::vector<std::pair<DocPair, TopKSpace>> one_pair_short() {
  return {{{1, 2},
           {{{0, 1}, 0.30},
            {{0, 2}, 0.10},
            {{1, 0}, 0.25},
            {{1, 2}, 0.25},
            {{2, 0}, 0.05},
            {{2, 1}, 0.05}}},
          {{0, 1},
           {{{0, 1}, 0.26},
            {{0, 2}, 0.25},
            {{1, 0}, 0.01},
            {{1, 2}, 0.20},
            {{2, 0}, 0.20},
            {{2, 1}, 0.08}}}};
}

CheckOutcome run_chain_short(const CheckOptions& options, std::uint64_t seed) {
  CheckOutcome outcome;
  for_each_size([&](std::size_t n, std::size_t k) {
    outcome.tallies += sum_over_cases(
        exhaustive_cases(options), seed, fmt::format("theorem6-pairs {} {}", n, k),
        [&](RandomStream& stream, Tallies& t) {
          std::vector<DocPair> pairs = renamed(chains_of(n, k).front(), stream, n);
          pairs.erase(pairs.begin() + static_cast<std::ptrdiff_t>(stream.below(pairs.size())));
          const TopKSpace p = made_preserving(random_space(stream, n, k), pairs);
          const std::vector<double> g = least_expected_loss(ListMle{}, n, p);
          t.printed.add(claim(is_top_k_bayes(g, p)), [&] { return space_in_words(p, g); });
        });
  });
  std::string examples;
  for (const auto& [pair, p] : one_pair_short()) {
    const std::vector<double> g = least_expected_loss(ListMle{}, 3, p);
    if (!preserves_order(p, pair) || is_top_k_bayes(g, p)) return outcome;
    examples += fmt::format("{}preserving for ({}, {}) only, {}", examples.empty() ? "" : "; ",
                            pair.first + 1, pair.second + 1, space_in_words(p, g));
  }
  outcome.counterexample = examples;
  return outcome;
}

}  // namespace

std::vector<TheoryCheck> minimiser_checks() {
  return {
      {.name = "theorem7",
       .reference = "Xia09",
       .statement = "order preserved for i and j, order sensitive loss: the scores of least "
                    "expected loss have g_i > g_j",
       .run = run_pair},
      {.name = "theorem7-full",
       .reference = "Xia09",
       .statement = "... for full-order ListMLE and k <= n - 2, which is not order sensitive",
       .expectation = Expectation::fails,
       .corrected = "... for k = n - 1",
       .run = run_pair_full},
      {.name = "theorem7-k",
       .reference = "Xia09",
       .statement = "... for top-k ListMLE if order is preserved for the top k - 1 only",
       .expectation = Expectation::fails,
       .run = run_pair_fewer},
      {.name = "theorem6",
       .reference = "Xia09",
       .statement = "order preserved for the n - 1 pairs of a chain: the first k by these scores "
                    "are the likeliest subgroup",
       .run = run_chain},
      {.name = "theorem6-pairs",
       .reference = "Xia09",
       .statement = "... if order is preserved for n - 2 of these pairs",
       .expectation = Expectation::fails,
       .run = run_chain_short},
      {.name = "theorem6-full",
       .reference = "Xia09",
       .statement = "... for the losses of full orders, ListMLE, RankCosine, ListNet and "
                    "permutation cross entropy, and k = 1",
       .expectation = Expectation::fails,
       .run = run_original}};
}

}  // namespace podium::research
