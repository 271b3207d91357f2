#include "podium/labelling/label/session/remaining.hpp"

#include <array>

#include <gtest/gtest.h>

#include "podium/labelling/label/session/scripted_assessor_fixture.hpp"

namespace podium::labelling {
namespace {

SessionSetup setup_of(std::size_t n, std::size_t k, Strategy strategy, bool infer) {
  SessionSetup setup;
  setup.document_count = n;
  setup.options.k = k;
  setup.options.strategy = strategy;
  setup.options.infer = infer;
  setup.options.order = FirstOrder::random;
  return setup;
}

double mean_questions(SessionSetup setup, std::uint64_t draws) {
  std::size_t total = 0;
  for (setup.seed = 1; setup.seed <= draws; ++setup.seed) {
    total += finished(Session(setup), by_level(distinct_levels(setup.document_count, setup.seed)))
                 .answers()
                 .size();
  }
  return static_cast<double>(total) / static_cast<double>(draws);
}

struct Row {
  std::size_t n, k;
  Strategy strategy;
  bool infer;
  double questions;
};

// Heap with inference, and insertion: means of the specification's simulations. Heap without: 136,
// 214, from a simulation that asks no pair twice. Tournament: as many as comparisons.
constexpr std::array table = {
    Row{50, 10, Strategy::heap, true, 130.0},      Row{50, 5, Strategy::heap, true, 83.3},
    Row{50, 10, Strategy::heap, false, 136.0},     Row{100, 10, Strategy::heap, false, 214.0},
    Row{50, 10, Strategy::insertion, true, 115.7}, Row{100, 10, Strategy::insertion, false, 189.2},
    Row{50, 10, Strategy::tournament, true, 90.7},
};

TEST(Session, AsksAsManyQuestionsAsSimulated) {
  for (const Row& row : table) {
    const SessionSetup setup = setup_of(row.n, row.k, row.strategy, row.infer);
    EXPECT_NEAR(mean_questions(setup, 30), row.questions, 0.04 * row.questions)
        << info(row.strategy).name << " " << row.n << " " << row.k;
  }
}

TEST(ExpectedRemaining, IsAtTheStartWhatASessionTakesOnAverage) {
  for (const Row& row : table) {
    const Session start(setup_of(row.n, row.k, row.strategy, row.infer));
    EXPECT_NEAR(progress(start).expected_remaining, row.questions, 0.1 * row.questions)
        << info(row.strategy).name << " " << row.n << " " << row.k;
  }
}

TEST(ExpectedRemaining, IsInTheMiddleNotFarFromWhatIsLeft) {
  for (const Row& row : table) {
    double expected = 0.0;
    double left = 0.0;
    SessionSetup setup = setup_of(row.n, row.k, row.strategy, row.infer);
    for (setup.seed = 1; setup.seed <= 12; ++setup.seed) {
      const ScriptedVerdicts assessment = by_level(distinct_levels(row.n, setup.seed));
      const Session done = finished(Session(setup), assessment);
      const std::size_t half = done.log().size() / 2;
      expected += progress(replayed(setup, done.log().first(half))).expected_remaining;
      left += static_cast<double>(done.log().size() - half);
    }
    EXPECT_NEAR(expected, left, 0.2 * left) << info(row.strategy).name;
  }
}

TEST(ExpectedRemaining, CountsVotesRepeatsAndGoldPairs) {
  SessionSetup setup = setup_of(50, 10, Strategy::tournament, true);
  const double plain = progress(Session(setup)).expected_remaining;
  setup.options.votes = 3;
  EXPECT_NEAR(progress(Session(setup)).expected_remaining, 2 * plain, 1e-9);
  setup.options.votes = 1;
  setup.options.repeat_every = 10;
  EXPECT_NEAR(progress(Session(setup)).expected_remaining, plain + (plain - 1) / 10, 1e-9);
  setup.options.repeat_every = 0;
  setup.options.gold_every = 10;
  setup.gold = {{0, 1}, {2, 3}};
  EXPECT_NEAR(progress(Session(setup)).expected_remaining, plain + 2, 1e-9);
}

}  // namespace
}  // namespace podium::labelling
