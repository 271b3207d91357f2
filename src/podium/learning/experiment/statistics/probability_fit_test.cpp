#include "podium/learning/experiment/statistics/probability_fit.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/core/base/random.hpp"
#include "podium/core/base/test_paths.hpp"

namespace podium {
namespace {

nlohmann::json golden_calibration() {
  std::ifstream file(golden_path("calibration.json"));
  return nlohmann::json::parse(file).at("calibration");
}

struct Sample {
  std::vector<double> score;
  std::vector<double> relevant;
};

/// Scores of which many are equal.
Sample coarse_sample(std::size_t count, std::uint64_t seed) {
  RandomStream random(seed, "", "probability fit test");
  Sample sample;
  for (std::size_t i = 0; i < count; ++i) {
    sample.score.push_back(std::round(3.0 * random.normal()));
    sample.relevant.push_back(random.normal() < 0.3 * sample.score.back() ? 1.0 : 0.0);
  }
  return sample;
}

TEST(Platt, HasTheGoldenParametersAndError) {
  const nlohmann::json golden = golden_calibration();
  const std::vector<double> scores = golden.at("scores");
  const std::vector<double> relevant = golden.at("relevant");
  const std::vector<double> expected = golden.at("platt (slope, constant), targets of Platt");
  const PlattCurve curve = fit_platt(scores, relevant);
  EXPECT_NEAR(curve.slope, expected[0], 1e-9);
  EXPECT_NEAR(curve.constant, expected[1], 1e-9);
  std::vector<double> p;
  for (const double score : scores) p.push_back(curve(score));
  const std::vector<double> probabilities = golden.at("platt probabilities");
  for (std::size_t i = 0; i < p.size(); ++i) EXPECT_NEAR(p[i], probabilities[i], 1e-9);
  EXPECT_NEAR(CalibrationError(p, 4)(relevant),
              golden.at("ece of platt, 4 bins of equal size").get<double>(), 1e-9);
}

TEST(Platt, HasNoGradientWhereItEnds) {
  for (const double scale : {1e-3, 1.0, 1e5}) {
    Sample sample = coarse_sample(200, 1);
    for (double& score : sample.score) score *= scale;
    const PlattCurve curve = fit_platt(sample.score, sample.relevant);
    double ones = 0.0;
    for (const double label : sample.relevant) ones += label;
    const double zeros = 200.0 - ones;
    double by_slope = 1e-6 * curve.slope;
    double by_constant = 1e-6 * curve.constant;
    for (std::size_t i = 0; i < 200; ++i) {
      const double target =
          sample.relevant[i] > 0.0 ? (ones + 1.0) / (ones + 2.0) : 1.0 / (zeros + 2.0);
      const double p = 1.0 / (1.0 + std::exp(-(curve.slope * sample.score[i] + curve.constant)));
      by_slope += (p - target) * sample.score[i];
      by_constant += p - target;
    }
    EXPECT_NEAR(by_slope / scale, 0.0, 1e-7) << scale;
    EXPECT_NEAR(by_constant, 0.0, 1e-7) << scale;
  }
}

TEST(Platt, IsFiniteWhereScoresSeparateAll) {
  const std::vector<double> scores = {-1000.0, -900.0, 900.0, 1000.0};
  const PlattCurve curve = fit_platt(scores, std::vector<double>{0.0, 0.0, 1.0, 1.0});
  EXPECT_GT(curve.slope, 0.0);
  EXPECT_NEAR(curve(1000.0), 0.75, 0.05);
  const PlattCurve falling = fit_platt(scores, std::vector<double>{1.0, 1.0, 0.0, 0.0});
  EXPECT_LT(falling.slope, 0.0);
}

TEST(Isotonic, HasTheGoldenBlocks) {
  const nlohmann::json golden = golden_calibration();
  const std::vector<double> scores = golden.at("scores");
  const std::vector<double> relevant = golden.at("relevant");
  const PiecewiseLinear curve = fit_isotonic(scores, relevant);
  std::size_t knot = 0;
  for (const std::vector<double> block : golden.at("isotonic (from, to, probability)")) {
    for (const double at : {block[0], block[1]}) {
      ASSERT_LT(knot, curve.at.size());
      EXPECT_EQ(curve.at[knot], at);
      EXPECT_NEAR(curve.image[knot], block[2], 1e-12);
      ++knot;
    }
  }
  EXPECT_EQ(knot, curve.at.size());
}

/// The least of the means up to a later value, the largest over earlier ones.
double by_max_min(const Sample& sample, double at) {
  double best = -1.0;
  for (const double low : sample.score) {
    if (low > at) continue;
    double least = 2.0;
    for (const double high : sample.score) {
      if (high < at) continue;
      double ones = 0.0;
      double count = 0.0;
      for (std::size_t i = 0; i < sample.score.size(); ++i) {
        if (sample.score[i] < low || sample.score[i] > high) continue;
        ones += sample.relevant[i];
        count += 1.0;
      }
      least = std::min(least, ones / count);
    }
    best = std::max(best, least);
  }
  return best;
}

TEST(Isotonic, IsTheMaxMinOfMeans) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Sample sample = coarse_sample(seed, seed);
    const PiecewiseLinear curve = fit_isotonic(sample.score, sample.relevant);
    for (const double score : sample.score) {
      EXPECT_NEAR(curve(score), by_max_min(sample, score), 1e-12) << seed;
    }
  }
}

TEST(CalibrationErrors, OfCopiesAreThoseOfRepeatedDocuments) {
  RandomStream random(1, "", "calibration error test");
  for (const std::size_t count : {3U, 57U, 200U}) {
    std::vector<double> p;
    std::vector<double> relevant;
    std::vector<std::size_t> copies;
    std::vector<double> all_p;
    std::vector<double> all_relevant;
    for (std::size_t i = 0; i < count; ++i) {
      p.push_back(random.uniform());
      relevant.push_back(random.uniform() < 0.5 ? 1.0 : 0.0);
      copies.push_back(random.below(4));
      all_p.insert(all_p.end(), copies.back(), p.back());
      all_relevant.insert(all_relevant.end(), copies.back(), relevant.back());
    }
    const auto slow = [](const std::vector<double>& values, const std::vector<double>& labels) {
      std::vector<std::size_t> order(values.size());
      for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
      std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values[i]; });
      double error = 0.0;
      std::size_t at = 0;
      for (std::size_t bin = 0; bin < 10; ++bin) {
        const std::size_t size = order.size() / 10 + (bin < order.size() % 10 ? 1 : 0);
        double mean = 0.0;
        double share = 0.0;
        for (std::size_t i = 0; i < size; ++i, ++at) {
          mean += values[order[at]] / static_cast<double>(size);
          share += labels[order[at]] / static_cast<double>(size);
        }
        error +=
            static_cast<double>(size) / static_cast<double>(order.size()) * std::abs(mean - share);
      }
      return error;
    };
    const CalibrationError error(p);
    EXPECT_NEAR(error(relevant), slow(p, relevant), 1e-12);
    if (all_p.empty()) continue;
    EXPECT_NEAR(error(relevant, copies), slow(all_p, all_relevant), 1e-12);
    EXPECT_NEAR(CalibrationError(all_p)(all_relevant), slow(all_p, all_relevant), 1e-12);
  }
}

}  // namespace
}  // namespace podium
