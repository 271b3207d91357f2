#include "podium/learning/model/stage/calibration.hpp"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"

namespace podium {
namespace {

using testing::HasSubstr;

Calibration two_grades() {
  return {{{.grade = 1.0, .curve = PlattCurve{2.0, -0.5}},
           {.grade = 2.0, .curve = PiecewiseLinear{{-1.0, 1.0}, {0.25, 0.75}}}}};
}

Calibration read(const std::string& text) {
  return Calibration::read(read_json(text, {"m.json"}));
}

TEST(CalibrationStage, GivesProbabilitiesThatDoNotRiseWithTheGrade) {
  const Calibration calibration = two_grades();
  for (double score = -3.0; score < 3.0; score += 0.1) {
    const double first = 1.0 / (1.0 + std::exp(-(2.0 * score - 0.5)));
    const double second = std::clamp(0.5 + 0.25 * score, 0.25, 0.75);
    EXPECT_NEAR(calibration.probability(score, 0), first, 1e-15);
    EXPECT_NEAR(calibration.probability(score, 1), std::min(first, second), 1e-15);
  }
  EXPECT_EQ(calibration.probability(-1e300, 0), 0.0);
  EXPECT_EQ(calibration.probability(1e300, 0), 1.0);
}

TEST(CalibrationStage, ComesBackFromItsFile) {
  EXPECT_EQ(read(two_grades().json().dump()), two_grades());
}

TEST(CalibrationStage, IsReadStrictly) {
  const auto complaint = [](const std::string& text) -> std::string {
    try {
      read(text);
    } catch (const DataError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(complaint("[]"), HasSubstr("found no grade"));
  EXPECT_THAT(complaint("{}"), HasSubstr("expected"));
  EXPECT_THAT(complaint(R"([{"grade": 0, "platt": [1, 0]}])"), HasSubstr("a grade above 0"));
  EXPECT_THAT(complaint(R"([{"grade": 1, "platt": [1, 0]}, {"grade": 1, "platt": [1, 0]}])"),
              HasSubstr("a grade above 1"));
  EXPECT_THAT(complaint(R"([{"grade": 1, "platt": [0, 0]}])"), HasSubstr("a slope above 0"));
  EXPECT_THAT(complaint(R"([{"grade": 1, "platt": [1]}])"), HasSubstr("platt"));
  EXPECT_THAT(complaint(R"([{"grade": 1}])"), HasSubstr("platt"));
  EXPECT_THAT(complaint(R"([{"grade": 1, "more": 1, "platt": [1, 0]}])"), HasSubstr("more"));
  EXPECT_THAT(complaint(R"([{"grade": 1, "isotonic": {"at": [0, 1], "image": [0.5, 1.5]}}])"),
              HasSubstr("expected probabilities"));
  EXPECT_THAT(complaint(R"([{"grade": 1, "isotonic": {"at": [1, 0], "image": [0, 1]}}])"),
              HasSubstr("knots that do not rise"));
  EXPECT_THAT(
      complaint(R"([{"grade": 1, "platt": [1, 0], "isotonic": {"at": [0, 1], "image": [0, 1]}}])"),
      HasSubstr("both platt and isotonic"));
}

}  // namespace
}  // namespace podium
