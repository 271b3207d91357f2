#include "podium/learning/study/pooled_group.hpp"

#include <gmock/gmock.h>

#include "podium/learning/study/report.hpp"
#include "podium/learning/study/run.hpp"
#include "podium/learning/study/study_fixture.hpp"
#include "podium/learning/study/verdicts.hpp"

namespace podium {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

StudySystem system_of(const std::string& data, const std::string& row,
                      const std::vector<double>& values) {
  StudySystem system{
      .data = data, .row = row, .truth = "graded", .measure = {"map"}, .value = {values}};
  for (std::size_t q = 0; q < values.size(); ++q) system.query.push_back(std::to_string(q));
  return system;
}

/// The row "good" is ahead by 0.02 to 0.06, on too few queries of each set to show it; "once" is on
/// the first set only.
std::vector<StudyGroup> two_sets() {
  const std::vector<double> base = {0.4, 0.3, 0.5, 0.2};
  const std::vector<double> good = {0.42, 0.34, 0.56, 0.24};
  return {{"one",
           "graded",
           {system_of("one", "base", base), system_of("one", "good", good),
            system_of("one", "once", good)}},
          {"two", "graded", {system_of("two", "base", base), system_of("two", "good", good)}}};
}

StudySpec two_sets_spec() {
  return {.metric = "map",
          .measures = "map",
          .baseline = "base",
          .pools_data = true,
          .data = {{.name = "one"}, {.name = "two"}},
          .rows = {{.name = "base"}, {.name = "good"}, {.name = "once"}}};
}

TEST(PooledGroups, HaveTheQueriesOfAllDataSets) {
  const std::vector<StudyGroup> pooled = pooled_groups(two_sets_spec(), two_sets());
  ASSERT_EQ(pooled.size(), 1U);
  ASSERT_EQ(pooled[0].systems.size(), 2U) << "a row that is not on all data sets is left out";
  EXPECT_THAT(pooled[0].systems[1].query,
              ElementsAre("one 0", "one 1", "one 2", "one 3", "two 0", "two 1", "two 2", "two 3"));
  EXPECT_THAT(pooled[0].systems[1].value[0],
              ElementsAre(0.42, 0.34, 0.56, 0.24, 0.42, 0.34, 0.56, 0.24));
}

TEST(PooledGroups, ShowWhatNoDataSetShowsAlone) {
  const StudySpec spec = two_sets_spec();
  const std::vector<StudyGroup> groups = two_sets();
  for (const StudyGroup& group : groups) {
    EXPECT_THAT(verdict_sentences(spec, group)[0], HasSubstr("good is not shown to differ"));
  }
  const std::vector<std::string> sentences =
      verdict_sentences(spec, pooled_groups(spec, groups)[0]);
  ASSERT_EQ(sentences.size(), 1U);
  // All eight differences have one sign: two of the 2^8 changes of signs are as extreme.
  EXPECT_THAT(sentences[0], AllOf(StartsWith("all data sets: good is better than base by 0.0400"),
                                  HasSubstr("randomisation p = 0.0078")));
}

TEST(PooledGroups, AreMadeOnlyWhereTheStudySaysSo) {
  StudySpec spec = two_sets_spec();
  spec.pools_data = false;
  EXPECT_THAT(pooled_groups(spec, two_sets()), IsEmpty());
  const std::vector<StudyGroup> groups = two_sets();
  EXPECT_THAT(pooled_groups(two_sets_spec(), std::span(groups).first(1)), IsEmpty());
}

TEST(PooledGroups, AreATableAndSentencesOfTheReport) {
  const std::string data = "synth = { queries = 9, documents = 5, features = 3 }\nfold-count = 3\n";
  const std::string text =
      "name = 'two'\nmetric = 'map'\nmeasures = ['map']\nbaseline = 'first'\npool = true\n"
      "[[data]]\nname = 'one'\n" +
      data + "[[data]]\nname = 'two'\n" + data +
      "[[row]]\nname = 'first'\nfeature = 1\n[[row]]\nname = 'second'\nfeature = 2\n";
  LineLog log(fresh_path(".jsonl"), results_beginning);
  const std::vector<StudyResults> results = {*Study(text, "test", {}).run(log)};
  const ReportDocument document = study_report(results, {});
  EXPECT_THAT(document.summary, testing::Contains(StartsWith("all data sets: second is ")));
  std::vector<std::string> titles;
  for (const ReportBlock& block : document.sections.front().blocks) {
    if (const auto* table = std::get_if<TableBlock>(&block)) titles.push_back(table->title);
  }
  EXPECT_THAT(titles, testing::Contains("all data sets: difference of map from first"));
}

}  // namespace
}  // namespace podium
