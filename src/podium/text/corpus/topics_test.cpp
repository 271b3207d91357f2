#include "podium/text/corpus/topics.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/format/file_fixture.hpp"
#include "podium/core/format/trec/qrels.hpp"
#include "podium/text/corpus/smart_qrels.hpp"

namespace podium::text {
namespace {

using testing::ElementsAre;

class TopicsTest : public FileFixture {
 protected:
  /// A file of this text; unlike TemporaryFolder::file it does not wait for the disk.
  std::filesystem::path quick_file(const std::string& text) const {
    const auto path = folder_ / "f";
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
};

TEST_F(TopicsTest, ReadsTrecTopics) {
  EXPECT_THAT(
      read_topics(quick_file("<top>\n<num> Number: 401\n<title> foreign  minorities\n\n<desc> "
                             "Description:\nWhat is\nit?\n\n<narr> Narrative:\nAll.\n</top>\n"
                             "<top><num>402</num><title>Topic: b</title></top>")),
      ElementsAre(Topic{"401", "foreign minorities", "What is it?", "All."},
                  Topic{"402", "b", "", ""}));
}

TEST_F(TopicsTest, ReadsSmartTopicsByTheirIdsOrByOrder) {
  const auto path = quick_file(".I 001\n.W\nwhat is\n it .\n.I 004\n.W\nb\n");
  EXPECT_THAT(read_topics(path), ElementsAre(Topic{"1", "what is it .", "", ""}, Topic{"4", "b"}));
  EXPECT_EQ(read_topics(path, {.number_by_order = true})[1].id, "2");
  const auto with_gap = quick_file(".I 001\n.W\na\n.I 004\n.I 007\n.W\nb\n");
  EXPECT_EQ(read_topics(with_gap, {.number_by_order = true})[1].id, "3") << "one has no text";
}

TEST_F(TopicsTest, ReadsTopicsOfLines) {
  CorpusReport report;
  EXPECT_THAT(read_topics(quick_file("q1\thello  world\nno tab\nq1\tagain\n\n"), {}, &report),
              ElementsAre(Topic{"q1", "hello world"}));
  EXPECT_EQ(report.skipped, 1U);
  EXPECT_EQ(report.repeated_ids, 1U);
  EXPECT_THROW(read_topics(quick_file("\n")), DataError);
}

TEST_F(TopicsTest, ReadsTopicsOfJson) {
  CorpusReport report;
  EXPECT_THAT(
      read_topics(quick_file("{\"qid\":7,\"text\":\"a \\n b\",\"description\":\"c\","
                             "\"narrative\":\"d\"}\n\n{\"_id\":\"x\",\"text\":\"e\","
                             "\"metadata\":{}}\n{\"qid\":8}\n{\"qid\":9,\"qid\":9,\"text\":\"f\"}\n"
                             "{\"qid\":7,\"text\":\"again\"}\n"),
                  {}, &report),
      ElementsAre(Topic{"7", "a b", "c", "d"}, Topic{"x", "e", "", ""}));
  EXPECT_THAT(read_topics(quick_file("[{\"qid\":1,\"text\":\"a\"},{\"qid\":2,\"text\":\"b\"}]")),
              ElementsAre(Topic{"1", "a"}, Topic{"2", "b"}));
  EXPECT_EQ(report.skipped, 2U);
  EXPECT_EQ(report.repeated_ids, 1U);
  EXPECT_EQ(report.first_problems[1].what, "found the key 'qid' twice, expected it once");
  EXPECT_EQ(report.first_problems[2].where.line, 6U) << "blank lines count, too";
}

// --- judgements ---

TEST_F(TopicsTest, ReadsCranfieldCodesWithTheBestLabelLargest) {
  LineReport report;
  const Qrels qrels = read_smart_qrels(quick_file("1 184 1 \n1 29 4\n2 7 -1\n1 184 1\n1 5 5\n"),
                                       BadLines::refuse, &report);
  EXPECT_THAT(qrels.judged[0].document, ElementsAre("184", "29", "5"));
  EXPECT_THAT(qrels.judged[0].value, ElementsAre(4.0, 1.0, 0.0));
  EXPECT_THAT(qrels.judged[1].value, ElementsAre(0.0));
  EXPECT_EQ(report.rows_repeated, 1U);
}

TEST_F(TopicsTest, ReadsCacmLinesAsRelevant) {
  const Qrels qrels = read_smart_qrels(quick_file("01 0756  0 0\n01 1307  0 0\n"));
  EXPECT_EQ(qrels.judged[0].id, "1");
  EXPECT_THAT(qrels.judged[0].document, ElementsAre("756", "1307"));
  EXPECT_THAT(qrels.judged[0].value, ElementsAre(1.0, 1.0));
}

TEST_F(TopicsTest, RefusesOtherCodesAndContradictions) {
  const auto read = [](const std::filesystem::path& path) { read_smart_qrels(path); };
  EXPECT_EQ(complaint(read, "1 2 3\n01 02 4\n"),
            "f:2:4: found document '02' a second time in this query, with another code");
  EXPECT_EQ(complaint(read, "1 2 7\n"), "f:1:5: found '7', expected a code from -1 to 5");
  EXPECT_EQ(complaint(read, "\n"), "f: found no judgements, expected at least one");
}

TEST_F(TopicsTest, ReadsUtf16AndSaysWhatIsNoText) {
  std::string utf16 = "\xfe\xff";
  for (const char c : std::string("q1\thello\n")) utf16 += std::string{'\0', c};
  EXPECT_THAT(read_topics(quick_file(utf16)), ElementsAre(Topic{"q1", "hello"}));
  const auto read = [](const std::filesystem::path& path) { (void)read_topics(path); };
  EXPECT_THAT(message(read, quick_file("PAR1....PAR1")), testing::HasSubstr("a Parquet file"));
  EXPECT_THAT(message(read, quick_file("<!DOCTYPE html><p>log in")),
              testing::HasSubstr("found a web page"));
}

TEST_F(TopicsTest, JudgementsMayBeUtf16Too) {
  std::string utf16 = "\xff\xfe";
  for (const char c : std::string("1 0 13 1\n")) utf16 += std::string{c, '\0'};
  EXPECT_EQ(read_qrels(quick_file(utf16)).judged[0].document[0], "13");
  std::string smart = "\xff\xfe";
  for (const char c : std::string("1 13\n")) smart += std::string{c, '\0'};
  EXPECT_EQ(read_smart_qrels(quick_file(smart)).judged[0].document[0], "13");
  const auto read = [](const std::filesystem::path& path) { (void)read_qrels(path); };
  EXPECT_THAT(message(read, quick_file("PAR1....PAR1")), testing::HasSubstr("a Parquet file"));
}

}  // namespace
}  // namespace podium::text
