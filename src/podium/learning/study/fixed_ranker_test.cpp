#include "podium/learning/study/fixed_ranker.hpp"

#include <array>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/learning/study/report.hpp"
#include "podium/learning/study/run.hpp"
#include "podium/learning/study/study_fixture.hpp"

namespace podium {
namespace {

using testing::HasSubstr;

/// A folder with nine queries of four documents in one file and in three folds, and rankers of
/// them. Feature 1 is the label, feature 2 its opposite.
class FixedRows : public testing::Test {
 protected:
  FixedRows() {
    for (int fold = 0; fold < 3; ++fold) {
      const std::filesystem::path here = folder_ / ("folds/Fold" + std::to_string(fold + 1));
      std::filesystem::create_directories(here);
      for (std::size_t part = 0; part < 3; ++part) {
        static const std::array<std::string, 3> names = {"train", "vali", "test"};
        const Text text = queries_of((fold + static_cast<int>(part)) % 3);
        write_file(here / (names[part] + ".txt"), text.rows);
        write_file(folder_ / (names[part] + std::to_string(fold + 1) + ".scores"), text.scores);
      }
    }
    Text all;
    for (int third = 0; third < 3; ++third) {
      all.rows += queries_of(third).rows;
      all.scores += queries_of(third).scores;
      all.run += queries_of(third).run;
    }
    put("all.txt", all.rows);
    put("all.scores", all.scores);
    put("all.run", all.run);
  }
  ~FixedRows() override { std::filesystem::remove_all(folder_); }

  void put(const std::string& name, const std::string& text) const {
    write_file(folder_ / name, text);
  }

  static std::string spec(const std::string& data, const std::string& rows,
                          const std::string& more = "") {
    return "name = 'fixed'\nmetric = 'map'\nmeasures = ['map', 'p@1', 'ndcg@3']\n" + more +
           "[[data]]\nname = 'made up'\n" + data + "\n" + rows;
  }

  /// The results of a study that is kept in one file.
  StudyResults run(const std::string& text, std::size_t* computed = nullptr) const {
    const Study study(text, "study.toml", {.folder = folder_});
    LineLog log(folder_ / "results.jsonl", results_beginning);
    return *study.run(log, [&](const RunProgress&) {
      if (computed != nullptr) ++*computed;
      return true;
    });
  }

  std::string refusal(const std::string& text) const {
    try {
      run(text);
    } catch (const UsageError& error) {
      return error.what();
    } catch (const DataError& error) {
      return error.what();
    }
    return "accepted";
  }

  static std::vector<double> mean_of(const StudyResults& results, const std::string& row) {
    std::vector<double> mean(3, 0.0);
    for (const CellResult& cell : results.cells) {
      if (cell.row != row) continue;
      for (std::size_t m = 0; m < 3; ++m) mean[m] += cell.mean[m] / 3.0;
    }
    return mean;
  }

  std::filesystem::path folder_ = fresh_path("");

 private:
  struct Text {
    std::string rows;
    std::string scores;
    std::string run;
  };

  static Text queries_of(int third) {
    Text text;
    for (int q = 0; q < 3; ++q) {
      const std::string id = std::to_string(3 * third + q + 1);
      for (int doc = 0; doc < 4; ++doc) {
        const std::string label = std::to_string((doc + q) % 3);
        const std::string name = "d" + std::to_string(doc);
        text.rows +=
            label + " qid:" + id + " 1:" + label + " 2:-" + label + " #docid = " + name + "\n";
        text.scores += label + "\n";
        if (doc < 3) text.run += id + " Q0 " + name + " 1 " + label + " made-up\n";
      }
    }
    return text;
  }
};

const std::string file_data = "file = 'all.txt'\nfold-count = 3\n";
const std::string rows =
    "[[row]]\nname = 'best'\nfeature = 1\n[[row]]\nname = 'worst'\nfeature = '2'\n"
    "[[row]]\nname = 'turned'\nfeature = 2\nascending = true\n"
    "[[row]]\nname = 'scores'\nscores = 'all.scores'\n"
    "[[row]]\nname = 'run'\nrun = 'all.run'\n"
    "[[row]]\nalgorithm = 'listnet'\n";

TEST_F(FixedRows, RankByAFeatureScoresOrARun) {
  const StudyResults results = run(spec(file_data, rows));
  ASSERT_EQ(results.cells.size(), 18U);
  for (const char* row : {"best", "turned", "scores"}) {
    EXPECT_THAT(mean_of(results, row), testing::ElementsAre(1.0, 1.0, 1.0)) << row;
  }
  EXPECT_LT(mean_of(results, "worst")[0], 0.9);
  EXPECT_EQ(mean_of(results, "worst")[1], 0.0);
  // The run lacks a document of each query: what it lacks counts as missed.
  EXPECT_LT(mean_of(results, "run")[0], 1.0);
  EXPECT_GT(mean_of(results, "run")[0], 0.5);
  EXPECT_EQ(mean_of(results, "run")[1], 1.0);
  for (const CellResult& cell : results.cells) {
    EXPECT_EQ(cell.query.size(), 3U);
    if (cell.row == "best") {
      EXPECT_EQ(cell.algorithm, "feature 1");
      EXPECT_EQ(cell.validation, 1.0);
    }
  }
  const StudyResults read = read_study_results(folder_ / "results.jsonl");
  EXPECT_EQ(read.cells.size(), 18U);
}

TEST_F(FixedRows, RankByTheFeatureThatIsBestOnTrainingData) {
  // Feature 1 is the label but in the third fold's test data, where feature 2 is; a choice by test
  // data would take that.
  std::string turned;
  for (const std::string_view id : {"11", "12"}) {
    for (const char* label : {"0", "1", "2"}) {
      turned += fmt::format("{} qid:{} 1:-{} 2:{}\n", label, id, label, label);
    }
  }
  put("folds/Fold3/test.txt", turned);
  const std::string two = "[[row]]\nname = 'best'\nfeature = 'best-feature'\n";
  const StudyResults results = run(spec("folds = 'folds'\n", two));
  ASSERT_EQ(results.cells.size(), 3U);
  for (const CellResult& cell : results.cells) {
    EXPECT_EQ(cell.chosen, (OptionText{{"feature", "1"}}));
    EXPECT_EQ(cell.algorithm, "feature best-feature");
    EXPECT_EQ(cell.validation, 1.0);
    EXPECT_EQ(cell.mean[1], cell.fold == 2 ? 0.0 : 1.0) << cell.fold;
  }
  EXPECT_THAT(refusal(spec(file_data, two + "ascending = true\n")),
              HasSubstr("chosen by its descending values"));
  std::string wide = "1 qid:1 1001:1\n0 qid:1 1:1\n";
  for (const char* id : {"2", "3"}) wide += "1 qid:" + std::string(id) + " 1:1\n";
  put("wide.txt", wide);
  EXPECT_THAT(refusal(spec("file = 'wide.txt'\nfold-count = 3\n", two)),
              HasSubstr("row 'best': found no best feature"));
}

TEST_F(FixedRows, ReadTheFilesOfFoldsAndParts) {
  const StudyResults results = run(spec("folds = 'folds'\n",
                                        "[[row]]\nname = 'scores'\nscores = '{part}{fold}.scores'\n"
                                        "[[row]]\nname = 'run'\nrun = 'all.run'\n"));
  EXPECT_THAT(mean_of(results, "scores"), testing::ElementsAre(1.0, 1.0, 1.0));
  EXPECT_EQ(mean_of(results, "run")[1], 1.0);
  EXPECT_EQ(read_study_results(folder_ / "results.jsonl").cells.size(), 6U);
}

TEST_F(FixedRows, AreMeasuredAgainWhenTheirFilesChange) {
  const std::string text = spec(file_data, rows);
  std::size_t computed = 0;
  run(text, &computed);
  EXPECT_EQ(computed, 18U);
  computed = 0;
  run(text, &computed);
  EXPECT_EQ(computed, 0U);
  std::string scores;
  for (int i = 0; i < 36; ++i) scores += std::to_string(i % 4) + "\n";
  put("all.scores", scores);
  const StudyResults results = run(text, &computed);
  EXPECT_EQ(computed, 3U);
  EXPECT_LT(mean_of(results, "scores")[0], 1.0);
  EXPECT_EQ(read_study_results(folder_ / "results.jsonl").cells.size(), 18U);
}

TEST_F(FixedRows, SayWhatIsWrong) {
  const auto row = [](const std::string& keys) { return "[[row]]\nname = 'x'\n" + keys + "\n"; };
  EXPECT_THAT(refusal(spec(file_data, row("scores = 'no.scores'"))),
              HasSubstr("row 'x': found no file"));
  EXPECT_THAT(refusal(spec(file_data, row("scores = '{part}{fold}.scores'"))),
              HasSubstr("expected one file for all rows of the data"));
  EXPECT_THAT(refusal(spec("folds = 'folds'\n", row("scores = 'all.scores'"))),
              HasSubstr("expected {fold} and {part} in its name"));
  EXPECT_THAT(refusal(spec(file_data, row("feature = 9"))), HasSubstr("'9'"));
  EXPECT_THAT(refusal(spec(file_data, row("feature = 1\nalgorithm = 'listnet'"))),
              HasSubstr("expected one of: algorithm, feature, run, scores"));
  EXPECT_THAT(refusal(spec(file_data, row(""))),
              HasSubstr("expected one of: algorithm, feature, run, scores"));
  EXPECT_THAT(refusal(spec(file_data, row("feature = 1\ngrid = { l2 = [1] }"))),
              HasSubstr("'grid' in a row without an algorithm"));
  EXPECT_THAT(refusal(spec(file_data, row("run = 'all.run'\nascending = true"))),
              HasSubstr("ascending has a meaning for a feature only"));
  put("short.scores", "1\n2\n");
  EXPECT_THAT(refusal(spec(file_data, row("scores = 'short.scores'"))),
              HasSubstr("short.scores: found 2 scores, expected 36"));
}

TEST_F(FixedRows, TakeMeasuresOfOnesOwn) {
  const auto with = [&](const std::string& formula) {
    std::string text =
        spec(file_data, rows,
             "define = { my = '" + formula + "', gap = 'loss(min(n+1,first(relevant)))' }\n");
    return text.replace(text.find("'p@1'"), 5, "'my', 'gap@2'");
  };
  std::size_t computed = 0;
  const StudyResults results = run(with("norm(sum(gain/rank))@2"), &computed);
  EXPECT_EQ(computed, 18U);
  EXPECT_THAT(results.cells[0].measure, testing::ElementsAre("map", "my", "gap@2", "ndcg@3"));
  EXPECT_EQ(results.cells[0].mean[1], 1.0);
  EXPECT_EQ(results.cells[0].mean[2], 1.0);
  run(with("norm(sum(gain/rank^2))@2"), &computed);
  EXPECT_EQ(computed, 36U);
  EXPECT_THAT(refusal(with("norm(gain)")), HasSubstr("put it inside sum"));

  std::string chosen = with("norm(sum(gain/rank))@2");  // a report begins with the metric
  chosen.replace(chosen.find("metric = 'map'"), 14, "metric = 'my'");
  const StudySpec read = parse_study(chosen, "study.toml");
  const ReportSection section = study_section(read, run(chosen));
  EXPECT_EQ(std::get<TableBlock>(section.blocks.front()).table.columns[1], "validation my");
}

TEST_F(FixedRows, ReadColumnsWeightsAndFirstIds) {
  std::string csv = "query,grade,one\n";
  for (int q = 1; q <= 6; ++q) {
    for (int doc = 0; doc < 3; ++doc) {
      csv += std::to_string(q) + "," + std::to_string(doc % 2) + "," + std::to_string(doc) + "\n";
    }
  }
  put("all.csv", csv);
  put("weights", "1 2\n2 1\n3 0.5\n4 1\n5 1\n6 1\n");
  const std::string columns =
      "file = 'all.csv'\nfold-count = 3\nqid-column = 'query'\nlabel-column = 'grade'\n";
  const std::string row = "[[row]]\nfeature = 'one'\n[[row]]\nalgorithm = 'listnet'\n";
  std::size_t computed = 0;
  run(spec(columns, row), &computed);
  EXPECT_EQ(computed, 6U);
  run(spec(columns + "query-weights = 'weights'\n", row), &computed);
  EXPECT_EQ(computed, 12U);
  put("weights", "1 4\n2 1\n3 0.5\n4 1\n5 1\n6 1\n");
  run(spec(columns + "query-weights = 'weights'\n", row), &computed);
  EXPECT_EQ(computed, 18U);

  put("zero.txt",
      "1 qid:1 0:1 1:0\n0 qid:1 0:0 1:1\n1 qid:2 0:1 1:0\n0 qid:2 0:0 1:1\n"
      "1 qid:3 0:1 1:0\n0 qid:3 0:0 1:1\n");
  const std::string zero = "file = 'zero.txt'\nfold-count = 3\n";
  EXPECT_THAT(refusal(spec(zero, "[[row]]\nfeature = 0\n")), testing::Ne("accepted"));
  const StudyResults results =
      run(spec(zero + "first-feature-id = 0\n", "[[row]]\nname = 'x'\nfeature = 0\n"));
  EXPECT_EQ(mean_of(results, "x")[0], 1.0);
}

TEST_F(FixedRows, RefuseReadingThatDoesNotFitTheData) {
  const std::string row = "[[row]]\nfeature = 1\n";
  EXPECT_THAT(refusal(spec("folds = 'folds'\nrow-weights = 'w'\n", row)),
              HasSubstr("belongs to one file"));
  EXPECT_THAT(refusal(spec("synth = { queries = 9 }\nqid-column = 'q'\n", row)),
              HasSubstr("has no meaning for generated data"));
  EXPECT_THAT(refusal(spec(file_data + "first-feature-id = 2\n", row)),
              HasSubstr("first-feature-id"));
  EXPECT_THAT(refusal(spec(file_data + "query-weights = 'missing'\n", row)), HasSubstr("missing"));
}

TEST_F(FixedRows, AreMeasuredUnderTheRulesOfTheStudy) {
  // In the first query nobody judged the best document of the features; the second is blank.
  put("some.txt",
      "-1 qid:1 1:9 #docid = a\n1 qid:1 1:5 #docid = b\n0 qid:1 1:1 #docid = c\n"
      "0 qid:2 1:9 #docid = a\n0 qid:2 1:5 #docid = b\n"
      "1 qid:3 1:9 #docid = a\n0 qid:3 1:5 #docid = b\n");
  put("some.run", "1 Q0 a 1 9 r\n1 Q0 b 2 5 r\n2 Q0 a 1 9 r\n3 Q0 a 1 9 r\n");
  const std::string two =
      "[[row]]\nname = 'feature'\nfeature = 1\n[[row]]\nname = 'run'\nrun = 'some.run'\n";
  const auto p_at_1 = [&](const std::string& rules, const std::string& row) {
    const StudyResults results = run(spec("file = 'some.txt'\nfold-count = 3\n", two, rules));
    double sum = 0.0;
    std::size_t queries = 0;
    for (const CellResult& cell : results.cells) {
      if (cell.row != row) continue;
      for (const double value : cell.value[1]) sum += value;
      queries += cell.query.size();
    }
    return std::pair(sum, queries);
  };
  for (const char* row : {"feature", "run"}) {
    EXPECT_EQ(p_at_1("", row), std::pair(1.0, std::size_t{3})) << row;
    EXPECT_EQ(p_at_1("condensed = true\n", row), std::pair(2.0, std::size_t{3})) << row;
    EXPECT_EQ(p_at_1("blank = 'skip'\n", row), std::pair(1.0, std::size_t{2})) << row;
  }
}

TEST_F(FixedRows, AreBaselinesOfRowsThatLearn) {
  const auto row = [](const std::string& baseline) {
    return "[[row]]\nalgorithm = 'listnet'\nset = {l2 = 1}\nbaseline = '" + baseline + "'\n";
  };
  for (const CellResult& cell : run(spec(file_data, row("all.run"))).cells) {
    EXPECT_EQ(cell.weight.size(), 3U);
  }
  std::size_t computed = 0;
  run(spec(file_data, row("all.run")), &computed);
  EXPECT_EQ(computed, 0U);
  put("all.run",
      "1 Q0 d0 1 1 t\n2 Q0 d0 1 1 t\n3 Q0 d0 1 1 t\n4 Q0 d0 1 1 t\n5 Q0 d0 1 1 t\n"
      "6 Q0 d0 1 1 t\n7 Q0 d0 1 1 t\n8 Q0 d0 1 1 t\n9 Q0 d0 1 1 t\n");
  run(spec(file_data, row("all.run")), &computed);
  EXPECT_EQ(computed, 3U);
  EXPECT_THAT(refusal(spec(file_data, row("all.scores"))), HasSubstr("expected a run or a model"));
  EXPECT_THAT(refusal(spec(file_data, row("none.run"))), HasSubstr("baseline: found 'none.run'"));
}

TEST_F(FixedRows, StandBesideARowThatLearnsFromPairs) {
  // The answers say that a smaller label is better.
  std::string answers;
  for (int q = 1; q <= 9; ++q) {
    const int shift = (q - 1) % 3;
    for (int doc = 0; doc < 3; ++doc) {
      const int other = (doc + 1) % 3;
      const bool is_better = (doc + shift) % 3 < (other + shift) % 3;
      answers += std::to_string(q) + " d" + std::to_string(doc) + " d" + std::to_string(other) +
                 " d" + std::to_string(is_better ? doc : other) + "\n";
    }
  }
  put("answers.txt", answers);
  const std::string learners =
      "[[row]]\nname = 'labels'\nalgorithm = 'ranksvm'\n"
      "[[row]]\nname = 'pairs'\nalgorithm = 'ranksvm'\npairs = 'answers.txt'\n"
      "set = { keep = 'last' }\n";
  for (const std::string& data : {file_data, std::string("folds = 'folds'\n")}) {
    const StudyResults results = run(spec(data, learners));
    EXPECT_EQ(mean_of(results, "labels")[1], 1.0);
    EXPECT_EQ(mean_of(results, "pairs")[1], 0.0);
    EXPECT_EQ(read_study_results(folder_ / "results.jsonl").cells.size(), 6U);
  }
  std::size_t computed = 0;
  put("answers.txt", answers + "1 d0 d1 d0\n");
  run(spec("folds = 'folds'\n", learners), &computed);
  EXPECT_EQ(computed, 3U) << "the row of pairs is computed again";
  computed = 0;
  const std::string sweep = "[sweep]\nover = 'train-share'\nvalues = [0.5, 1]\n";
  run(spec(file_data, learners + sweep), &computed);
  EXPECT_EQ(computed, 12U);
  put("answers.txt", answers + "99 d0 d1 d0\n");
  EXPECT_THAT(refusal(spec(file_data, learners)), HasSubstr("found query '99'"));
}

}  // namespace
}  // namespace podium
