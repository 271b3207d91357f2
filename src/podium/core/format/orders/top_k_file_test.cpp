#include "podium/core/format/orders/top_k_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/format/file_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view good = R"({"qid":"q","k":2,"top":["d3","d1"],"rest":["d2"]})";

class TopKFile : public FileFixture {
 protected:
  std::string complaint(std::string_view text) const {
    return FileFixture::complaint(read_top_k, text);
  }
};

TEST_F(TopKFile, GivesOneRecordALine) {
  const auto records = read_top_k(folder_.file(
      "t", std::string(good) + "\r\n{\"rest\":[7],\"top\":[],\"k\":1,\"qid\":12}\n\n"));
  const std::vector<TopKRecord> expected = {
      {.query_id = "q", .k = 2, .top = {"d3", "d1"}, .rest = {"d2"}},
      {.query_id = "12", .k = 1, .top = {}, .rest = {"7"}}};
  EXPECT_EQ(records, expected);
}

TEST_F(TopKFile, ComesBackTheSame) {
  const std::vector<TopKRecord> records = {
      {.query_id = "a \"quoted\" id", .k = 3, .top = {"\xc3\xa4", "\\"}, .rest = {}},
      {.query_id = "2", .k = 1, .top = {"x"}, .rest = {"y", "z"}}};
  write_top_k(records, folder_ / "t.zst");
  EXPECT_EQ(read_top_k(folder_ / "t.zst"), records);
}

TEST_F(TopKFile, RefusesWhatIsNotARecordNamingTheLine) {
  EXPECT_EQ(complaint(R"({"qid":"q","k":2,"top":[],"rest":[],"note":1})"),
            "f:1: found the key 'note', expected one of: qid, k, top, rest");
  EXPECT_EQ(complaint(R"({"qid":"q","qid":"r","k":2,"top":[],"rest":[]})"),
            "f:1:12: found the key 'qid' twice, expected it once");
  EXPECT_EQ(complaint(R"({"qid":"q","k":2,"top":[]})"), "f:1: found no 'rest', expected one");
  EXPECT_EQ(complaint(R"({"qid":"q","k":2,"top":["a"],"rest":["b","a"]})"),
            "f:1:1: found document 'a' twice, expected each once");
  EXPECT_EQ(complaint(R"({"qid":"q","k":1,"top":["a","b"],"rest":[]})"),
            "f:1:1: found 2 documents in top, expected at most k = 1");
  EXPECT_EQ(complaint(R"({"qid":"q","k":0,"top":[],"rest":[]})"),
            "f:1:1: found k = 0, expected 1 or more");
  EXPECT_EQ(complaint(R"({"qid":"q","k":-1,"top":[],"rest":[]})"),
            "f:1: k: found -1, expected a whole number from 0");
  EXPECT_EQ(complaint(R"({"qid":"q","k":1,"top":[1.5],"rest":[]})"),
            "f:1: top[0]: found 1.5, expected a document id");
  EXPECT_EQ(complaint(R"({"qid":null,"k":1,"top":[],"rest":[]})"),
            "f:1: qid: found null, expected a query id");
  EXPECT_EQ(complaint(R"({"qid":"q","k":1,"top":"a","rest":[]})"),
            "f:1: top: found 'a', expected a list");
  EXPECT_EQ(complaint(R"({"qid":"","k":1,"top":[],"rest":[]})"),
            "f:1: qid: found '', expected a query id");
  EXPECT_EQ(complaint(std::string(good) + "\n" + std::string(good)),
            "f:2:1: found query 'q' twice, expected each once");
  EXPECT_EQ(complaint("[1]"), "f:1: found a list of 1, expected an object");
  EXPECT_EQ(complaint("17"), "f:1: found 17, expected an object");
  EXPECT_EQ(complaint(""), "f: found no top-k record, expected at least one");
}

TEST_F(TopKFile, NamesTheColumnOfMalformedJson) {
  EXPECT_EQ(complaint(std::string(good) + "\n{\"qid\" \"q\"}"),
            "f:2:8: found malformed JSON, expected ':'");
  EXPECT_THAT(complaint("{\"qid\":\"\xff\"}"), HasSubstr("f:1:9: found a text that is not UTF-8"));
  EXPECT_THAT(complaint(std::string(good) + "x"), HasSubstr("found malformed JSON"));
  EXPECT_THAT(complaint(std::string(good) + "\n\n" + std::string(good)),
              HasSubstr("f:2:1: found the end of the text, expected more JSON"));
  EXPECT_THAT(complaint(std::string(1'000'000, '[')),
              HasSubstr("f:1:257: found more than 256 lists and objects"));
}

TEST_F(TopKFile, IsNotWrittenWhenItCouldNotBeRead) {
  const auto write = [&](const TopKRecord& record) {
    write_top_k(std::vector<TopKRecord>{record}, folder_ / "t");
  };
  EXPECT_THROW(write({.query_id = "q", .k = 1, .top = {"a", "b"}}), UsageError);
  EXPECT_THROW(write({.query_id = "q", .k = 1, .top = {"\xff"}}), UsageError);
  EXPECT_THROW(write_top_k(std::vector<TopKRecord>(2, {.query_id = "q", .k = 1}), folder_ / "t"),
               UsageError);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "t"));
}

// --- with_top_k ---

Dataset example_data() {
  DatasetBuilder builder(1);
  builder.add_query("a", GradedTruth{{0, 0, 1}}, std::vector<float>{1, 2, 3},
                    std::vector<std::string>{"d1", "d2", "d3"});
  builder.add_query("b", GradedTruth{{0, 0}}, std::vector<float>{4, 5},
                    std::vector<std::string>{"d1", "d2"});
  return std::move(builder).build();
}

const TopKRecord a = {.query_id = "a", .k = 2, .top = {"d3", "d1"}, .rest = {"d2"}};
const TopKRecord b = {.query_id = "b", .k = 3, .top = {"d2"}, .rest = {"d1"}};

std::string complaint_about(const std::vector<TopKRecord>& records) {
  try {
    with_top_k(example_data(), records, Unjudged::refuse, "f");
  } catch (const DataError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(WithTopK, LabelsByPlaceWhateverTheOrderOfRecords) {
  const Dataset data =
      with_top_k(example_data(), std::vector<TopKRecord>{b, a}, Unjudged::refuse, "f").data;
  EXPECT_THAT(data[0].truth.label, ElementsAre(1, 0, 2));
  EXPECT_EQ(data[0].truth.strict, 2U);
  EXPECT_THAT(data[1].truth.label, ElementsAre(0, 3));  // k + 1 - place, also for a short top
  EXPECT_THAT(data[1].truth.level, ElementsAre(0, 1));
  EXPECT_EQ(data[1].truth.strict, 1U);
}

TEST(WithTopK, AgreesWithTheQrelsOfTheRecords) {
  const Qrels qrels = qrels_of(std::vector<TopKRecord>{a, b});
  EXPECT_THAT(qrels.judged[0].document, ElementsAre("d3", "d1", "d2"));
  EXPECT_THAT(qrels.judged[0].value, ElementsAre(2, 1, 0));
  EXPECT_THAT(qrels.judged[1].value, ElementsAre(3, 0));
}

TEST(WithTopK, RefusesWhatDoesNotMatch) {
  EXPECT_EQ(complaint_about({a}),
            "f: found 0 documents of judged queries and 1 query without a judgement, "
            "expected none");
  EXPECT_EQ(complaint_about({a, b, {.query_id = "c", .k = 1}}),
            "f: found no row for judged query 'c', expected at least one");
  TopKRecord other = b;
  other.rest = {"d1", "d9"};
  EXPECT_EQ(complaint_about({a, other}),
            "f: found no row for judged document 'd9' of query 'b', expected one");
  other.rest = {};
  EXPECT_EQ(complaint_about({a, other}),
            "f: found 1 document of judged queries and 0 queries without a judgement, "
            "expected none");
}

TEST(WithTopK, CanTakeOrLeaveOutWhatNobodyJudged) {
  TopKRecord other = b;
  other.rest = {};
  const std::vector<TopKRecord> records = {a, other};
  const JudgedRows rest = with_top_k(example_data(), records, Unjudged::rest, "f");
  EXPECT_THAT(rest.data[1].truth.label, ElementsAre(0, 3));
  const JudgedRows dropped = with_top_k(example_data(), records, Unjudged::drop, "f");
  EXPECT_THAT(dropped.data[1].truth.label, ElementsAre(3));
  EXPECT_EQ(dropped.data[1].truth.strict, 1U);
}

}  // namespace
}  // namespace podium
