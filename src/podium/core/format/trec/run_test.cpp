#include "podium/core/format/trec/run.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/format/file_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class RunFile : public FileFixture {
 protected:
  std::string complaint(std::string_view text) const {
    return FileFixture::complaint([](const auto& path) { read_run(path); }, text);
  }
};

Dataset sample() {
  DatasetBuilder builder(0);
  builder.add_query("x", GradedTruth{{1, 0, 0}}, {}, std::vector<std::string>{"d1", "d2", "d3"});
  builder.add_query("y", GradedTruth{{0}}, {}, std::vector<std::string>{"d1"});
  return std::move(builder).build();
}

TEST_F(RunFile, KeepsInputOrderAndIgnoresTheRankColumn) {
  const auto run = read_run(folder_.file("r",
                                         "1 Q0 a 1 0.5 mine\n"
                                         "2 Q0 a 7 -1e3 mine\r\n"
                                         "1 Q0 b first 2 other\n"));
  EXPECT_EQ(run.tag, "mine");
  EXPECT_THAT(run.retrieved[0].document, ElementsAre("a", "b"));
  EXPECT_THAT(run.retrieved[0].value, ElementsAre(0.5, 2));
  EXPECT_THAT(run.retrieved[1].value, ElementsAre(-1000));
}

TEST_F(RunFile, RefusesAnythingElseNamingThePlace) {
  EXPECT_EQ(complaint("1 Q0 a 1 0.5 t\n1 Q0 b 2 0.4 t\n1 Q0 a 3 0.5 t\n"),
            "f:3:6: found document 'a' again in this query, expected it once");
  EXPECT_EQ(complaint("1 Q0 a 1 0.5\n"), "f:1:13: found the end of the line, expected a tag");
  EXPECT_EQ(complaint("1 Q0 a 1 inf t\n"), "f:1:10: found 'inf', expected a finite score");
  EXPECT_EQ(complaint("1 Q0 a 1 1 my tag\n"), "f:1:15: found 'tag', expected the end of the line");
  EXPECT_EQ(complaint("\n"), "f: found no line of a run, expected at least one");
}

TEST_F(RunFile, IsWrittenInRankOrderTiesInInputOrder) {
  const std::vector<double> scores = {1, 2.5, 2.5, 7};
  write_run(run_of(sample(), scores, "tag"), folder_ / "r");
  EXPECT_EQ(text_of(folder_ / "r"),
            "x Q0 d2 1 2.5 tag\nx Q0 d3 2 2.5 tag\nx Q0 d1 3 1 tag\ny Q0 d1 1 7 tag\n");
}

TEST_F(RunFile, IsNotWrittenWhenItCouldNotBeRead) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(write_run(run_of(sample(), std::vector<double>{1, 2, nan, 3}, "t"), folder_ / "r"),
               NumericError);
  EXPECT_THROW(write_run(run_of(sample(), std::vector<double>{1, 2, 3, 4}, ""), folder_ / "r"),
               UsageError);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "r"));
}

TEST_F(RunFile, IsTheSameForAnyNumberOfThreads) {
  std::string text;
  RandomStream stream(1, "", "run");
  std::vector<std::vector<std::pair<std::string, double>>> expected(50);
  for (int row = 0; row < 60'000; ++row) {  // several chunks, queries interleaved in stretches
    const auto query = static_cast<std::size_t>(row < 50 ? row : row / 3 * 7 % 50);
    const double score = stream.uniform();
    const std::string document = "doc" + std::to_string(row);
    expected[query].emplace_back(document, score);
    text += std::to_string(query) + " Q0 " + document + " 0 " + to_text(score) + " t\n";
  }
  const auto path = folder_.file("r", text);
  for (const std::size_t threads : {1UL, 2UL}) {
    const ThreadLimit limit(threads);
    const auto run = read_run(path);
    ASSERT_EQ(run.retrieved.query_count(), 50U);
    for (std::size_t query = 0; query < 50; ++query) {
      const auto got = run.retrieved[query];
      EXPECT_EQ(got.id, std::to_string(query));
      ASSERT_EQ(got.size(), expected[query].size());
      for (std::size_t doc = 0; doc < got.size(); ++doc) {
        EXPECT_EQ(got.document[doc], expected[query][doc].first);
        EXPECT_EQ(got.value[doc], expected[query][doc].second);
      }
    }
  }
}

TEST_F(RunFile, OutlivesTheFile) {
  const auto path = folder_.file("r.gz", "1 Q0 a 1 0.5 mine\n");
  const auto run = read_run(path);
  std::filesystem::remove(path);
  EXPECT_EQ(run.retrieved[0].document[0], "a");
}

}  // namespace
}  // namespace podium
