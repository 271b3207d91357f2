#include "podium/core/measure/err.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

using sample::measure;
using sample::measure_ranked;

TEST(Err, GivesTheValuesOfTheSpecification) {  // SPEC C.5, golden.json "graded"
  EXPECT_NEAR(measure("err", sample::graded, sample::scores), 0.4259114583333333, 1e-9);
  EXPECT_NEAR(measure("err@3", sample::graded, sample::scores), 0.3958333333333333, 1e-9);
  EXPECT_NEAR(measure("err(max=4)", sample::graded, sample::scores), 0.14568837483723956, 1e-9);
  EXPECT_NEAR(measure("err", sample::graded, sample::scores, "ranklib"), 0.14568837483723956, 1e-9);
  EXPECT_NEAR(measure_ranked("err", {1}), 0.5, 1e-12);
}

TEST(Err, IsTheSumOfItsFormula) {
  const std::vector<double> labels = {1, 4, 0, 2};
  double sum = 0.0;
  for (std::size_t r = 1; r <= labels.size(); ++r) {
    double product = 1.0;
    for (std::size_t i = 1; i < r; ++i) product *= 1.0 - (std::pow(2.0, labels[i - 1]) - 1.0) / 16;
    sum += 1.0 / static_cast<double>(r) * (std::pow(2.0, labels[r - 1]) - 1.0) / 16 * product;
  }
  EXPECT_NEAR(measure_ranked("err", labels), sum, 1e-12);
}

TEST(Err, RefusesLabelsAboveTheHighestGrade) {
  EXPECT_THROW(measure_ranked("err(max=2)", {3}), UsageError);
  EXPECT_THROW(measure_ranked("err", {5}, "ranklib"), UsageError);
}

TEST(Err, TakesLabelsOfAnySize) {
  EXPECT_NEAR(measure_ranked("err", {1330}), 1.0, 1e-12);
  EXPECT_NEAR(measure_ranked("err", {0, 1330}), 0.5, 1e-12);
}

TEST(Err, TakesItsHighestGradeFromTheDataAndNamesIt) {
  const Profile& standard = find_profile("standard");
  EXPECT_EQ(parse_measure("err", standard).with_top_grade(4).name(), "err(max=4)");
  EXPECT_EQ(parse_measure("err@10", standard).with_top_grade(1.5).name(), "err(max=1.5)@10");
  EXPECT_EQ(parse_measure("err(max=5)", standard).with_top_grade(4).name(), "err(max=5)");
  EXPECT_EQ(parse_measure("err", find_profile("ranklib")).with_top_grade(2).name(), "err(max=4)");
  EXPECT_EQ(parse_measure("err", standard).with_top_grade(0).name(), "err") << "nothing relevant";
  EXPECT_EQ(parse_measure("ndcg@10", standard).with_top_grade(4).name(), "ndcg@10");
  EXPECT_EQ(parse_measure("kappa-err", standard).with_top_grade(4).name(), "kappa-err");
}

TEST(MeanProducts, AreTheMeansOverAllChoices) {
  const std::vector<double> x = {0.5, 0.2, 0.9};
  const std::vector<double> mean = mean_products(x, 3);
  EXPECT_NEAR(mean[0], 1.0, 1e-15);
  EXPECT_NEAR(mean[1], (0.5 + 0.2 + 0.9) / 3, 1e-15);
  EXPECT_NEAR(mean[2], (0.5 * 0.2 + 0.5 * 0.9 + 0.2 * 0.9) / 3, 1e-15);
  EXPECT_NEAR(mean[3], 0.5 * 0.2 * 0.9, 1e-15);
  EXPECT_EQ(mean_products(x, 1).size(), 2U);
}

}  // namespace
}  // namespace podium
