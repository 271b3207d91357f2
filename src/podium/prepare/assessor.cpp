#include "podium/prepare/assessor.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <unordered_set>

#include <fmt/format.h>

#include "podium/base/parallel.hpp"
#include "podium/data/ranking.hpp"

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
  while (high * (high - 1) / 2 > index) --high;  // the root may be off by one
  while ((high + 1) * high / 2 <= index) ++high;
  return {static_cast<std::size_t>(high), static_cast<std::size_t>(index - high * (high - 1) / 2)};
}

/// Different pairs in random order, each with its two documents in random order.
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

Winner by_difference(double difference, double theta) {
  if (std::abs(difference) < theta) return Winner::tie;
  return difference > 0.0 ? Winner::a : Winner::b;
}

std::vector<Preference> answers_of_query(const AssessorOptions& options, std::uint64_t seed,
                                         std::size_t query, std::span<const double> utility) {
  RandomStream questions(seed, query_name(query), "questions");
  const std::vector<Pair> pairs = drawn_pairs(options, questions);
  std::vector<SimulatedAssessor> assessors;
  for (std::size_t i = 0; i < options.assessors; ++i) {
    const std::string purpose = "assessor " + to_text(i + 1);
    assessors.emplace_back(options, utility, RandomStream(seed, query_name(query), purpose));
  }
  std::vector<Preference> answers;
  for (const Pair& pair : pairs) {
    for (SimulatedAssessor& assessor : assessors) {
      answers.push_back({.query_id = query_name(query),
                         .document_a = document_name(query, pair.a),
                         .document_b = document_name(query, pair.b),
                         .winner = assessor.answer(pair.a, pair.b)});
    }
  }
  return answers;
}

}  // namespace

SimulatedAssessor::SimulatedAssessor(const AssessorOptions& options,
                                     std::span<const double> utility, RandomStream random)
    : options_(options), random_(random), opinion_(utility.begin(), utility.end()) {
  for (double& opinion : opinion_) opinion += options_.tau * random_.normal();
}

Preference::Winner SimulatedAssessor::answer(std::size_t a, std::size_t b) {
  const double difference = opinion_[a] - opinion_[b];
  switch (options_.model) {
    case AssessorModel::bradley_terry_davidson: {
      // Odds relative to exp((v_a + v_b) / 2), so that large opinions do not overflow.
      const double odds_a = std::exp(0.5 * difference);
      const double odds_b = std::exp(-0.5 * difference);
      const double at = random_.uniform() * (odds_a + odds_b + options_.nu);
      return at < odds_a ? Winner::a : at < odds_a + odds_b ? Winner::b : Winner::tie;
    }
    case AssessorModel::random_error:
      if (random_.uniform() < options_.epsilon) {
        return random_.below(2) == 0 ? Winner::a : Winner::b;
      }
      return by_difference(difference, options_.theta);
    case AssessorModel::gaussian:
      break;
  }
  const double look_a = random_.normal();
  const double look_b = random_.normal();
  return by_difference(difference + options_.sigma * (look_a - look_b), options_.theta);
}

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
