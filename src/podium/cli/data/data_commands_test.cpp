#include <cstdlib>
#include <filesystem>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/format/orders/preferences.hpp"
#include "podium/core/format/orders/top_k_file.hpp"
#include "podium/core/format/read.hpp"
#include "podium/core/format/scores.hpp"

namespace podium::cli {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// Commands in a folder of their own; a word with a dot in it is a file of that folder.
class DataCommands : public testing::Test {
 protected:
  DataCommands() {
    std::string name = testing::TempDir() + "podium-cli-XXXXXX";
    folder_ = ::mkdtemp(name.data());
    write_file(folder_ / "data.txt",
               "2 qid:1 1:3 2:NULL 3:7 #docid = a\n0 qid:1 1:1 2:5 3:7 #docid = b\n"
               "1 qid:1 1:5 2:4 3:7 #docid = c\n1 qid:2 1:9 2:1 3:8 #docid = a\n"
               "0 qid:2 1:8 2:NULL 3:8 #docid = d\n0 qid:3 1:2 2:2 3:9 #docid = e\n");
    write_file(folder_ / "list.txt",
               "30 qid:1 1:1 #docid = b\n20 qid:1 1:2 #docid = x\n10 qid:1 1:3 #docid = a\n"
               "7 qid:9 1:4 #docid = a\n");
  }
  ~DataCommands() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ / name; }

  int run(const std::string& command_line) {
    std::vector<std::string> arguments;
    std::istringstream words(command_line);
    for (std::string word; words >> word;) {
      const bool is_file = word.find('.') != std::string::npos && word[0] != '.' && word[0] != '0';
      arguments.push_back(is_file ? path(word) : word);
    }
    const CliResult result = run_in_process(arguments);
    out_ = result.out;
    err_ = result.err;
    return result.code;
  }

  std::string text(const std::string& name) const {
    return std::string(InputText(folder_ / name).view());
  }

  fs::path folder_;
  std::string out_;
  std::string err_;
};

TEST_F(DataCommands, InfoPrintsTheStableJsonShape) {
  ASSERT_EQ(run("data info data.txt --format json"), 0) << err_;
  const auto json = nlohmann::json::parse(out_);
  EXPECT_EQ(json["queries"], 3);
  EXPECT_EQ(json["rows"], 6);
  EXPECT_EQ(json["features"], 3);
  EXPECT_EQ(json["labels"], nlohmann::json::parse(R"({"0":3,"1":2,"2":1})"));
  EXPECT_EQ(json["documents_per_query"],
            nlohmann::json::parse(R"({"min":1,"median":2.0,"max":3})"));
  EXPECT_EQ(json["missing"], 2);
  ASSERT_EQ(run("data info data.txt list.txt --format json"), 0);
  EXPECT_THAT(nlohmann::json::parse(out_), SizeIs(2));
}

TEST_F(DataCommands, InfoPrintsATableForPeople) {
  ASSERT_EQ(run("data info data.txt"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("0: 3, 1: 2, 2: 1"));
  EXPECT_THAT(out_, HasSubstr("1 to 3, median 2"));
  EXPECT_THAT(out_, HasSubstr("2 cells, 11.11 %"));
  write_file(folder_ / "one.txt", "1 qid:1 1:NULL 2:1\n");
  ASSERT_EQ(run("data info one.txt"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("1 cell, 50.00 %"));
}

TEST_F(DataCommands, CountWhatIsNotJudged) {
  write_file(folder_ / "semi.txt", "1 qid:1 1:3\n-1 qid:1 1:1\n-2 qid:1 1:5\n-0 qid:1 1:9\n");
  ASSERT_EQ(run("data info semi.txt --format json"), 0) << err_;
  EXPECT_EQ(nlohmann::json::parse(out_)["unjudged"], 2);
  EXPECT_EQ(nlohmann::json::parse(out_)["labels"],
            nlohmann::json::parse(R"({"-2":1,"-1":1,"0":1,"1":1})"));
  ASSERT_EQ(run("data info semi.txt"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("documents that are not judged"));
  EXPECT_EQ(run("data check semi.txt"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("2 rows have a label below 0, which means not judged"));
}

TEST_F(DataCommands, CheckListsFindingsAndFailsOnlyWhenStrict) {
  EXPECT_EQ(run("data check data.txt"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("note: 1 query has no relevant document"));
  EXPECT_THAT(out_, HasSubstr("query-constant-features"));
  EXPECT_EQ(run("data check data.txt --strict"), 0) << "no finding is an error";
  EXPECT_EQ(run("data check data.txt data.txt"), 0);
  EXPECT_THAT(out_, HasSubstr("error: 3 queries are in two parts"));
  EXPECT_EQ(run("data check data.txt data.txt --strict --format json"), 3);
  EXPECT_EQ(nlohmann::json::parse(out_).back()["check"], "leaked-queries");
  EXPECT_THAT(err_, HasSubstr("found 1 error, expected none with --strict"));
  EXPECT_EQ(run("data check"), 2);
}

TEST_F(DataCommands, FillWritesWhatThePolicySays) {
  ASSERT_EQ(run("data fill data.txt --out filled.txt --policy max,3=keep"), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("2 missing values filled"));
  const Dataset filled = read_dataset(path("filled.txt"));
  EXPECT_EQ(filled[0].features[0][1], 5.0F);
  EXPECT_EQ(filled[1].features[1][1], 1.0F);
  EXPECT_EQ(run("data fill data.txt --out x.txt --profile letor3"), 2);
  EXPECT_THAT(err_, HasSubstr("found 3 features, expected 45"));
  EXPECT_EQ(run("data fill data.txt --out x.txt --profile letor4"), 2);
  EXPECT_EQ(run("data fill data.txt --out x.txt --policy least"), 2);
  EXPECT_FALSE(fs::exists(path("x.txt")));
}

TEST_F(DataCommands, NormaliseKeepsAndAppliesWhatItLearned) {
  ASSERT_EQ(run("data normalise data.txt --out n.txt"), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("cannot be applied to a single document"));
  EXPECT_THAT(read_dataset(path("n.txt"))[0].features[0].dense(),
              ElementsAre(0.5F, testing::_, 0.0F));
  ASSERT_EQ(run("data normalise data.txt --kind minmax --out n.txt --save n.json"), 0) << err_;
  ASSERT_EQ(run("data normalise data.txt --load n.json --out again.txt"), 0) << err_;
  EXPECT_EQ(text("n.txt"), text("again.txt"));
  EXPECT_EQ(run("data normalise list.txt --load n.json --out x.txt"), 2);
  EXPECT_EQ(run("data normalise data.txt --load n.json --kind minmax --out x.txt"), 2);
  EXPECT_EQ(run("data normalise data.txt --kind minmin --out x.txt"), 2);
  EXPECT_THAT(err_, HasSubstr("Known are: query-minmax"));
  EXPECT_EQ(run("data normalise data.txt --load data.txt --out x.txt"), 3);
}

TEST_F(DataCommands, NormaliseCanLearnFromAnotherFile) {
  write_file(folder_ / "train.txt", "1 qid:1 1:0\n0 qid:1 1:10\n");
  write_file(folder_ / "test.txt", "1 qid:2 1:5\n");
  ASSERT_EQ(run("data normalise test.txt --kind minmax --fit train.txt --out n.txt"), 0) << err_;
  EXPECT_EQ(read_dataset(path("n.txt"))[0].features[0][0], 0.5F);
  for (const char* kind : {"query-minmax", "log1p"}) {
    EXPECT_EQ(
        run(std::string("data normalise test.txt --fit train.txt --out n.txt --kind ") + kind), 2);
    EXPECT_THAT(err_, HasSubstr("--fit needs --kind minmax, zscore, robust or auto"));
  }
}

TEST_F(DataCommands, SayThatNumbersOfRowsStandForIds) {
  write_file(folder_ / "bare.txt", "1 qid:1 1:0\n0 qid:1 1:10\n");
  ASSERT_EQ(run("data convert bare.txt bare.qrels"), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("bare.txt: has no document ids; the numbers of its rows"));
  ASSERT_EQ(run("evaluate --data bare.txt --feature 1 --run bare.run"), 3) << "there is no run";
  EXPECT_THAT(err_, HasSubstr("has no document ids"));
  ASSERT_EQ(run("data convert data.txt data.qrels"), 0) << err_;
  EXPECT_THAT(err_, Not(HasSubstr("document ids")));
}

TEST_F(DataCommands, RefuseToLeaveOutWeightsThatThereAreNot) {
  EXPECT_EQ(run("data info data.txt --row-weights none"), 2);
  EXPECT_THAT(err_, HasSubstr("--row-weights none has no effect"));
  write_file(folder_ / "rank.train", "1 1:0\n0 1:10\n");
  write_file(folder_ / "rank.train.query", "2\n");
  write_file(folder_ / "rank.train.weight", "1\n2\n");
  EXPECT_EQ(run("data info rank.train --row-weights none"), 0) << err_;
  EXPECT_EQ(run("data check rank.train"), 0) << err_;
  EXPECT_THAT(err_, Not(HasSubstr("weight"))) << "it makes no use of them";
}

TEST_F(DataCommands, SplitWritesPartsAndFolds) {
  ASSERT_EQ(run("data split data.txt --folds 3 --out cut.d --format json"), 0) << err_;
  EXPECT_THAT(nlohmann::json::parse(out_), SizeIs(3 + 9));
  EXPECT_EQ(read_dataset(path("cut.d/S2.txt"))[0].id, "2");
  EXPECT_EQ(read_dataset(path("cut.d/Fold2/train.txt"))[0].id, "2");
  EXPECT_EQ(read_dataset(path("cut.d/Fold2/vali.txt"))[0].id, "3");
  EXPECT_EQ(read_dataset(path("cut.d/Fold2/test.txt"))[0].id, "1");
  ASSERT_EQ(run("data check --folds cut.d"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("Fold3 as a split\n  no findings"));
  EXPECT_EQ(run("data split data.txt --folds 4 --out x.d"), 2);
  EXPECT_EQ(run("data split data.txt --folds 2 --out x.d"), 2);
  EXPECT_EQ(run("data split data.txt --folds 3 --out cut.d"), 0) << "it replaces the same folds";
  fs::create_directory(folder_ / "cut.d/Fold4");
  EXPECT_EQ(run("data split data.txt --folds 3 --out cut.d"), 2);
  EXPECT_THAT(err_, HasSubstr("Fold4 is of another split"));
}

TEST_F(DataCommands, SplitCutsByFractions) {
  ASSERT_EQ(run("data split data.txt --fractions .67,.33 --out cut.d --shuffle-queries"), 0)
      << err_;
  EXPECT_EQ(read_dataset(path("cut.d/train.txt")).query_count(), 2U);
  EXPECT_EQ(read_dataset(path("cut.d/test.txt")).query_count(), 1U);
  EXPECT_EQ(run("data split data.txt --fractions .5,x --out x.d"), 2);
  EXPECT_EQ(run("data split data.txt --fractions .5,.2,.2,.1 --out x.d"), 2);
}

TEST_F(DataCommands, TruthWritesTopKAsJsonLinesOrLabels) {
  ASSERT_EQ(run("data truth data.txt --truth topk:2 --out top.jsonl"), 0) << err_;
  const auto records = read_top_k(path("top.jsonl"));
  ASSERT_THAT(records, SizeIs(3));
  EXPECT_THAT(records[0].top, ElementsAre("a", "c"));
  EXPECT_THAT(records[0].rest, ElementsAre("b"));
  ASSERT_EQ(run("data truth data.txt --truth topk:2 --out top.txt"), 0) << err_;
  EXPECT_THAT(read_dataset(path("top.txt"))[0].truth.label, ElementsAre(2, 0, 1));
  EXPECT_THAT(read_dataset(path("top.txt"))[2].truth.label, ElementsAre(2));
  ASSERT_EQ(run("data truth data.txt --truth topk:2 --kappa-base kprime --out top.txt"), 0);
  EXPECT_THAT(read_dataset(path("top.txt"))[2].truth.label, ElementsAre(1));
  EXPECT_EQ(run("data truth data.txt --truth full --out top.jsonl"), 2);
}

TEST_F(DataCommands, TruthMatchesTwoJudgementsByDocument) {
  ASSERT_EQ(run("data truth data.txt --match list.txt --match-format letor-list --truth topk:1 "
                "--out top.jsonl --graded-out graded.txt"),
            0)
      << err_;
  const auto records = read_top_k(path("top.jsonl"));
  ASSERT_THAT(records, SizeIs(1));
  EXPECT_THAT(records[0].top, ElementsAre("b"));
  EXPECT_THAT(records[0].rest, ElementsAre("a"));
  EXPECT_THAT(read_dataset(path("graded.txt"))[0].truth.label, ElementsAre(2, 0));
  EXPECT_THAT(err_, HasSubstr("in both files: 1 query with 2 documents; dropped: "));
  EXPECT_EQ(run("data truth data.txt --graded-out graded.txt --out top.txt"), 2);
}

TEST_F(DataCommands, SynthWritesTheSameBytesForAnyNumberOfThreads) {
  const std::string command = "synth letor --queries 20 --documents 8 --features 5 --missing 0.1 ";
  ASSERT_EQ(run(command + "--out one.txt --truth-scores one.scores --threads 1"), 0) << err_;
  ASSERT_EQ(run(command + "--out two.txt --truth-scores two.scores --threads 3"), 0) << err_;
  EXPECT_EQ(text("one.txt"), text("two.txt"));
  EXPECT_EQ(text("one.scores"), text("two.scores"));
  EXPECT_THAT(read_scores(path("one.scores")), SizeIs(160));
  ASSERT_EQ(run(command + "--out other.txt --seed 2"), 0);
  EXPECT_NE(text("one.txt"), text("other.txt"));
}

TEST_F(DataCommands, SynthTakesAPresetAndChangesIt) {
  ASSERT_EQ(run("synth letor --features 3 --preset G --queries 4 --out g.txt"), 0) << err_;
  const Dataset data = read_dataset(path("g.txt"));
  EXPECT_EQ(data.feature_count(), 3U);
  EXPECT_EQ(data.row_count(), 4000U);
  EXPECT_EQ(run("synth letor --preset H --out x.txt"), 2);
  EXPECT_EQ(run("synth letor --grades 1 --out x.txt"), 2);
  EXPECT_THAT(err_, HasSubstr("outside [2, 32]"));
}

TEST_F(DataCommands, SynthWritesPreferencesAndTheirTruth) {
  ASSERT_EQ(run("synth preferences --queries 3 --documents 6 --pairs 4 --out p.txt --truth "
                "truth.jsonl --k 2"),
            0)
      << err_;
  EXPECT_THAT(read_preferences(path("p.txt")), SizeIs(3 * 4 * 2));
  EXPECT_THAT(read_top_k(path("truth.jsonl"))[0].top, SizeIs(2));
}

TEST_F(DataCommands, TurnFeatureNullOfOhsumedIntoTheOtherTwoVersions) {
  const char* root = std::getenv("PODIUM_DATA");
  if (root == nullptr) GTEST_SKIP() << "PODIUM_DATA names no folder of data";
  const fs::path ohsumed = fs::path(root) / "OHSUMED-LETOR3";
  fs::copy_file(ohsumed / "Feature-null" / "ALL" / "OHSUMED.txt", folder_ / "null.txt");
  ASSERT_EQ(run("data fill null.txt --profile letor3 --out min.txt"), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("51490 missing values filled"));
  const ReadOptions exactly{.features = FeatureDetail::exact};
  const Dataset ours = read_dataset(path("min.txt"), exactly);
  const Dataset theirs = read_dataset(ohsumed / "Feature-min" / "ALL" / "OHSUMED.txt", exactly);
  EXPECT_TRUE(std::ranges::equal(ours.columns().exact_features, theirs.columns().exact_features));
  ASSERT_EQ(run("data normalise min.txt --out norm.txt"), 0) << err_;
  ASSERT_EQ(run("data check norm.txt --strict"), 0) << err_;
  EXPECT_THAT(out_, Not(IsEmpty()));
}

class NamedData : public DataCommands {
 protected:
  NamedData() {
    write_file(folder_ / "named.csv",
               "qid,label,docid,good,bad\n1,2,a,9,1\n1,0,b,1,\n2,1,a,7,2\n2,0,c,2,8\n"
               "3,1,d,8,3\n3,0,e,1,9\n");
    // The same with reordered columns.
    write_file(folder_ / "other.csv",
               "bad,good,label,docid,qid\n1,9,2,a,1\n0,1,0,b,1\n2,7,1,a,2\n8,2,0,c,2\n");
  }

  std::vector<std::string> names(const std::string& name) const {
    const Dataset data = read_dataset(path(name));
    std::vector<std::string> all;
    for (std::size_t f = 0; f < data.feature_count(); ++f) all.push_back(data.feature_name(f));
    return all;
  }
};

TEST_F(NamedData, SplitKeepsTheFormatAndTheNames) {
  ASSERT_EQ(run("data split named.csv --folds 3 --out cut.d"), 0) << err_;
  EXPECT_EQ(text("cut.d/S2.csv"), "qid,label,docid,good,bad\n2,1,a,7,2\n2,0,c,2,8\n");
  EXPECT_EQ(text("cut.d/Fold2/train.csv"), text("cut.d/S2.csv")) << "one part of three";
  ASSERT_EQ(run("data check --folds cut.d"), 0) << err_;
  ASSERT_EQ(run("data split named.csv --fractions .67,.33 --out parts.d"), 0) << err_;
  EXPECT_THAT(names("parts.d/test.csv"), ElementsAre("good", "bad"));
  ASSERT_EQ(run("data split named.csv --folds 3 --to podium --out cache.d"), 0) << err_;
  EXPECT_THAT(names("cache.d/Fold1/train.podium"), ElementsAre("good", "bad"));
}

TEST_F(NamedData, SplitJoinsPartsUnderOneHeader) {
  write_file(folder_ / "four.csv", "qid,label,f\n1,1,1\n2,2,2\n3,3,3\n4,4,4\n");
  ASSERT_EQ(run("data split four.csv --folds 4 --out cut.d"), 0) << err_;
  EXPECT_EQ(text("cut.d/Fold1/train.csv"), "qid,label,f\n1,1,1\n2,2,2\n");
  ASSERT_EQ(run("data split four.csv --folds 4 --to letor --out letor.d"), 0) << err_;
  EXPECT_EQ(text("letor.d/Fold4/train.txt"),
            "# podium features: [\"f\"]\n4 qid:4 1:4\n1 qid:1 1:1\n");
}

TEST_F(NamedData, SurvivesEveryCommandThatWritesData) {
  for (const std::string name : {"o.csv", "o.tsv", "o.txt", "o.podium", "o.data"}) {
    for (const std::string& command :
         {"data convert named.csv " + name, "data fill named.csv --out " + name,
          "data normalise named.csv --out " + name, "data truth named.csv --out " + name}) {
      ASSERT_EQ(run(command), 0) << command << err_;
      const bool is_csv = name == "o.data";  // an unknown ending: the format of the input
      const Dataset data =
          read_dataset(path(name), {.format = is_csv ? DataFormat::csv : DataFormat::automatic});
      EXPECT_EQ(data.feature_name(0), "good") << command;
      EXPECT_EQ(data.row_count(), 6U) << command;
    }
  }
}

TEST_F(NamedData, KeepsItsWordsInEveryTable) {
  // Words whose order in the file is not that of their names.
  const std::string table =
      "qid,label,docid,brand,f\n1,0,a,red,1\n1,1,b,\"green, dark\",2\n2,1,c,black,3\n2,0,d,,4\n";
  write_file(path("words.csv"), table);
  ASSERT_EQ(run("data convert words.csv again.csv"), 0) << err_;
  EXPECT_EQ(text("again.csv"), table);
  ASSERT_EQ(run("data convert words.csv hashed.csv --order hash"), 0) << err_;
  ASSERT_EQ(run("data convert hashed.csv again.csv --order hash"), 0) << err_;
  EXPECT_EQ(text("again.csv"), text("hashed.csv"));
  EXPECT_THAT(text("hashed.csv"), HasSubstr("c,black,3\n"));
  ASSERT_EQ(run("data split words.csv --fractions .5,.5 --out words.d"), 0) << err_;
  EXPECT_THAT(text("words.d/train.csv"), HasSubstr("a,red,1\n1,1,b,\"green, dark\",2"));
}

TEST_F(NamedData, IsScoredByNameAfterASplit) {
  ASSERT_EQ(run("data split named.csv --fractions .67,.33 --out parts.d"), 0) << err_;
  for (const std::string train : {"parts.d/train.csv", "parts.txt", "parts.podium"}) {
    if (train != "parts.d/train.csv") {
      ASSERT_EQ(run("data convert parts.d/train.csv " + train), 0) << err_;
    }
    ASSERT_EQ(run("train ranksvm --train " + train + " --model m.json --quiet"), 0) << err_;
    ASSERT_EQ(run("score --model m.json --data other.csv --out s.scores"), 0) << err_;
    const std::vector<double> scores = read_scores(path("s.scores"));
    EXPECT_GT(scores[0], scores[1]) << train;
    EXPECT_GT(scores[2], scores[3]) << train << ": by position, 8 of 'bad' would be best";
  }
}

}  // namespace
}  // namespace podium::cli
