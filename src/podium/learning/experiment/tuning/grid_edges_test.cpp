#include "podium/learning/experiment/tuning/grid_edges.hpp"

#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const MeasureEntry& ndcg() {
  return find_measure("ndcg");
}

TuningPoint point(const std::string& algorithm, const OptionText& options, double value) {
  return {.algorithm = algorithm, .options = options, .value = value};
}

std::size_t best_of(const std::vector<TuningPoint>& points) {
  const auto found = std::ranges::max_element(points, {}, &TuningPoint::value);
  return static_cast<std::size_t>(found - points.begin());
}

std::vector<std::string> words_of(const std::vector<TuningPoint>& points) {
  std::vector<std::string> words;
  for (const GridEdge& edge : edges_of(points, best_of(points), ndcg())) {
    words.push_back(edge.words());
  }
  return words;
}

TEST(FurtherStrengths, GoTwoStepsTwiceBeyondTheEdge) {
  // Values of strengths 2 to -8; the last strength that is tried, the best one, and whether it is
  // at the edge.
  struct Case {
    std::vector<double> values;
    int last;
    int best;
    bool is_edge;
  };
  const std::vector<Case> cases = {
      {{.4, .45, .5, .52, .53, .55, .57, .6, .61, .61, .6}, -8, -6, false},
      {{-.02, -.01, 0, .01, .02, .03, .04, .05, .06, .07, .08}, -8, -8, true},
      {{.4, .45, .5, .52, .9, .55, .57, .6, .61, .61, .6}, -4, -2, false}};
  for (const Case& one : cases) {
    std::vector<TuningPoint> points;
    const auto add = [&](int strength) {
      points.push_back(point("listnet", {{"strength", fmt::format("{}", strength)}},
                             one.values[static_cast<std::size_t>(2 - strength)]));
    };
    for (int strength = 0; strength >= -4; --strength) add(strength);
    for (std::size_t steps = 0;; ++steps) {
      const auto further = further_strengths(points, best_of(points), ndcg(), steps);
      if (further.empty()) break;
      for (const std::string& strength : further) add(std::stoi(strength));
    }
    EXPECT_EQ(points.back().options.at("strength"), fmt::format("{}", one.last));
    EXPECT_EQ(points[best_of(points)].options.at("strength"), fmt::format("{}", one.best));
    EXPECT_EQ(words_of(points).size(), one.is_edge ? 1U : 0U);
  }
}

TEST(FurtherStrengths, GoOnceBeforeTheFirst) {
  std::vector<TuningPoint> points = {point("listnet", {{"strength", "0"}}, 0.6),
                                     point("listnet", {{"strength", "-1"}}, 0.5)};
  EXPECT_THAT(further_strengths(points, 0, ndcg(), 0), ElementsAre("1", "2"));
  EXPECT_THAT(further_strengths(points, 0, ndcg(), 1), IsEmpty());
}

TEST(GridEdges, AreNamedWithWhatLooksFurther) {
  EXPECT_THAT(words_of({point("listnet", {{"strength", "-3"}}, 0.5),
                        point("listnet", {{"strength", "-4"}}, 0.6)}),
              ElementsAre("best at the edge of the grid: strength=-4; --grid strength=-4,-5,-6 "
                          "looks further"));
  EXPECT_THAT(words_of({point("lambdamart", {{"rounds", "100"}, {"leaves", "5"}}, 0.5),
                        point("lambdamart", {{"rounds", "300"}, {"leaves", "5"}}, 0.7),
                        point("lambdamart", {{"rounds", "300"}, {"leaves", "15"}}, 0.6)}),
              ElementsAre("best at the edge of the grid: leaves=5; --grid leaves=5,2 looks further",
                          "best at the edge of the grid: rounds=300; --grid rounds=300,900,2700 "
                          "looks further"))
      << "one leaf is not legal";
  const auto edges = edges_of(
      std::vector{point("listnet", {{"l2", "1"}}, 0.6), point("listnet", {{"l2", "0.1"}}, 0.5)}, 0,
      ndcg());
  ASSERT_EQ(edges.size(), 1U);
  EXPECT_EQ(edges[0].words("listnet"),
            "listnet: best at the edge of the grid: l2=1; podium train listnet --grid l2=1,10,100 "
            "looks further");
}

TEST(GridEdges, AreNoneWithoutAWorseNeighbour) {
  EXPECT_THAT(words_of({point("listnet", {{"strength", "-3"}}, 0.6),
                        point("listnet", {{"strength", "-4"}}, 0.6)}),
              IsEmpty());
  EXPECT_THAT(words_of({point("listnet", {{"strength", "-3"}}, 0.5)}), IsEmpty());
  EXPECT_THAT(words_of({point("listnet", {{"model", "linear"}}, 0.5),
                        point("listnet", {{"model", "network"}}, 0.6)}),
              IsEmpty());
  const std::vector<TuningPoint> drawn = {
      point("listnet", {{"strength", "-5"}, {"label-scale", "2"}}, 0.6),
      point("listnet", {{"strength", "-4"}}, 0.5)};
  EXPECT_THAT(edges_of(drawn, 0, ndcg()), IsEmpty());
  EXPECT_EQ(edges_of(drawn, 0, ndcg(), true).size(), 1U);
}

}  // namespace
}  // namespace podium
