#include "podium/core/measure/official.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"

namespace podium {
namespace {

using testing::HasSubstr;

/// Two queries; the last document of the first one is relevant and not retrieved.
struct TwoQueries {
  WeakOrder first = weak_order(GradedTruth{{1, 0, 2}});
  WeakOrder second = weak_order(GradedTruth{{0, 0}});
  std::vector<double> scores = {2, 1};
  std::vector<std::uint64_t> id_end = {1, 2, 3};
  std::string id_text = "abc";

  std::vector<ScoredQuery> queries() const {
    return {{"1", first.view(), scores, {id_end, id_text}, 0},
            {"2", second.view(), scores, {id_end, id_text}, 0}};
  }
};

TEST(OfficialMeasures, AreCountsSumsAndMeans) {
  const TwoQueries data;
  const Profile& trec = find_profile("trec");
  const Evaluation found = evaluate_official(data.queries(), trec, trec.ties);
  ASSERT_EQ(found.measure.size(), 29U);
  const auto mean = [&](std::string_view name) {
    return found.mean[static_cast<std::size_t>(std::ranges::find(found.measure, name) -
                                               found.measure.begin())];
  };
  EXPECT_EQ(found.measure.front(), "num_q");
  EXPECT_EQ(found.measure.back(), "P_1000");
  EXPECT_EQ(mean("num_q"), 2.0);
  EXPECT_EQ(mean("num_ret"), 4.0);
  EXPECT_EQ(mean("num_rel"), 2.0);
  EXPECT_EQ(mean("num_rel_ret"), 1.0);
  EXPECT_EQ(mean("map"), 0.25);
  EXPECT_NEAR(mean("gm_map"), std::sqrt(0.5 * 0.00001), 1e-15);
  EXPECT_NEAR(mean("P_5"), 0.1, 1e-15);
  EXPECT_EQ(mean("iprec_at_recall_0.00"), 0.5);
  EXPECT_EQ(mean("iprec_at_recall_1.00"), 0.0);
  EXPECT_EQ(found.value[1], (std::vector<double>{2, 2})) << "num_ret by query";
  EXPECT_TRUE(std::isnan(found.value[0][0])) << "trec_eval prints num_q for all queries only";
}

TEST(OfficialMeasures, NeedTheProfileOfTheirProgramAndNoWeights) {
  const TwoQueries data;
  std::vector<ScoredQuery> queries = data.queries();
  const auto refusal = [&](const char* profile) -> std::string {
    try {
      evaluate_official(queries, find_profile(profile), TieRule::docid);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_THAT(refusal("standard"), HasSubstr("found profile standard, expected --profile trec"));
  EXPECT_EQ(refusal("trec"), "accepted");
  queries[0].weight = 2.0;
  EXPECT_THAT(refusal("trec"), HasSubstr("query weights"));
}

}  // namespace
}  // namespace podium
