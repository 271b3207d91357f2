#include "podium/research/papers/labelling/labelling_numbers.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"

namespace podium::research {
namespace {

class LabellingNumbers : public testing::Test {
 protected:
  static void SetUpTestSuite() { numbers = labelling_numbers(1); }

  static std::vector<MeasuredNumber> of(NumberOrigin origin) {
    std::vector<MeasuredNumber> chosen;
    std::ranges::copy_if(numbers, std::back_inserter(chosen),
                         [&](const MeasuredNumber& number) { return number.origin == origin; });
    return chosen;
  }

  static inline std::vector<MeasuredNumber> numbers;  // NOLINT: made once, it takes a while
};

TEST_F(LabellingNumbers, HaveIntervalsOfStudiesOfThePublishedSize) {
  ASSERT_EQ(numbers.size(), 10U + 18U + 4U);
  for (const MeasuredNumber& number : numbers) {
    if (number.origin == NumberOrigin::recomputed) continue;
    EXPECT_LE(number.low, number.ours) << number.method << " " << number.measure;
    EXPECT_GE(number.high, number.ours) << number.method << " " << number.measure;
  }
}

// The mean of 50 queries is known far better than the agreement on four.
TEST_F(LabellingNumbers, AreLessCertainOfAgreementThanOfJudgements) {
  const auto width = [](const MeasuredNumber& number) {
    return (number.high - number.low) / number.ours;
  };
  EXPECT_EQ(numbers[1].measure, "judgements per query");
  EXPECT_LT(width(numbers[1]), .05);
  EXPECT_EQ(numbers[6].measure, "overall agreement");
  EXPECT_GT(width(numbers[6]), .05);
  EXPECT_LT(width(numbers[6]), .5);
}

// Of what was put in or chosen to match, agreement says nothing.
TEST_F(LabellingNumbers, JudgeTheModelByItsResultsOnly) {
  for (const MeasuredNumber& number : numbers) {
    const bool is_judged = number.outcome() != "-";
    EXPECT_EQ(is_judged, number.origin == NumberOrigin::found) << number.measure;
  }
}

TEST_F(LabellingNumbers, SayWhatIsPutInAndWhatIsFound) {
  const std::vector<MeasuredNumber> put_in = of(NumberOrigin::put_in);
  ASSERT_EQ(put_in.size(), 4U);
  EXPECT_EQ(put_in.front().measure, "seconds per judgement");
  for (const MeasuredNumber& number : put_in) EXPECT_EQ(number.table, "1");
  const std::vector<MeasuredNumber> calibrated = of(NumberOrigin::calibrated);
  ASSERT_EQ(calibrated.size(), 4U + 2U);
  EXPECT_EQ(calibrated.front().table, "2");
  EXPECT_EQ(calibrated[3].table, "3");
  EXPECT_EQ(of(NumberOrigin::found).front().measure, "judgements per query");
}

TEST_F(LabellingNumbers, HaveCellsWhoseRowsAddUpToOne) {
  for (std::size_t row = 0; row < 6; ++row) {
    double sum = 0.0;
    for (std::size_t column = 0; column < 3; ++column) sum += numbers[10 + 3 * row + column].ours;
    EXPECT_NEAR(sum, 1.0, 1e-12);
  }
  EXPECT_EQ(numbers[10].measure, "A > B, then A > B");
  EXPECT_EQ(numbers[10].published, .6749);
  EXPECT_EQ(numbers[27].method, "grades");
  EXPECT_EQ(numbers[27].published, .4640);
}

// The specification has 420.01 and 28.13 for the published shares and four queries.
TEST_F(LabellingNumbers, HaveTheTestsOfBothToolsForAsManyQueriesAsThePublishedOnes) {
  EXPECT_EQ(numbers[28].published, 420.7);
  EXPECT_NEAR(numbers[28].ours, 420.01, 0.01);
  EXPECT_EQ(numbers[28].origin, NumberOrigin::recomputed);
  EXPECT_NEAR(numbers[30].ours, 28.13, 0.01);
  EXPECT_EQ(numbers[29].measure, "chi-square, all pairs");
  EXPECT_NEAR(numbers[29].ours, 420.7, 60.0);  // not 50 queries' 5,250
  EXPECT_EQ(numbers[31].published, 28.5);
  EXPECT_LT(numbers[31].ours, 60.0);
}

TEST_F(LabellingNumbers, DoNotDependOnThreads) {
  const ThreadLimit limit(3);
  const std::vector<MeasuredNumber> again = labelling_numbers(1);
  ASSERT_EQ(again.size(), numbers.size());
  for (std::size_t i = 0; i < again.size(); ++i) {
    EXPECT_EQ(again[i].ours, numbers[i].ours);
    if (again[i].origin != NumberOrigin::recomputed) EXPECT_EQ(again[i].high, numbers[i].high);
  }
}

}  // namespace
}  // namespace podium::research
