#include "podium/labelling/store/import.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/labelling/store/import_fixture.hpp"

namespace podium::labelling {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

class ImportQueries : public ImportFixture {};

TEST_F(ImportQueries, GiveEveryQueryAllDocumentsWithoutARun) {
  const auto queries = read();
  ASSERT_EQ(queries.size(), 2U);
  EXPECT_EQ(queries[0].id, "1");
  EXPECT_EQ(queries[0].text, "wind");
  EXPECT_EQ(queries[0].description, "of change");
  EXPECT_EQ(queries[1].id, "2");
  EXPECT_THAT(ids(queries[1]), ElementsAre("a", "b", "3"));
  const auto& documents = queries[0].document;
  EXPECT_EQ(documents[0].title, "A");
  EXPECT_EQ(documents[0].url, "u");
  EXPECT_EQ(documents[0].snippet, "s");
  EXPECT_EQ(documents[0].body, "t");
  EXPECT_FALSE(documents[0].is_html);
  EXPECT_EQ(documents[1].body, "<b>");
  EXPECT_TRUE(documents[1].is_html);
  EXPECT_THAT(report_.remarks(), ElementsAre("2 documents without text")) << "<b> has none";
  options_.depth = 2;
  EXPECT_THAT(ids(read()[0]), ElementsAre("a", "b"));
  EXPECT_THAT(report_.remarks(), Contains(HasSubstr("left out 1 document for every query")));
}

TEST_F(ImportQueries, RefuseADepthOfMoreThanAThousandDocuments) {
  std::string many;
  for (int i = 0; i < 1001; ++i) many += "{\"docid\":" + std::to_string(i) + "}\n";
  documents(many);
  options_.depth = 1000;
  EXPECT_EQ(read()[0].document.size(), 1000U);
  options_.depth = 1001;
  EXPECT_THROW(read(), UsageError);
  run("1 Q0 1 1 0.5 t\n1 Q0 2 2 0.75 t\n2 Q0 1 1 9 t\n2 Q0 2 2 8 t\n");
  EXPECT_THROW(read(), UsageError) << "with a run, too";
}

TEST_F(ImportQueries, TakeTheFirstDocumentsOfARun) {
  run("1 Q0 a 1 0.5 t\n1 Q0 b 2 0.75 t\n1 Q0 3 3 0.75 t\n2 Q0 3 1 9 t\n2 Q0 a 2 8 t\n");
  options_.depth = 2;
  const auto queries = read();
  EXPECT_THAT(ids(queries[0]), ElementsAre("b", "3"));
  EXPECT_THAT(ids(queries[1]), ElementsAre("3", "a"));
}

/// Two queries and documents 0 to 49, of which a run ranks the first forty in that order.
class ImportSample : public ImportFixture {
 protected:
  ImportSample() {
    std::string many;
    for (int i = 0; i < 50; ++i) many += "{\"docid\":" + std::to_string(i) + "}\n";
    documents(many);
    options_.depth = 10;
    options_.sample = DocumentSample::random;
  }

  void run_of_forty() {
    std::string lines;
    for (const char* const query : {"1", "2"}) {
      for (int i = 0; i < 40; ++i) {
        lines +=
            std::string(query) + " Q0 " + std::to_string(i) + " 1 " + std::to_string(-i) + " t\n";
      }
    }
    run(lines);
  }
};

TEST_F(ImportSample, IsDrawnForEachQueryByTheSeed) {
  const auto queries = read();
  ASSERT_EQ(queries[0].document.size(), 10U);
  EXPECT_NE(ids(queries[0]), ids(queries[1]));
  EXPECT_THAT(report_.remarks(), testing::Not(Contains(HasSubstr("left out"))));
  EXPECT_EQ(ids(read()[0]), ids(queries[0]));
  options_.seed = 2;
  EXPECT_NE(ids(read()[0]), ids(queries[0]));
  this->queries("{\"qid\":2,\"text\":\"sea\"}\n");
  options_.seed = 1;
  EXPECT_EQ(ids(read()[0]), ids(queries[1])) << "whatever other queries there are";
}

TEST_F(ImportSample, IsOfTheDocumentsOfTheFirstStageInItsOrder) {
  run_of_forty();
  const std::vector<std::string> sample = ids(read()[0]);
  ASSERT_EQ(sample.size(), 10U);
  std::vector<int> places;
  for (const std::string& id : sample) places.push_back(std::stoi(id));
  EXPECT_TRUE(std::ranges::is_sorted(places));
  EXPECT_LT(places.back(), 40);
  EXPECT_GT(places.back(), 9) << "not simply the first ten";
  options_.depth = 50;
  EXPECT_EQ(read()[0].document.size(), 40U) << "all, when there are not more";
}

TEST_F(ImportSample, TakesEveryDocumentEquallyOften) {
  std::vector<int> taken(50, 0);
  constexpr int draws = 400;
  for (options_.seed = 1; options_.seed <= draws; ++options_.seed) {
    for (const std::string& id : ids(read()[0])) ++taken[static_cast<std::size_t>(std::stoi(id))];
  }
  // Expected 80 each, with a standard deviation of 8.
  for (const int count : taken) EXPECT_NEAR(count, 80, 36);
}

TEST_F(ImportQueries, SayWhereTheRunNamesWhatIsNotThere) {
  run("1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n2 Q0 a 2 8 t\n2 Q0 nix 1 9 t\n");
  EXPECT_THAT(complaint(), HasSubstr("r:4: found document 'nix', which is not in"));
  run("1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n5 Q0 a 2 8 t\n");
  EXPECT_THAT(complaint(), HasSubstr("r:3: found query '5', which is not in"));
  run("1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n");
  EXPECT_THAT(complaint(), HasSubstr("r: found 0 documents for query '2', expected at least two"));
  run("1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n2 Q0 a 2 8 t\n2 Q0 nix 1 9 t\n");
  options_.lenient = true;
  const auto queries = read();
  ASSERT_EQ(queries.size(), 1U);
  EXPECT_EQ(report_.documents_missing, 1U);
  EXPECT_EQ(report_.queries_dropped, 1U);
  EXPECT_THAT(report_.remarks(), Contains(HasSubstr("left out 1 row of the first stage")));
  EXPECT_THAT(report_.remarks(), Contains(HasSubstr("left out 1 query with fewer than two")));
}

TEST_F(ImportQueries, TakeGoldPairsOfPreferences) {
  gold("1 a b b\n1 3 a 3 2\n");
  const auto queries = read();
  EXPECT_EQ(queries[0].gold, (std::vector<GoldPair>{{1, 0}, {2, 0}}));
  EXPECT_TRUE(queries[1].gold.empty());
  for (const auto& [text, problem] : std::vector<std::pair<std::string, std::string>>{
           {"1 a b b\n1 a 3 tie\n", "g:2: found a tie"},
           {"1 a b b\n1 a x x\n", "g:2: found document 'x'"},
           {"7 a b b\n", "g:1: found query '7'"},
           {"1 a b b\n2 a b a\n1 a b a\n",
            "g:3: found 'a' better than 'b', but line 1 says the opposite"},
           {"1 3 b b\n1 a b b\n1 3 a a\n1 3 a a\n1 b 3 3\n",
            "g:5: found '3' better than 'b', but line 1 says the opposite"},
           {"1 a b b\n\n1 a 3 a\n1 3 b 3\n",
            "g:4: found '3' better than 'b', but lines 1, 3 together say the opposite"}}) {
    gold(text);
    options_.lenient = false;
    EXPECT_THAT(complaint(), HasSubstr(problem));
    options_.lenient = true;
    read();
    EXPECT_EQ(report_.gold_dropped, 1U);
  }
}

TEST_F(ImportQueries, SayWhatIsWrongWithALineOfJson) {
  const std::string nothing = "found no topics: ";
  const std::string no_text = "q:1: " + nothing + "found the topic '1' without text";
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"{\"qid\":\"1\",\"text\":\"a\"}\n{\"qid\":\"1\",\"text\":\"b\"}\n",
       "q:2: found the id '1' a second time"},
      {"{\"qid\":\"1\"}\n", no_text},
      {"{\"text\":\"a\"}\n", "q:1: " + nothing + "found a topic without an id"},
      {"{\"qid\":\"a b\",\"text\":\"a\"}\n",
       "q:1: " + nothing + "found the topic id 'a b', expected an id without blanks"},
      {"{\"qid\":\"1\",\"qid\":\"2\",\"text\":\"a\"}\n",
       "q:1: " + nothing + "found the key 'qid' twice, expected it once"},
      {"{\"qid\":\"1\",\"txt\":\"a\"}\n", no_text},
      {"{\"qid\":\"1\",\"text\":[\"a\"]}\n", no_text},
      {"{\"qid\":\"1\",\"text\":null}\n", no_text},
      {"{\"qid\":\"1\",\"text\":\"\\u0000\"}\n", "q:1: found 1 invalid byte"},
      {"[1]\n", "q:1: " + nothing + "found '1', expected a JSON object"},
      {"{\"qid\":\n", "q:1: " + nothing + "byte 8: found the end of the text, expected more JSON"},
      {"{\"qid\":\"1\",\"text\":\"caf\xe9\"}\n", "q:1: found 1 invalid byte"},
      {"\n", "q: found no topics"}};
  options_.kind = text::CorpusFormat::jsonl;
  for (const auto& row : bad) {
    queries(row.first);
    EXPECT_EQ(complaint(), row.second);
  }
  queries("{\"qid\":1,\"text\":\"a\"}\n");
  documents("{\"docid\":1}\n{\"docid\":\"a b\"}\n");
  EXPECT_EQ(complaint(),
            "d: found the document id 'a b', expected 1 to 1000 bytes of UTF-8 without blanks and "
            "control characters");
}

TEST_F(ImportQueries, RefuseIdsThatAreTooLong) {
  options_.kind = text::CorpusFormat::jsonl;
  const std::string id(1001, 'x');
  queries("{\"qid\":\"" + id + "\",\"text\":\"a\"}\n{\"qid\":1,\"text\":\"a\"}\n");
  documents("{\"docid\":1}\n{\"docid\":2}\n");
  EXPECT_THAT(complaint(), testing::StartsWith("q: found the query id 'xxx"));
  options_.lenient = true;
  EXPECT_EQ(read().size(), 1U);
  documents("{\"docid\":1}\n{\"docid\":2}\n{\"docid\":\"" + id + "\"}\n");
  EXPECT_EQ(read().front().document.size(), 2U);
}

TEST_F(ImportQueries, ShowThePageOfADocumentThatHasATextToo) {
  documents("{\"docid\":1,\"text\":\"a\",\"html\":\"<title>t</title>b\"}\n{\"docid\":2}\n");
  const LabelDocument document = read()[0].document[0];
  EXPECT_TRUE(document.is_html);
  EXPECT_EQ(document.body, "<title>t</title>b");
  EXPECT_EQ(document.title, "t");
  EXPECT_EQ(document.snippet, "a");
}

TEST_F(ImportQueries, LeaveOutBadRecordsWhenLenient) {
  options_.lenient = true;
  options_.kind = text::CorpusFormat::jsonl;
  queries("nix\n{\"qid\":1,\"text\":\"caf\xe9\"}\n{\"qid\":1,\"text\":\"again\"}\n");
  const auto queries = read();
  ASSERT_EQ(queries.size(), 1U);
  EXPECT_EQ(queries[0].text, "caf\xef\xbf\xbd");
  EXPECT_EQ(report_.queries.skipped, 1U);
  EXPECT_EQ(report_.queries.repeated_ids, 1U);
  EXPECT_EQ(report_.queries.bad_bytes, 1U);
  EXPECT_THAT(report_.remarks(), Contains("1 query left out: duplicate id"));
  EXPECT_THAT(report_.remarks(), Contains(HasSubstr("q:1: byte 1: found malformed JSON")));
  documents("{\"docid\":\"a b\"}\n{\"docid\":1}\n{\"docid\":2}\n");
  EXPECT_EQ(read()[0].document.size(), 2U);
  EXPECT_EQ(report_.documents.skipped, 1U);
}

}  // namespace
}  // namespace podium::labelling
