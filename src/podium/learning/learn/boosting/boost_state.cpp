#include "podium/learning/learn/boosting/boost_state.hpp"

#include "podium/learning/learn/number_reader.hpp"

namespace podium {

namespace {

constexpr std::size_t numbers_per_term = 5;

double number(std::size_t value) {
  return static_cast<double>(value);
}

void append(std::vector<double>& numbers, std::span<const WeakTerm> terms) {
  numbers.push_back(number(terms.size()));
  const std::vector<double> more = to_numbers(terms);
  numbers.insert(numbers.end(), more.begin(), more.end());
}

}  // namespace

std::vector<double> to_numbers(std::span<const WeakTerm> terms) {
  std::vector<double> numbers;
  numbers.reserve(terms.size() * numbers_per_term);
  for (const auto& [ranker, weight] : terms) {
    numbers.push_back(ranker.kind == WeakRanker::Kind::threshold ? 1.0 : 0.0);
    numbers.push_back(number(ranker.feature));
    numbers.push_back(ranker.threshold);
    numbers.push_back(ranker.missing_passes ? 1.0 : 0.0);
    numbers.push_back(weight);
  }
  return numbers;
}

std::vector<WeakTerm> terms_from(std::span<const double> numbers) {
  NumberReader reader(numbers);
  std::vector<WeakTerm> terms;
  while (!reader.is_at_end()) {
    WeakTerm term;
    if (reader.next() == 0.0) term.ranker.kind = WeakRanker::Kind::feature;
    term.ranker.feature = reader.whole();
    term.ranker.threshold = reader.next();
    term.ranker.missing_passes = reader.next() != 0.0;
    term.weight = reader.next();
    terms.push_back(term);
  }
  return terms;
}

Snapshot to_snapshot(const BoostState& state, std::size_t round) {
  Snapshot snapshot{round,
                    {state.value, state.fall, state.best_value, number(state.best_round),
                     number(state.window_start), number(state.repeats),
                     state.is_second_chance ? 1.0 : 0.0, number(state.out.size())}};
  for (const std::uint32_t feature : state.out) snapshot.numbers.push_back(number(feature));
  append(snapshot.numbers, state.terms);
  append(snapshot.numbers, state.best_terms);
  return snapshot;
}

BoostState from_snapshot(const Snapshot& snapshot) {
  NumberReader reader(snapshot.numbers);
  BoostState state;
  state.value = reader.next();
  state.fall = reader.next();
  state.best_value = reader.next();
  state.best_round = reader.whole();
  state.window_start = reader.whole();
  state.repeats = reader.whole();
  state.is_second_chance = reader.next() != 0.0;
  for (std::size_t left = reader.whole(); left > 0; --left) {
    state.out.insert(reader.whole());
  }
  const auto terms = [&] {
    return terms_from(reader.take(std::size_t{reader.whole()} * numbers_per_term));
  };
  state.terms = terms();
  state.best_terms = terms();
  reader.expect_end();
  return state;
}

}  // namespace podium
