#include <limits>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/optimise/bundle.hpp"
#include "podium/learning/optimise/lbfgs.hpp"
#include "podium/learning/optimise/stochastic.hpp"
#include "podium/learning/optimise/test_functions_fixture.hpp"
#include "podium/learning/optimise/truncated_newton.hpp"

// A run that was stopped and continued gives the bits of one that was not.

namespace podium {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the functions of this room's tests

/// What a run showed and left behind.
struct Trace {
  std::vector<double> values;
  std::vector<double> w;
  Outcome outcome;
};

/// As a file of text would keep it.
Snapshot through_text(const Snapshot& snapshot) {
  Snapshot read{.iteration = snapshot.iteration};
  for (const double number : snapshot.numbers) {
    read.numbers.push_back(parse_number<double>(fmt::format("{:.17g}", number)).value());
  }
  return read;
}

template <class Optimiser, class F>
Trace run(const Optimiser& optimiser, const F& f, std::vector<double> w,
          const Snapshot* from = nullptr) {
  Trace trace;
  const Monitor watch = [&](const Step& step) {
    trace.values.push_back(step.value);
    return true;
  };
  trace.outcome = optimiser.minimise(f, w, watch, from);
  trace.w = w;
  return trace;
}

template <class Optimiser, class F>
Snapshot stopped_after(const Optimiser& optimiser, const F& f, std::vector<double> w,
                       std::size_t iteration) {
  Snapshot snapshot;
  optimiser.minimise(f, w, [&](const Step& step) {
    if (step.iteration < iteration) return true;
    snapshot = through_text(step.snapshot());
    return false;
  });
  return snapshot;
}

template <class Optimiser, class F>
void expect_same_bits(const Optimiser& optimiser, const F& f, const std::vector<double>& start) {
  const Trace whole = run(optimiser, f, start);
  const std::size_t last = whole.values.size();
  ASSERT_GE(last, 5U);
  for (const std::size_t stop : {std::size_t{1}, std::size_t{2}, last / 2, last - 1, last}) {
    const Snapshot snapshot = stopped_after(optimiser, f, start, stop);
    ASSERT_EQ(snapshot.iteration, stop);
    // where a continued run is told to start does not matter
    const std::vector<double> elsewhere(start.size(), 7.0);
    const Trace rest = run(optimiser, f, elsewhere, &snapshot);
    EXPECT_EQ(rest.w, whole.w) << stop;
    EXPECT_TRUE(std::equal(rest.values.begin(), rest.values.end(),
                           whole.values.begin() + static_cast<std::ptrdiff_t>(stop),
                           whole.values.end()))
        << stop;
    EXPECT_EQ(rest.outcome.value, whole.outcome.value) << stop;
    EXPECT_EQ(rest.outcome.gradient_norm, whole.outcome.gradient_norm) << stop;
    EXPECT_EQ(rest.outcome.iterations, whole.outcome.iterations) << stop;
    EXPECT_EQ(rest.outcome.evaluations, whole.outcome.evaluations) << stop;
    EXPECT_EQ(rest.outcome.stop, whole.outcome.stop) << stop;
    EXPECT_EQ(rest.outcome.gap, whole.outcome.gap) << stop;
  }
}

TEST(Snapshot, ContinuesLbfgs) {
  const Rosenbrock f{6};
  expect_same_bits(Lbfgs{.memory = 3}, f, f.start());
  expect_same_bits(Lbfgs{.iterations = 9}, f, f.start());
}

TEST(Snapshot, ContinuesTruncatedNewton) {
  const Rosenbrock f{6};
  expect_same_bits(TruncatedNewton{}, f, f.start());
  expect_same_bits(TruncatedNewton{.iterations = 6, .cg_steps = 2}, f, f.start());
}

TEST(Snapshot, ContinuesSgd) {
  const std::vector<double> start = {0.5, -0.5, 0.0};
  expect_same_bits(Sgd{.run = {.epochs = 11, .batch = 5}}, logistic_regression(), start);
  expect_same_bits(
      Sgd{.run = {.epochs = 11, .schedule = Schedule::cosine, .average = true}, .momentum = 0.9},
      logistic_regression(), start);
}

TEST(Snapshot, ContinuesAdam) {
  const std::vector<double> start = {0.5, -0.5, 0.0};
  expect_same_bits(Adam{.run = {.epochs = 11, .batch = 5}}, logistic_regression(), start);
  expect_same_bits(Adam{.run = {.epochs = 11, .schedule = Schedule::inverse, .average = true}},
                   logistic_regression(), start);
}

TEST(Snapshot, ContinuesABundle) {
  const std::vector<double> start = {0.5, -0.5, 0.0};
  for (const Slacks slacks : {Slacks::one, Slacks::each}) {
    // long enough for planes to fall idle and go
    expect_same_bits(Bundle{.slacks = slacks, .iterations = 70, .tolerance = 0.0},
                     logistic_regression(), start);
  }
}

template <class Optimiser>
class SnapshotRefusal : public testing::Test {};

using Optimisers = testing::Types<Lbfgs, TruncatedNewton, Sgd, Adam, Bundle>;
TYPED_TEST_SUITE(SnapshotRefusal, Optimisers);

TYPED_TEST(SnapshotRefusal, IsForSnapshotsOfAnotherSize) {
  const TypeParam optimiser;
  const auto f = logistic_regression();
  const Snapshot good = stopped_after(optimiser, f, {0.0, 0.0, 0.0}, 2);
  std::vector<double> w(3, 0.0);
  Snapshot more = good;
  more.numbers.push_back(0.0);
  EXPECT_THROW(optimiser.minimise(f, w, {}, &more), UsageError);
  Snapshot fewer = good;
  fewer.numbers.pop_back();
  EXPECT_THROW(optimiser.minimise(f, w, {}, &fewer), UsageError);
  const Snapshot nothing{.iteration = 2};
  EXPECT_THROW(optimiser.minimise(f, w, {}, &nothing), UsageError);
  EXPECT_NO_THROW(optimiser.minimise(f, w, {}, &good));
}

TEST(SnapshotRefusal, NamesWhatWasFoundAndExpected) {
  const Snapshot odd{.iteration = 1, .numbers = {1.0, 2.0}};
  std::vector<double> w(3, 0.0);
  try {
    Sgd{}.minimise(logistic_regression(), w, {}, &odd);
    FAIL() << "accepted";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("found 2 numbers, expected 6"));
  }
}

TEST(SnapshotRefusal, IsForCountsThatAreNone) {
  const auto f = logistic_regression();
  Snapshot snapshot = stopped_after(Lbfgs{}, f, {0.0, 0.0, 0.0}, 2);
  std::vector<double> w(3, 0.0);
  for (const double count : {-1.0, 0.5, 1e300, std::numeric_limits<double>::quiet_NaN()}) {
    snapshot.numbers[3] = count;  // evaluations
    EXPECT_THROW(Lbfgs{}.minimise(f, w, {}, &snapshot), UsageError) << count;
  }
}

}  // namespace
}  // namespace podium
