#include "podium/learning/study/run.hpp"

#include <fstream>
#include <regex>
#include <set>

#include <gmock/gmock.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/study/study_fixture.hpp"

namespace podium {
namespace {

using testing::HasSubstr;

/// What came out, without what a clock says.
std::string text_of(StudyResults results) {
  std::string text;
  for (CellResult& cell : results.cells) {
    cell.seconds = 0.0;
    text += line_of(cell) + "\n";
  }
  return text;
}

std::string run_small(const std::filesystem::path& path, std::size_t* computed = nullptr) {
  const Study study(small_study, "small", {});
  LineLog log(path, results_beginning);
  const auto results = study.run(log, [&](const RunProgress&) {
    if (computed != nullptr) ++*computed;
    return true;
  });
  return text_of(*results);
}

TEST(Study, HasACellForEveryFoldRowAndSeed) {
  const Study study(small_study, "small", {});
  EXPECT_EQ(study.cells().size(), 3U * 2U * 2U);
  EXPECT_EQ(training_count(study.spec(), study.cells()[0]), 1U);
  EXPECT_EQ(training_count(study.spec(), study.cells().back()), 2U);
  EXPECT_EQ(Study(small_study, "small", {.max_folds = 1}).cells().size(), 4U);
}

/// The queries of each test fold.
std::vector<std::set<std::string>> test_queries(const StudySource& source) {
  std::vector<std::set<std::string>> folds;
  for (std::size_t fold = 0; fold < source.fold_count; ++fold) {
    const Dataset test = source.load(fold).test;
    std::set<std::string>& queries = folds.emplace_back();
    for (std::size_t q = 0; q < test.query_count(); ++q) queries.emplace(test[q].id);
  }
  return folds;
}

TEST(Study, CanCutTheSameQueriesIntoOtherFolds) {
  const Study published(small_study, "small", {});
  const Study other(small_study, "small", {.partition = 2});
  const StudySource& first = published.sources().front();
  const StudySource& second = other.sources().front();
  EXPECT_NE(first.fingerprint, second.fingerprint);
  EXPECT_EQ(second.fingerprint,
            Study(small_study, "small", {.partition = 2}).sources().front().fingerprint);
  const auto before = test_queries(first);
  const auto after = test_queries(second);
  EXPECT_NE(before, after);
  std::set<std::string> all_before;
  std::set<std::string> all_after;
  for (const auto& fold : before) all_before.insert(fold.begin(), fold.end());
  for (const auto& fold : after) all_after.insert(fold.begin(), fold.end());
  EXPECT_EQ(all_before, all_after);
  EXPECT_EQ(all_after.size(), 30U);
}

TEST(Study, OpensItsDataAsItIsTold) {
  const Study published(small_study, "small", {});
  const Dataset rows = published.sources().front().whole();
  const auto open = [&](const StudyData& data) -> std::optional<StudySource> {
    return source_of(data, rows, "the same rows");
  };
  const Study told(small_study, "small", {.open = open});
  EXPECT_EQ(told.cells().size(), published.cells().size());
  EXPECT_EQ(told.sources().front().name, "made up");
  EXPECT_NE(told.sources().front().fingerprint, published.sources().front().fingerprint);
  const Study missing(small_study, "small",
                      {.open = [](const StudyData&) { return std::optional<StudySource>(); }});
  EXPECT_TRUE(missing.cells().empty());
  ASSERT_EQ(missing.missing().size(), 1U);
  EXPECT_EQ(missing.missing().front().name, "made up");
}

TEST(Study, GivesTheSameForAnyNumberOfThreads) {
  const std::string many = run_small(fresh_path(".many"));
  const ThreadLimit limit(1);
  EXPECT_EQ(run_small(fresh_path(".one")), many);
}

TEST(Study, ComputesNothingTwice) {
  const auto path = fresh_path(".jsonl");
  std::size_t first = 0;
  std::size_t second = 0;
  const std::string once = run_small(path, &first);
  EXPECT_EQ(run_small(path, &second), once);
  EXPECT_EQ(first, 12U);
  EXPECT_EQ(second, 0U);
}

TEST(Study, GoesOnAfterHavingBeenStoppedOrCut) {
  const std::string whole = run_small(fresh_path(".whole"));
  const auto path = fresh_path(".cut");
  {
    const ThreadLimit limit(1);
    LineLog log(path, results_beginning);
    std::size_t seen = 0;
    const Study study(small_study, "small", {});
    EXPECT_FALSE(study.run(log, [&](const RunProgress&) { return ++seen < 5; }));
  }
  std::ofstream(path, std::ios::app) << "{\"cell\":\"half a li";
  std::size_t computed = 0;
  EXPECT_EQ(run_small(path, &computed), whole);
  EXPECT_EQ(computed, 12U - 5U);
  EXPECT_EQ(text_of(read_study_results(path)), whole);
}

TEST(Study, EndsAtTheFirstError) {
  const ThreadLimit one(1);
  std::vector<std::size_t> loaded;
  StudyWorld world;
  world.open = [&](const StudyData& data) -> std::optional<StudySource> {
    StudySource source = open_source(data, "");
    source.load = [&loaded, load = source.load](std::size_t fold) {
      loaded.push_back(fold);
      if (fold == 1) throw DataError({"fold 2"}, "damaged");
      return load(fold);
    };
    return source;
  };
  const auto path = fresh_path(".jsonl");
  {
    LineLog log(path, results_beginning);
    EXPECT_THROW(Study(small_study, "small", world).run(log), DataError);
  }
  EXPECT_EQ(std::ranges::count(loaded, 2U), 0);
  EXPECT_EQ(read_study_results(path).cells.size(), 4U) << "those of the first fold";
}

TEST(Study, ComputesWhatIsNewWhenTheSpecGrows) {
  const auto path = fresh_path(".jsonl");
  run_small(path);
  const Study grown(small_study + "[[row]]\nalgorithm = 'ranknet'\n", "small", {});
  LineLog log(path, results_beginning);
  std::size_t computed = 0;
  const auto results = grown.run(log, [&](const RunProgress&) { return ++computed > 0; });
  EXPECT_EQ(computed, 6U);
  EXPECT_EQ(results->cells.size(), 18U);
}

TEST(Study, SweepsTruthsOptionsAndTrainingData) {
  for (const auto& [over, values] :
       std::vector<std::pair<std::string, std::string>>{{"k", "[1, 3, 'full']"},
                                                        {"iterations", "[1, 50]"},
                                                        {"train-share", "[0.2, 1]"},
                                                        {"train-queries", "[3, 15]"},
                                                        {"labelled-queries", "[4, 20]"},
                                                        {"label-noise", "[0, 0.9]"}}) {
    const Study study(small_study + "[sweep]\nover = '" + over + "'\nvalues = " + values, over, {});
    LineLog log(fresh_path("." + over), results_beginning);
    const auto results = study.run(log);
    const CellResult& first = results->cells.front();
    bool differs = false;
    for (const CellResult& cell : results->cells) {
      if (cell.row != first.row || cell.fold != first.fold || cell.seed != first.seed) continue;
      differs = differs || cell.mean != first.mean;
      if (over == "k") {
        EXPECT_EQ(cell.truth, cell.sweep == "full" ? "full" : "topk:" + cell.sweep);
      }
    }
    EXPECT_TRUE(differs) << over;
  }
}

TEST(Study, HasACellForEveryDrawOfASweep) {
  const std::string sweep = "[sweep]\nover = 'train-queries'\nvalues = [3, 6]\n";
  EXPECT_EQ(Study(small_study + sweep, "small", {}).cells().size(), 3U * 2U * 2U * 2U);
  const Study study(small_study + "sweep = false\n" + sweep + "draws = 3\n", "small", {});
  // The first row has two sizes and three draws, the second neither.
  EXPECT_EQ(study.cells().size(), 3U * 2U * (2U * 3U + 1U));
  std::set<std::string> keys;
  for (const StudyCell& cell : study.cells()) {
    keys.insert(key_of(study.spec(), study.sources()[0], cell, "1"));
  }
  EXPECT_EQ(keys.size(), study.cells().size());

  LineLog log(fresh_path(".jsonl"), results_beginning);
  const auto results = study.run(log);
  std::set<std::vector<double>> first_draws;
  for (const CellResult& cell : results->cells) {
    if (cell.row != "listnet") {
      EXPECT_EQ(cell.learned, 10U) << "all training queries";
      continue;
    }
    EXPECT_EQ(to_text(cell.learned), cell.sweep);
    if (cell.sweep == "3" && cell.seed == 1 && cell.fold == 0) first_draws.insert(cell.value[0]);
  }
  EXPECT_GT(first_draws.size(), 1U) << "draws differ";
}

TEST(StudyRun, CallsMeasuresAsTheSpecDoes) {
  std::string text = small_study;
  text.replace(text.find("\"map\", "), 7, "\"err\", ");
  const Study study(text, "small", {.max_folds = 1, .max_seeds = 1});
  LineLog log(fresh_path(".jsonl"), results_beginning);
  const auto results = study.run(log);
  ASSERT_TRUE(results);
  for (const CellResult& cell : results->cells) EXPECT_EQ(cell.measure.front(), "err");
}

TEST(StudyResults, LeavesOutWhatAnEarlierVersionOfTheStudyFound) {
  const auto path = fresh_path(".jsonl");
  run_small(path);
  std::string other = small_study;
  other.replace(other.find("\"map\", "), 7, "");
  other.replace(other.find("[1, 2]"), 6, "[2]");
  {
    const Study study(other, "small", {});
    LineLog log(path, results_beginning);
    EXPECT_TRUE(study.run(log));
  }
  const StudyResults results = read_study_results(path);
  EXPECT_EQ(results.cells.size(), 6U);
  EXPECT_EQ(results.planned, 6U);
  for (const CellResult& cell : results.cells) {
    EXPECT_EQ(cell.seed, 2U);
    EXPECT_EQ(cell.measure.size(), 3U);
  }
}

TEST(StudyResults, SaysHowMuchIsDone) {
  const auto path = fresh_path(".jsonl");
  const ThreadLimit limit(1);
  {
    LineLog log(path, results_beginning);
    const Study study(small_study, "small", {});
    study.run(log, [](const RunProgress& progress) { return progress.done < 5; });
  }
  const StudyResults results = read_study_results(path);
  EXPECT_EQ(results.cells.size(), 5U);
  EXPECT_EQ(results.planned, 12U);
}

TEST(Study, LeavesOutDataThatIsNotThereWhenAsked) {
  const std::string spec = small_study + "[[data]]\nname = 'elsewhere'\nfolds = 'no/such/folder'\n";
  EXPECT_THROW(Study(spec, "small", {}), UsageError);
  const Study study(spec, "small", {.leaves_out_missing = true});
  ASSERT_EQ(study.missing().size(), 1U);
  EXPECT_EQ(study.missing()[0].name, "elsewhere");
  EXPECT_EQ(study.cells().size(), 12U);
}

TEST(Study, RunsARowWithSeedsOfItsOwn) {
  std::string spec = small_study;
  const std::string row = "algorithm = \"listmle\"";
  spec.replace(spec.find(row), row.size(), row + "\nseeds = [5, 6, 7]");
  const auto seeds_of = [](const Study& study, std::size_t place) {
    std::set<std::uint64_t> seeds;
    for (const StudyCell& cell : study.cells()) {
      if (cell.row == place) seeds.insert(cell.seed);
    }
    return seeds;
  };
  const Study study(spec, "small", {});
  EXPECT_THAT(seeds_of(study, 0), testing::ElementsAre(1U, 2U));
  EXPECT_THAT(seeds_of(study, 1), testing::ElementsAre(5U, 6U, 7U));
  EXPECT_EQ(study.cells().size(), 15U);  // three folds
  EXPECT_THAT(seeds_of(Study(spec, "small", {.max_seeds = 1}), 1), testing::ElementsAre(5U));
}

TEST(Study, IsThinnedWithTheEndsOfItsSweep) {
  const std::string spec = small_study + "[sweep]\nover = 'k'\nvalues = [1, 2, 3, 4, 5, 'full']\n";
  const Study study(spec, "small", {.max_folds = 1, .max_values = 3, .max_seeds = 1});
  EXPECT_THAT(study.spec().sweep->values, testing::ElementsAre("1", "3", "full"));
  EXPECT_THAT(study.spec().seeds, testing::ElementsAre(1U));
  EXPECT_EQ(study.cells().size(), 6U);  // two rows, three places, one fold, one seed
}

TEST(Study, IsThinnedToTheValuesThatItsSweepNames) {
  const std::string spec =
      small_study + "[sweep]\nover = 'k'\nvalues = [1, 2, 3, 4, 5, 'full']\nquick = [2, 'full']\n";
  const Study quick(spec, "small", {.max_folds = 1, .max_values = 4, .max_seeds = 1});
  EXPECT_THAT(quick.spec().sweep->values, testing::ElementsAre("2", "full"));
  EXPECT_EQ(Study(spec, "small", {}).spec().sweep->values.size(), 6U);
}

TEST(Study, LeavesOutValuesOfTheSweepThatADataSetIsTooSmallFor) {
  const std::string sweep = "[sweep]\nover = 'k'\nvalues = [1, 2, 30, 'full']\n";
  const std::size_t all = Study(small_study + sweep, "small", {}).cells().size();
  const std::string limited =
      std::regex_replace(small_study, std::regex("\\[\\[data\\]\\]\n"), "[[data]]\nsweep-to = 2\n");
  const Study study(limited + sweep, "small", {});
  EXPECT_EQ(study.cells().size(), all / 4 * 3);
  for (const StudyCell& cell : study.cells()) EXPECT_NE(cell.sweep, "30");
}

TEST(Study, RefusesAFileOfSomethingElse) {
  const auto path = fresh_path(".txt");
  std::ofstream(path) << "1 qid:1 1:2\n";
  EXPECT_THROW(run_small(path), DataError);
  EXPECT_THROW(read_study_results(path), DataError);
}

}  // namespace
}  // namespace podium
