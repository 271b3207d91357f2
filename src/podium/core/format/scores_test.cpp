#include "podium/core/format/scores.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/format/file_fixture.hpp"
#include "podium/core/format/read.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Scores : public FileFixture {
 protected:
  std::string complaint(std::string_view text) const {
    return FileFixture::complaint(read_scores, text);
  }
};

TEST_F(Scores, AreOneNumberALine) {
  EXPECT_THAT(read_scores(folder_.file("s", "1\n-2.5e-3\r\n 3 \n\n\n")),
              ElementsAre(1, -0.0025, 3));
  EXPECT_THAT(read_scores(folder_.file("s", "7")), ElementsAre(7));
}

TEST_F(Scores, RefuseAnythingElseNamingThePlace) {
  EXPECT_EQ(complaint("1\nx\n"), "f:2:1: found 'x', expected a finite score");
  EXPECT_EQ(complaint("1\n2 3\n"), "f:2:3: found '3', expected the end of the line");
  EXPECT_EQ(complaint("1\n\n2\n"), "f:2:1: found the end of the line, expected a finite score");
  EXPECT_EQ(complaint("nan\n"), "f:1:1: found 'nan', expected a finite score");
  EXPECT_EQ(complaint("1\n -inf\n"), "f:2:2: found '-inf', expected a finite score");
  EXPECT_EQ(complaint(""), "f: found no line, expected at least one");
  EXPECT_EQ(complaint("\n\n"), "f: found no line, expected at least one");
  EXPECT_EQ(complaint(std::string_view("\x7f\x45\x4c\x46\0\1", 6)),
            "f:1:1: found the byte '\\x7f', expected text");
}

TEST_F(Scores, ShowOnlyTheStartOfAnEndlessLine) {
  const std::string message = complaint("1\n" + std::string(100'000'000, '7') + "x\n");
  EXPECT_THAT(message, HasSubstr("f:2:1: found '7777"));
  EXPECT_LT(message.size(), 100U);
}

TEST_F(Scores, RefuseAMissingFileAndADirectory) {
  EXPECT_THAT(message(read_scores, folder_ / "none"), HasSubstr("none: cannot read"));
  EXPECT_THAT(message(read_scores, folder_ / ""), HasSubstr("found a folder"));
}

TEST_F(Scores, ComeBackTheSameForAnyNumberOfThreads) {
  RandomStream stream(1, "", "scores");
  std::vector<double> scores = {0.0, -0.0, 5e-324, std::numeric_limits<double>::max(),
                                std::numeric_limits<double>::lowest()};
  for (int i = 0; i < 200'000; ++i) scores.push_back(stream.normal());
  for (const std::string name : {"s.txt", "s.txt.gz"}) {
    write_scores(scores, folder_ / name);
    for (const std::size_t threads : {1UL, 2UL}) {
      const ThreadLimit limit(threads);
      EXPECT_EQ(read_scores(folder_ / name), scores);
    }
  }
}

TEST_F(Scores, NameTheFirstBadLineForAnyNumberOfThreads) {
  std::string text;
  for (int i = 1; i <= 300'000; ++i) text += i == 200'000 || i == 250'000 ? "bad\n" : "1.25\n";
  for (const std::size_t threads : {1UL, 2UL}) {
    const ThreadLimit limit(threads);
    EXPECT_EQ(complaint(text), "f:200000:1: found 'bad', expected a finite score");
  }
}

TEST_F(Scores, AreNotWrittenWhenOneIsNotFinite) {
  const std::vector<double> scores = {1.0, std::numeric_limits<double>::quiet_NaN()};
  EXPECT_THROW(write_scores(scores, folder_ / "s"), NumericError);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "s"));
}

TEST_F(Scores, OfATableHaveIdsAndComeBack) {
  const Dataset data = read_dataset(folder_.file(
      "d.csv", "qid,docid,label,f\nred shoes,a,1,1\nhat,\"b, c\",0,2\nred shoes,d,0,3\n"));
  const std::vector<double> by_row = {0.5, 1.5, -2};  // queries are together
  write_score_table(data, by_row, folder_ / "s.csv");
  EXPECT_EQ(InputText(folder_ / "s.csv").view(),
            "qid,docid,score\nred shoes,a,0.5\nhat,\"b, c\",-2\nred shoes,d,1.5\n");
  EXPECT_EQ(read_scores_of(data, folder_ / "s.csv"), by_row);
  write_score_table(data, by_row, folder_ / "s.tsv");
  EXPECT_EQ(read_scores_of(data, folder_ / "s.tsv"), by_row);
  EXPECT_THAT(read_scores(folder_.file("plain.csv", "1\n2\n")), ElementsAre(1, 2));
  EXPECT_THAT(message([](const auto& path) { read_scores(path); },
                      folder_.file("bad.csv", "qid,score\n1,0.5\n1,x\n")),
              HasSubstr("bad.csv:3:3: found 'x', expected a finite score"));
}

TEST_F(Scores, OfATableInAnotherOrderAreRefused) {
  const Dataset data = read_dataset(folder_.file("d.csv", "qid,docid,label,f\n1,a,1,1\n1,b,0,2\n"));
  const auto refusal = [&](const char* text) {
    return message([&](const auto& path) { read_scores_of(data, path); },
                   folder_.file("s.csv", text));
  };
  EXPECT_THAT(refusal("qid,docid,score\n1,b,2\n1,a,1\n"),
              HasSubstr("s.csv:2: found the score of query '1', document 'b'"));
  EXPECT_THAT(refusal("qid,score\n1,2\n2,1\n"), HasSubstr("s.csv:3: found the score of query '2'"));
}

}  // namespace
}  // namespace podium
