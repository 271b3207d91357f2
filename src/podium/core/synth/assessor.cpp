#include "podium/core/synth/assessor.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <unordered_set>

#include <fmt/format.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/ranking.hpp"

namespace podium {

namespace {

using Winner = Preference::Winner;

struct Pair {
  std::size_t a;
  std::size_t b;
};

/// The pair number `index` of all n(n-1)/2, counted (1,0), (2,0), (2,1), (3,0), ...
Pair pair_at(std::uint64_t index) {
  auto high =
      static_cast<std::uint64_t>((1.0 + std::sqrt(1.0 + 8.0 * static_cast<double>(index))) / 2.0);
  while (high * (high - 1) / 2 > index) --high;  // rounding of the root can be off by one
  while ((high + 1) * high / 2 <= index) ++high;
  return {static_cast<std::size_t>(high), static_cast<std::size_t>(index - high * (high - 1) / 2)};
}

/// Distinct pairs in random order, each with its two documents in random order.
std::vector<Pair> drawn_pairs(const AssessorOptions& options, RandomStream& random) {
  const std::uint64_t n = options.documents;
  const std::uint64_t all = n * (n - 1) / 2;
  const std::uint64_t wanted =
      options.pairs == 0 ? all : std::min<std::uint64_t>(options.pairs, all);
  std::vector<std::uint64_t> chosen;
  if (wanted > all / 2) {
    chosen.resize(all);
    for (std::uint64_t i = 0; i < all; ++i) chosen[i] = i;
    random.shuffle(std::span(chosen));
    chosen.resize(wanted);
  } else {
    std::unordered_set<std::uint64_t> seen;
    while (chosen.size() < wanted) {
      const std::uint64_t index = random.below(all);
      if (seen.insert(index).second) chosen.push_back(index);
    }
  }
  std::vector<Pair> pairs;
  for (const std::uint64_t index : chosen) {
    Pair pair = pair_at(index);
    if (random.below(2) == 0) std::swap(pair.a, pair.b);
    pairs.push_back(pair);
  }
  return pairs;
}

std::string query_name(std::size_t query) {
  return to_text(query + 1);
}

std::string document_name(std::size_t query, std::size_t doc) {
  return fmt::format("q{}-d{}", query + 1, doc + 1);
}

Winner winner_of(SimulatedAssessor::Choice choice) {
  switch (choice) {
    case SimulatedAssessor::Choice::a:
      return Winner::a;
    case SimulatedAssessor::Choice::b:
      return Winner::b;
    case SimulatedAssessor::Choice::tie:
      break;
  }
  return Winner::tie;
}

std::vector<Preference> answers_of_query(const AssessorOptions& options, std::uint64_t seed,
                                         std::size_t query, std::span<const double> utility) {
  RandomStream questions(seed, query_name(query), "questions");
  const std::vector<Pair> pairs = drawn_pairs(options, questions);
  std::vector<SimulatedAssessor> assessors;
  for (std::size_t i = 0; i < options.assessors; ++i) {
    const std::string purpose = "assessor " + to_text(i + 1);
    assessors.emplace_back(behaviour_of(options), utility,
                           RandomStream(seed, query_name(query), purpose));
  }
  std::vector<Preference> answers;
  for (const Pair& pair : pairs) {
    for (SimulatedAssessor& assessor : assessors) {
      answers.push_back({.query_id = query_name(query),
                         .document_a = document_name(query, pair.a),
                         .document_b = document_name(query, pair.b),
                         .winner = winner_of(assessor.answer(pair.a, pair.b))});
    }
  }
  return answers;
}

}  // namespace

std::vector<TopKRecord> SyntheticPreferences::top_k(std::size_t k) const {
  std::vector<TopKRecord> records;
  for (std::size_t query = 0; query < utility.size(); ++query) {
    TopKRecord record{.query_id = query_name(query), .k = k};
    for (const DocIndex doc : rank_by_score(utility[query]).order) {
      (record.top.size() < k ? record.top : record.rest).push_back(document_name(query, doc));
    }
    records.push_back(std::move(record));
  }
  return records;
}

SyntheticPreferences simulate_preferences(const AssessorOptions& options, std::uint64_t seed) {
  SyntheticPreferences result;
  result.utility.resize(options.queries);
  std::vector<std::vector<Preference>> answers(options.queries);
  parallel_for(options.queries, [&](std::size_t query) {
    RandomStream random(seed, query_name(query), "utility");
    for (std::size_t doc = 0; doc < options.documents; ++doc) {
      result.utility[query].push_back(random.normal());
    }
    answers[query] = answers_of_query(options, seed, query, result.utility[query]);
  });
  for (std::vector<Preference>& part : answers) {
    std::ranges::move(part, std::back_inserter(result.preferences));
  }
  return result;
}

}  // namespace podium
