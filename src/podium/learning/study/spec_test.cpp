#include "podium/learning/study/spec.hpp"

#include <gmock/gmock.h>

#include "podium/core/base/error.hpp"
#include "podium/learning/study/study_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::UnorderedElementsAre;

StudySpec parsed(const std::string& text) {
  return parse_study(text, "study.toml");
}

/// What is said of a spec that is wrong.
std::string complaint(const std::string& text) {
  try {
    parsed(text);
  } catch (const DataError& error) {
    return error.what();
  }
  return "no complaint";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  return text.replace(place, from.size(), to);
}

TEST(StudySpec, ReadsDataRowsAndGrids) {
  const StudySpec spec = parsed(small_study);
  EXPECT_EQ(spec.name, "small");
  EXPECT_EQ(spec.title, "Two learners");
  EXPECT_EQ(spec.measures, "map,ndcg@1,ndcg@3,ndcg@10");
  EXPECT_THAT(spec.seeds, ElementsAre(1, 2));
  EXPECT_THAT(spec.truths, ElementsAre("graded"));
  ASSERT_EQ(spec.data.size(), 1U);
  EXPECT_EQ(spec.data[0].fold_count, 3U);
  EXPECT_THAT(
      *spec.data[0].synth,
      UnorderedElementsAre(Pair("queries", "30"), Pair("documents", "8"), Pair("features", "4")));
  ASSERT_EQ(spec.rows.size(), 2U);
  EXPECT_EQ(spec.rows[1].algorithm, "listmle");
  ASSERT_EQ(spec.rows[1].grid.size(), 1U);
  EXPECT_THAT(spec.rows[1].grid[0].values, ElementsAre("0.01", "1"));
  EXPECT_EQ(baseline_of(spec).name, "listnet");
}

TEST(StudySpec, ReadsTheRuleForUnjudgedDocuments) {
  EXPECT_EQ(parsed(small_study).data[0].unjudged, "drop");
  const auto with = [](const std::string& rule) {
    return replaced(small_study, "fold-count", "unjudged = \"" + rule + "\"\nfold-count");
  };
  EXPECT_EQ(parsed(with("label:0")).data[0].unjudged, "label:0");
  EXPECT_THAT(complaint(with("some")), HasSubstr("drop, lowest or label:V"));
}

TEST(StudySpec, ReadsSeedsOfARow) {
  EXPECT_TRUE(parsed(small_study).rows[0].seeds.empty());
  const auto with = [](const std::string& seeds) {
    return replaced(small_study, "algorithm = \"listmle\"",
                    "algorithm = \"listmle\"\nseeds = " + seeds);
  };
  EXPECT_THAT(parsed(with("[7, 3]")).rows[1].seeds, ElementsAre(7, 3));
  EXPECT_THAT(complaint(with("[]")), HasSubstr("a list of whole numbers"));
  EXPECT_THAT(complaint(with("3")), HasSubstr("a list of whole numbers"));
  EXPECT_THAT(complaint(with("[0.5]")), HasSubstr("whole number"));
  EXPECT_THAT(complaint(with("[3, 3]")),
              HasSubstr("a duplicate among the seeds of row 'listmle, tuned'"));
}

TEST(StudySpec, TakesTheFirstRowForBaselineWhenNoneIsNamed) {
  EXPECT_EQ(baseline_of(parsed(replaced(small_study, "baseline = \"listnet\"", ""))).name,
            "listnet");
}

TEST(StudySpec, SaysWhereAndWhatIsWrong) {
  EXPECT_THAT(complaint("name = 'x'\nnme = 2\n"),
              HasSubstr("study.toml:2:7: found the key 'nme', expected one of: name, title"));
  EXPECT_THAT(complaint("name = \n"), HasSubstr("study.toml:1:"));
  EXPECT_THAT(complaint("name = 'x'"), HasSubstr("found no [[data]]"));
  EXPECT_THAT(complaint(replaced(small_study, "algorithm = \"listnet\"", "algorithm = \"lisnet\"")),
              HasSubstr("study.toml:16:13: unknown algorithm 'lisnet'"));
  EXPECT_THAT(complaint(replaced(small_study, "l2 = [0.01, 1]", "l3 = [1]")), HasSubstr("'l3'"));
  EXPECT_THAT(complaint(replaced(small_study, "l2 = [0.01, 1]", "l2 = []")),
              HasSubstr("empty list"));
  EXPECT_THAT(complaint(replaced(small_study, "features = 4", "feature = 4")),
              HasSubstr("'feature'"));
  EXPECT_THAT(complaint(replaced(small_study, "ndcg@10", "ndgc@10")),
              HasSubstr("unknown measure 'ndgc'"));
  EXPECT_THAT(complaint(replaced(small_study, "fold-count = 3", "fold-count = 2")),
              HasSubstr("3 or more"));
  EXPECT_THAT(complaint(replaced(small_study, "fold-count = 3", "file = 'a.txt'")),
              HasSubstr("one of: folds, file, synth"));
  EXPECT_THAT(complaint(replaced(small_study, "[1, 2]", "[-1]")), HasSubstr("whole number"));
  EXPECT_THAT(complaint(replaced(small_study, "\"listmle, tuned\"", "\"listnet\"")),
              HasSubstr("found two rows named 'listnet'"));
  EXPECT_THAT(complaint(replaced(small_study, "baseline = \"listnet\"", "baseline = \"ranknet\"")),
              HasSubstr("expected one of: listnet, listmle, tuned"));
}

TEST(StudySpec, RefusesWhatWouldBeCountedTwice) {
  EXPECT_THAT(complaint(replaced(small_study, "[1, 2]", "[1, 1]")),
              HasSubstr("a duplicate among the seeds"));
  EXPECT_THAT(complaint(replaced(small_study, "seeds", "truth = ['full', 'full']\nseeds")),
              HasSubstr("a duplicate among the truths"));
  EXPECT_THAT(complaint(small_study + "[sweep]\nover = 'k'\nvalues = [1, 1]"),
              HasSubstr("a duplicate among the values of the sweep"));
  EXPECT_THAT(complaint(replaced(small_study, "name = \"listnet\"", "name = ''")),
              HasSubstr("found an empty name among the rows"));
}

TEST(StudySpec, ChecksWhatIsSwept) {
  const auto with = [](const std::string& sweep) { return small_study + "[sweep]\n" + sweep; };
  EXPECT_EQ(parsed(with("over = \"k\"\nvalues = [1, 10, \"full\"]")).sweep->values.size(), 3U);
  EXPECT_EQ(parsed(with("over = \"iterations\"\nvalues = [1, 10]")).sweep->over, "iterations");
  EXPECT_THAT(complaint(with("over = \"l2\"\nvalues = [1, 10]")),
              HasSubstr("in its grid and in the sweep"));
  EXPECT_EQ(parsed(with("over = \"k\"\nvalues = [1, 10]\nquick = [10]")).sweep->quick.size(), 1U);
  EXPECT_THAT(complaint(with("over = \"k\"\nvalues = [1, 10]\nquick = [5]")),
              HasSubstr("found '5', expected some of the values of the sweep"));
  EXPECT_THAT(complaint(with("over = \"k\"\nvalues = [0]")), HasSubstr("study.toml"));
  EXPECT_THAT(complaint(with("over = \"lambda\"\nvalues = [0.5]")), HasSubstr("'lambda'"));
  EXPECT_THAT(complaint(with("over = \"label-noise\"\nvalues = [1.5]")),
              HasSubstr("a share from 0 to 1"));
}

TEST(StudySpec, ReadsWhichDocumentsAndQueriesAreMeasured) {
  EXPECT_EQ(metric_plan_of(parsed(small_study)).lists, ListRule::whole);
  EXPECT_FALSE(metric_plan_of(parsed(small_study)).skips_blank);
  const auto with = [](const std::string& keys) {
    return replaced(small_study, "seeds =", keys + "\nseeds =");
  };
  const MetricPlan plan = metric_plan_of(parsed(with("condensed = true\nblank = \"skip\"")));
  EXPECT_EQ(plan.lists, ListRule::condensed);
  EXPECT_TRUE(plan.skips_blank);
  EXPECT_THAT(complaint(with("blank = \"both\"")),
              HasSubstr("found 'both', expected keep or skip"));
  EXPECT_THAT(
      complaint(
          replaced(with("condensed = true"), "fold-count", "unjudged = \"lowest\"\nfold-count")),
      HasSubstr("with unjudged = 'lowest' all documents of data set 'made up' have a label"));
}

TEST(StudySpec, ReadsTheFileOfPairsOfARow) {
  const auto with = [](const std::string& keys) {
    return replaced(small_study, "algorithm = \"listnet\"", keys);
  };
  EXPECT_EQ(parsed(with("algorithm = \"ranksvm\"\npairs = \"{data}.txt\"")).rows[0].pairs,
            "{data}.txt");
  EXPECT_THAT(complaint(with("algorithm = \"listnet\"\npairs = \"p\"")),
              HasSubstr("listnet cannot be trained on pairs"));
  EXPECT_THAT(complaint(with("feature = 1\npairs = \"p\"")),
              HasSubstr("found the key 'pairs' in a row without an algorithm"));
  const std::string svm = "algorithm = \"ranksvm\"\npairs = \"p\"";
  EXPECT_THAT(complaint(with(svm + "\ntruth = \"topk:3\"")),
              HasSubstr("truth has no meaning for a row that learns from pairs"));
  EXPECT_THAT(complaint(with(svm) + "[sweep]\nover = \"label-noise\"\nvalues = [0, 0.5]\n"),
              HasSubstr("row 'listnet' learns from pairs, expected sweep = false in it"));
  EXPECT_EQ(complaint(with(svm + "\nsweep = false") +
                      "[sweep]\nover = \"label-noise\"\nvalues = [0, 0.5]\n"),
            "no complaint");
}

TEST(StudySpec, SaysThatOptionsTakeNoMeasuresOfOnesOwn) {
  EXPECT_THAT(
      complaint(replaced(
          replaced(small_study, "seeds =", "define = { my = \"sum(gain)\" }\nseeds ="),
          "algorithm = \"listnet\"", "algorithm = \"adarank-map\"\nset = { measure = \"my\" }")),
      HasSubstr("not those that you define"));
}

TEST(StudySpec, ReadsSweepsOverNumbersOfQueries) {
  const auto with = [](const std::string& sweep) { return small_study + "[sweep]\n" + sweep; };
  const std::string sizes = "over = 'train-queries'\nvalues = [5, 10]\n";
  const StudySweep sweep = *parsed(with(sizes + "draws = 3\ntarget = 0.5")).sweep;
  EXPECT_EQ(sweep.draws, 3U);
  EXPECT_EQ(sweep.target, 0.5);
  EXPECT_EQ(parsed(with(sizes)).sweep->draws, 1U);
  EXPECT_FALSE(parsed(with(sizes)).sweep->target);
  EXPECT_THAT(complaint(with("over = 'train-queries'\nvalues = [0.5]")),
              HasSubstr("found '0.5', expected a number of queries, 1 or more"));
  EXPECT_THAT(complaint(with("over = 'labelled-queries'\nvalues = [1]")), HasSubstr("2 or more"));
  EXPECT_THAT(complaint(with(sizes + "draws = 0")), HasSubstr("expected 1 draw or more"));
  EXPECT_THAT(complaint(with(sizes + "draws = 'x'")), HasSubstr("whole number"));
  EXPECT_THAT(complaint(with("over = 'k'\nvalues = [1]\ndraws = 2")),
              HasSubstr("a sweep that changes training data"));
  EXPECT_THAT(complaint(with("over = 'iterations'\nvalues = [1]\ndraws = 2")),
              HasSubstr("a sweep that changes training data"));
  EXPECT_THAT(complaint(with(sizes + "target = 'high'")), HasSubstr("a value of the metric"));
  EXPECT_THAT(complaint(with("over = 'label-noise'\nvalues = [0.1]\ntarget = 0.5")),
              HasSubstr("a sweep over numbers of queries"));
}

TEST(StudySpec, PoolsSeveralDataSets) {
  EXPECT_FALSE(parsed(small_study).pools_data);
  const std::string pooled = "pool = true\n" + std::string(small_study);
  EXPECT_THAT(complaint(pooled), HasSubstr("found one data set, expected several to pool"));
  EXPECT_TRUE(parsed(pooled + "\n[[data]]\nname = 'more'\nfile = 'more.txt'\n").pools_data);
}

TEST(StudySpec, ReadsHowOptionsAreChosen) {
  const auto with = [](const std::string& keys) {
    return replaced(small_study, "algorithm = \"listnet\"", keys);
  };
  EXPECT_EQ(parsed(small_study).rows[0].tune, TuneRule::none) << "as papers do";
  EXPECT_EQ(parsed(with("algorithm = 'listnet'\ntune = 'split'")).rows[0].tune, TuneRule::split);
  const StudyRow chosen = parsed(with("algorithm = 'auto'")).rows[0];
  EXPECT_EQ(chosen.tune, TuneRule::split);
  EXPECT_EQ(chosen.baseline, best_feature);
  EXPECT_FALSE(chosen.refits_with_vali);
  const StudyRow prior = parsed(with("algorithm = 'listnet'\nbaseline = 3")).rows[0];
  EXPECT_EQ(prior.tune, TuneRule::split);
  const std::string refits = "\nrefit-with-vali = true";
  EXPECT_TRUE(
      parsed(with("algorithm = 'listnet'\ntune = 'inner'" + refits)).rows[0].refits_with_vali);
  EXPECT_THAT(complaint(with("algorithm = 'listnet'" + refits)), HasSubstr("needs tune"));
  EXPECT_EQ(prior.baseline, "3");
  EXPECT_THAT(complaint(with("algorithm = 'listnet'\ntune = 'best'")),
              HasSubstr("found 'best', expected none, split or inner"));
  EXPECT_THAT(complaint(with("algorithm = 'auto'\nset = { l2 = 1 }")),
              HasSubstr("auto chooses algorithm and options itself"));
  EXPECT_THAT(complaint(with("algorithm = 'listnet'\nbaseline = 3\ntune = 'none'")),
              HasSubstr("need tune"));
  EXPECT_THAT(complaint(with("feature = 1\ntune = 'inner'")), HasSubstr("which learns nothing"));
}

}  // namespace
}  // namespace podium
