#include "podium/learn/boost_state.hpp"

#include <cmath>

#include "podium/base/error.hpp"

namespace podium {

namespace {

constexpr std::size_t numbers_per_term = 5;

double number(std::size_t value) {
  return static_cast<double>(value);
}

[[noreturn]] void refuse_boost_state() {
  throw DataError({"checkpoint"}, "found numbers that boosting did not write");
}

std::uint32_t whole(double value) {
  constexpr double most = 1e9;
  if (!(value >= 0.0 && value <= most && value == std::floor(value))) refuse_boost_state();
  return static_cast<std::uint32_t>(value);
}

/// Reads numbers one by one.
class NumberReader {
 public:
  explicit NumberReader(std::span<const double> numbers) : rest_(numbers) {}

  double next() { return take(1).front(); }
  std::size_t count() { return whole(next()); }
  void expect_end() const {
    if (!rest_.empty()) refuse_boost_state();
  }
  std::span<const double> take(std::size_t size) {
    if (size > rest_.size()) refuse_boost_state();
    const std::span<const double> taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
  }

 private:
  std::span<const double> rest_;
};

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
  if (numbers.size() % numbers_per_term != 0) refuse_boost_state();
  std::vector<WeakTerm> terms;
  for (; !numbers.empty(); numbers = numbers.subspan(numbers_per_term)) {
    const auto kind = numbers[0] != 0.0 ? WeakRanker::Kind::threshold : WeakRanker::Kind::feature;
    terms.push_back({{kind, whole(numbers[1]), numbers[2], numbers[3] != 0.0}, numbers[4]});
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
  state.best_round = reader.count();
  state.window_start = reader.count();
  state.repeats = reader.count();
  state.is_second_chance = reader.next() != 0.0;
  for (std::size_t left = reader.count(); left > 0; --left) {
    state.out.insert(whole(reader.next()));
  }
  const auto terms = [&] { return terms_from(reader.take(reader.count() * numbers_per_term)); };
  state.terms = terms();
  state.best_terms = terms();
  reader.expect_end();
  return state;
}

}  // namespace podium
