#include "podium/learning/study/verdicts.hpp"

#include <gmock/gmock.h>

namespace podium {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// Three rows on 40 queries: "good" is better than "base", "bad" is worse, "like" goes up and down
/// around it by 0.1.
StudyGroup close_group() {
  StudyGroup group{"made up", "graded", {}};
  for (const std::string name : {"base", "good", "bad", "like"}) {
    StudySystem system{
        .data = "made up", .row = name, .truth = "graded", .measure = {"map"}, .value = {{}}};
    for (int q = 0; q < 40; ++q) {
      const double noise = (q * 7 % 11) / 100.0;
      double value = 0.4 + noise;
      if (name == "good") value += 0.1 + noise;
      if (name == "bad") value -= 0.1 + noise;
      if (name == "like") value += q % 2 == 0 ? 0.11 : -0.09;
      system.query.push_back(std::to_string(q));
      system.value[0].push_back(value);
    }
    system.mean = {0.4};
    group.systems.push_back(std::move(system));
  }
  return group;
}

StudySpec close_spec() {
  return {.metric = "map",
          .measures = "map",
          .baseline = "base",
          .data = {{.name = "made up"}},
          .rows = {{.name = "base"}, {.name = "good"}, {.name = "bad"}, {.name = "like"}}};
}

TEST(Verdicts, SayWhoBeatsTheBaselineByHowMuch) {
  const std::vector<std::string> sentences = verdict_sentences(close_spec(), close_group());
  ASSERT_EQ(sentences.size(), 3U);
  EXPECT_THAT(sentences[0], StartsWith("made up: good is better than base by 0.1"));
  EXPECT_THAT(sentences[0], HasSubstr(" in map (difference 0.1"));
  EXPECT_THAT(sentences[0], HasSubstr("; randomisation p <= 0.0003)."));
  EXPECT_THAT(sentences[1], StartsWith("made up: bad is worse than base by 0.1"));
  EXPECT_THAT(sentences[1], HasSubstr("(difference -0.1"));
  EXPECT_THAT(
      sentences[2],
      StartsWith("made up: like is not shown to differ from base in map (difference 0.0100, "
                 "95 % from -0.0224 to 0.0424; randomisation p = "));
}

TEST(Verdicts, SayHowManyMoreQueriesWouldSettleIt) {
  const std::vector<std::string> sentences = verdict_sentences(close_spec(), close_group());
  EXPECT_THAT(sentences[2], HasSubstr("); about 1000 more labelled queries would show this "
                                      "difference at the 1.7 % level, with a power of 80 %."));
}

TEST(Verdicts, NeedABaselineAndTheMetric) {
  StudyGroup group = close_group();
  group.systems.erase(group.systems.begin());
  EXPECT_TRUE(verdict_sentences(close_spec(), group).empty());
  StudySpec spec = close_spec();
  spec.metric = "ndcg@10";
  EXPECT_TRUE(verdict_sentences(spec, close_group()).empty());
}

}  // namespace
}  // namespace podium
