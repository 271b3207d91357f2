#include "podium/labelling/label/simulation/labelling_study.hpp"

#include <cmath>
#include <set>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/labelling/label/analysis/side_bias.hpp"
#include "podium/labelling/label/simulation/study_check.hpp"

namespace podium::labelling {
namespace {

using testing::SizeIs;

static_assert(has_all_fields<LabellingStudyOptions>());
static_assert(has_all_fields<StudyRepeatOptions>());

TEST(LabellingStudy, ReproducesThePublishedTables) {
  const std::vector<StudyFindings> studies =
      repeated_studies({}, {.studies = 8}, {.draws = 200}, 1);
  const StudyFindings& found = studies.front();
  for (const StudyNumber& number : study_numbers(studies)) {
    EXPECT_TRUE(number.is_met()) << number.name << ": " << number.simulated << ", expected "
                                 << number.expected << " +- " << number.tolerance;
  }
  EXPECT_EQ(found.list_agreement.queries, 50U);
  EXPECT_EQ(found.list_agreement.table.total(), 50.0 * 1225.0);
  EXPECT_GT(found.difference.overall_difference.interval.low, 0.1);
}

TEST(LabellingStudy, LetsNobodyMeetAQueryTwice) {
  const Judgements study = simulate_study({.queries = 13, .documents = 8, .k = 3}, 2);
  EXPECT_THAT(study.top_k, SizeIs(26));
  EXPECT_THAT(study.grades, SizeIs(26));
  std::set<std::pair<std::uint32_t, std::uint32_t>> met;
  for (const FinishedTopK& done : study.top_k) met.emplace(done.assessor, done.query);
  for (const FinishedGrades& done : study.grades) met.emplace(done.assessor, done.query);
  EXPECT_THAT(met, SizeIs(52));
}

TEST(LabellingStudy, AgreesCompletelyWithoutNoise) {
  const LabellingStudyOptions options{.queries = 5,
                                      .documents = 20,
                                      .k = 5,
                                      .tau = 0.0,
                                      .sigma = 0.0,
                                      .grade_tau = 0.0,
                                      .jitter = 0.0};
  const StudyFindings found = study_findings(simulate_study(options, 3), {.draws = 100});
  EXPECT_EQ(found.list_agreement.overall.value, 1.0);
  EXPECT_EQ(found.grade_agreement.overall.value, 1.0);
  EXPECT_EQ(found.list_agreement.alpha.value, 1.0);
}

TEST(LabellingStudy, AsksLessWhenItRemembers) {
  const LabellingStudyOptions forgetful{.queries = 10};
  LabellingStudyOptions remembering = forgetful;
  remembering.remember = true;
  EXPECT_LT(simulate_study(remembering, 1).preference.size(),
            simulate_study(forgetful, 1).preference.size());
}

TEST(LabellingStudy, ShowsDocumentsOnBothSides) {
  const Judgements study = simulate_study({.queries = 20}, 1);
  const SideBias side = side_bias(study.preference);
  EXPECT_NEAR(side.left_share, 0.5,
              4.0 * std::sqrt(0.25 / static_cast<double>(side.left + side.right)));
}

TEST(LabellingStudy, DoesNotDependOnThreads) {
  const auto with = [](std::size_t threads) {
    const ThreadLimit limit(threads);
    const Judgements study = simulate_study({.queries = 11, .documents = 12, .k = 4}, 5);
    double seconds = 0.0;
    for (const PreferenceVote& vote : study.preference) seconds += vote.seconds;
    return std::pair(seconds, study.preference.size());
  };
  EXPECT_EQ(with(1), with(3));
}

}  // namespace
}  // namespace podium::labelling
