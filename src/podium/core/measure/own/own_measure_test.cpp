#include "podium/core/measure/own/own_measure.hpp"

#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/measure/evaluate.hpp"

namespace podium {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

const Profile& own_profile = find_profile("standard");

std::vector<double> own_scores(const Dataset& data) {
  RandomStream random(3, "", "scores");
  std::vector<double> scores(data.row_count());
  for (double& score : scores) score = random.normal();
  return scores;
}

Evaluation evaluated_by(const std::vector<Measure>& measures, const Dataset& data) {
  const std::vector<double> scores = own_scores(data);
  return evaluate(scored_queries(data, scores), measures, own_profile, TieRule::input);
}

double label_at_first(std::span<const double> ranked, std::span<const double> /*ideal*/) {
  return ranked.front();
}

std::string refusal_of(const OwnMeasure& measure, const Dataset& data) {
  try {
    (void)evaluated_by({measure.under(own_profile)}, data);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(OwnMeasure, SeesTheLabelsByRankAndTheIdealOnes) {
  DatasetBuilder builder(0);
  builder.add_query("q", GradedTruth{{0, 2, 1}}, {});
  const Dataset data = std::move(builder).build();
  std::vector<double> seen;
  const OwnMeasure measure{"my",
                           [&](std::span<const double> ranked, std::span<const double> ideal) {
                             seen.assign(ranked.begin(), ranked.end());
                             seen.insert(seen.end(), ideal.begin(), ideal.end());
                             return std::optional(0.25);
                           }};
  const std::vector<double> scores = {0.5, 0.1, 0.9};
  const std::vector<Measure> list = {measure.under(own_profile)};
  const Evaluation found =
      evaluate(scored_queries(data, scores), list, own_profile, TieRule::input);
  EXPECT_THAT(seen, ElementsAre(1, 0, 2, 2, 1, 0));
  EXPECT_THAT(found.measure, ElementsAre("my"));
  EXPECT_THAT(found.mean, ElementsAre(0.25));
}

TEST(OwnMeasure, CanRestateAMeasureOfTheLibrary) {
  const Dataset data = random_dataset(5, 60, 1);
  const OwnMeasure precision{"my", [](std::span<const double> ranked, std::span<const double>) {
                               double found = 0.0;
                               for (std::size_t i = 0; i < 3 && i < ranked.size(); ++i) {
                                 found += ranked[i] >= 1.0 ? 1.0 : 0.0;
                               }
                               return std::optional(found / 3.0);
                             }};
  const Evaluation both =
      evaluated_by({precision.under(own_profile), parse_measure("p@3", own_profile)}, data);
  EXPECT_EQ(both.value[0], both.value[1]);
}

TEST(OwnMeasure, IsAskedForOneQueryAfterAnother) {
  const Dataset data = random_dataset(6, 3000, 1);
  const ThreadLimit limit(4);
  std::vector<std::size_t> sizes;
  bool is_one_thread = true;
  const OwnMeasure measure{"my",
                           [&, caller = std::this_thread::get_id()](std::span<const double> ranked,
                                                                    std::span<const double> ideal) {
                             is_one_thread = is_one_thread && std::this_thread::get_id() == caller;
                             sizes.push_back(ranked.size());
                             return std::optional(label_at_first(ranked, ideal));
                           }};
  (void)evaluated_by({measure.under(own_profile), parse_measure("map", own_profile)}, data);
  EXPECT_TRUE(is_one_thread);
  ASSERT_EQ(sizes.size(), data.query_count());
  for (std::size_t q = 0; q < sizes.size(); ++q) ASSERT_EQ(sizes[q], data[q].size());
}

TEST(OwnMeasure, IsRefusedWhereItsNameOrItsValueIsNone) {
  const Dataset data = random_dataset(7, 10, 1);
  EXPECT_THAT(refusal_of({"NDCG@10", label_at_first}, data), HasSubstr("is a measure already"));
  EXPECT_THAT(refusal_of({"", label_at_first}, data), HasSubstr("no name"));
  const auto nowhere = [](std::span<const double>, std::span<const double>) {
    return std::optional(std::nan(""));
  };
  EXPECT_THAT(refusal_of({"my", nowhere}, data), AllOf(HasSubstr("'q0'"), HasSubstr("my is nan")));
}

TEST(OwnMeasure, LeavesQueriesForWhichItIsNotDefinedToTheProfile) {
  const Dataset data = random_dataset(8, 10, 1);
  const OwnMeasure measure{"my", [](std::span<const double>, std::span<const double>) {
                             return std::optional<double>();
                           }};
  const auto mean_under = [&](const char* name) {
    const Profile& profile = find_profile(name);
    const std::vector<Measure> list = {measure.under(profile)};
    const std::vector<double> scores = own_scores(data);
    return evaluate(scored_queries(data, scores), list, profile, TieRule::input).mean.front();
  };
  for (const Profile& profile : profiles()) {
    const double mean = mean_under(std::string(profile.name).c_str());
    if (profile.blank == Blank::skip) {
      EXPECT_TRUE(std::isnan(mean)) << profile.name;
    } else {
      EXPECT_EQ(mean, profile.blank == Blank::one ? 1.0 : 0.0) << profile.name;
    }
  }
}

TEST(OwnMeasure, KnowsWhichValuesAreBetter) {
  EXPECT_TRUE((OwnMeasure{"my", label_at_first}.under(own_profile).entry().is_better(2.0, 1.0)));
  EXPECT_TRUE(
      (OwnMeasure{"my", label_at_first, true}.under(own_profile).entry().is_better(1.0, 2.0)));
}

}  // namespace
}  // namespace podium
