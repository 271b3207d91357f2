#include "podium/learning/experiment/calibrate.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/dataset_builder.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// Documents of label 1 with the probability 1 / (1 + exp(-(slope * score - 1))), of label 2 with a
/// quarter of it; some are not judged.
OutOfFold drawn_scores(double slope, std::size_t queries = 400) {
  RandomStream random(1, "", "calibrate test");
  DatasetBuilder builder(1);
  OutOfFold data;
  for (std::size_t q = 0; q < queries; ++q) {
    GradedTruth truth;
    for (std::size_t doc = 0; doc < 10; ++doc) {
      const double score = 3.0 + 100.0 * random.normal();
      const double p = 1.0 / (1.0 + std::exp(-(slope * score - 1.0)));
      const double u = random.uniform();
      truth.label.push_back(doc == 9 ? -1.0 : u < 0.25 * p ? 2.0 : u < p ? 1.0 : 0.0);
      data.scores.push_back(score);
    }
    builder.add_query("q" + std::to_string(q), truth, std::vector<float>(10));
  }
  data.queries = std::move(builder).build();
  return data;
}

TEST(Calibrate, FindsTheCurveThatLabelsWereDrawnFrom) {
  const OutOfFold data = drawn_scores(0.02);
  const CalibrationResult result = calibrate({.grades = {1.0}}, data);
  const auto& curve = std::get<PlattCurve>(result.calibration.grades.at(0).curve);
  EXPECT_NEAR(curve.slope, 0.02, 0.002);
  EXPECT_NEAR(curve.constant, -1.0, 0.1);
  const CalibratedGrade& own = result.grades.at(0);
  EXPECT_EQ(own.name, "P(label >= 1)");
  EXPECT_EQ(own.documents, 3600U);
  EXPECT_LT(own.error, 2.5 * own.least_error);
  EXPECT_LE(own.interval.low, own.error);
  EXPECT_GE(own.interval.high, 0.0);
  EXPECT_LT(own.brier, own.share_brier);
}

TEST(Calibrate, GivesEachGradeAtMostTheProbabilityOfTheLower) {
  const OutOfFold data = drawn_scores(0.02);
  for (const CalibrationMethod method : {CalibrationMethod::platt, CalibrationMethod::isotonic}) {
    const CalibrationResult result = calibrate({.grades = {1.0, 2.0}, .method = method}, data);
    for (double score = -400.0; score < 400.0; score += 7.0) {
      EXPECT_LE(result.calibration.probability(score, 1), result.calibration.probability(score, 0));
    }
    EXPECT_LT(result.grades[1].error, 0.03);
  }
}

/// The lowest score from which on enough documents are relevant.
TEST(Calibrate, NamesTheLowestScoreOfAPrecision) {
  const OutOfFold data = drawn_scores(0.02, 60);
  const CalibratedGrade own = calibrate({.grades = {1.0}}, data).grades.at(0);
  std::vector<std::pair<double, bool>> documents;
  for (std::size_t q = 0; q < data.queries.query_count(); ++q) {
    const QueryView query = data.queries[q];
    for (std::size_t doc = 0; doc < 9; ++doc) {
      documents.emplace_back(data.scores[query.first_row + doc], query.truth.label[doc] >= 1.0);
    }
  }
  for (const ScoreThreshold& found : own.thresholds) {
    double lowest = std::nan("");
    double recall = std::nan("");
    for (const auto& [from, unused] : documents) {
      double count = 0.0;
      double ones = 0.0;
      double all = 0.0;
      for (const auto& [score, is_relevant] : documents) {
        all += is_relevant ? 1.0 : 0.0;
        if (score < from) continue;
        count += 1.0;
        ones += is_relevant ? 1.0 : 0.0;
      }
      if (ones < found.precision * count || lowest <= from) continue;
      lowest = from;
      recall = ones / all;
    }
    EXPECT_EQ(found.score, lowest);
    EXPECT_NEAR(found.recall, recall, 1e-12);
  }
}

TEST(Calibrate, RefusesTooFewDocumentsAndScoresThatFall) {
  const OutOfFold data = drawn_scores(0.02, 60);
  EXPECT_THAT([&] { (void)calibrate({.grades = {3.0}}, data); },
              ThrowsMessage<UsageError>(HasSubstr(
                  "grade 3: found 0 documents with at least this label and 540 with a lower one, "
                  "expected 20")));
  EXPECT_THAT(
      [&] { (void)calibrate({.grades = {1.0}}, drawn_scores(-0.02, 60)); },
      ThrowsMessage<UsageError>(HasSubstr("higher scores are not more relevant for this grade")));
  OutOfFold constant = data;
  for (double& score : constant.scores) score = 5.0;
  EXPECT_THAT([&] { (void)calibrate({.grades = {1.0}}, constant); },
              ThrowsMessage<UsageError>(HasSubstr("higher scores are not more relevant")));
}

TEST(Calibrate, PrintsTheSameForAnyNumberOfThreads) {
  const OutOfFold data = drawn_scores(0.02, 60);
  std::vector<std::string> texts;
  for (const std::size_t threads : {1U, 3U}) {
    const ThreadLimit limit(threads);
    texts.push_back(calibration_json(calibrate({.grades = {1.0}}, data)).dump());
  }
  EXPECT_EQ(texts[0], texts[1]);
}

TEST(Calibrate, ReadsGradesStrictly) {
  EXPECT_THAT(parse_grades("--grade", "2,0.5"), ElementsAre(0.5, 2.0));
  for (const char* text : {"", "0", "-1", "nan", "inf", "1,", "x"}) {
    EXPECT_THAT([&] { (void)parse_grades("--grade", text); },
                ThrowsMessage<UsageError>(HasSubstr("expected a label above 0")))
        << text;
  }
  EXPECT_THAT([&] { (void)parse_grades("--grade", "1,1"); },
              ThrowsMessage<UsageError>(HasSubstr("found a grade twice")));
}

}  // namespace
}  // namespace podium
