#include "podium/store/import.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/format/file_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> ids(const LabelQuery& query) {
  std::vector<std::string> result;
  for (const LabelDocument& document : query.document) result.push_back(document.id);
  return result;
}

class ImportQueries : public FileFixture {
 protected:
  ImportQueries() {
    queries(
        "{\"qid\":\"1\",\"text\":\"wind\",\"description\":\"of "
        "change\"}\n{\"qid\":2,\"text\":\"sea\"}\n");
    documents(
        "{\"docid\":\"a\",\"title\":\"A\",\"url\":\"u\",\"snippet\":\"s\",\"text\":\"t\"}\n\n"
        "{\"docid\":\"b\",\"html\":\"<b>\"}\n{\"docid\":3}\n");
  }

  void queries(std::string_view text) { files_.queries = folder_.file("q", text).string(); }
  void documents(std::string_view text) { files_.documents = folder_.file("d", text).string(); }
  void run(std::string_view text) { files_.run = folder_.file("r", text).string(); }
  void gold(std::string_view text) { files_.gold = folder_.file("g", text).string(); }

  std::vector<LabelQuery> read() { return import_queries(files_, options_, &report_); }

  /// What is wrong, without the folder, or "accepted".
  std::string complaint() {
    return message([&](const auto& /*path*/) { read(); }, files_.queries);
  }

  ImportFiles files_;
  ImportOptions options_;
  ImportReport report_;
};

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
  EXPECT_TRUE(report_.remarks().empty());
  options_.depth = 2;
  EXPECT_THAT(ids(read()[0]), ElementsAre("a", "b"));
  EXPECT_THAT(report_.remarks(), ElementsAre(HasSubstr("1 documents were left out")));
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

TEST_F(ImportQueries, SayWhereTheRunNamesWhatIsNotThere) {
  run("1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n2 Q0 a 2 8 t\n2 Q0 nix 1 9 t\n");
  EXPECT_THAT(complaint(), HasSubstr("r:4: found document 'nix', expected one of"));
  run("1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n5 Q0 a 2 8 t\n");
  EXPECT_THAT(complaint(), HasSubstr("r:3: found query '5', expected one of"));
  run("1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n");
  EXPECT_THAT(complaint(), HasSubstr("r: found 0 documents for query '2', expected two or more"));
  run("1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n2 Q0 a 2 8 t\n2 Q0 nix 1 9 t\n");
  options_.lenient = true;
  const auto queries = read();
  ASSERT_EQ(queries.size(), 1U);
  EXPECT_EQ(report_.documents_missing, 1U);
  EXPECT_EQ(report_.queries_dropped, 1U);
  EXPECT_EQ(report_.remarks().size(), 2U);
}

TEST_F(ImportQueries, TakeGoldPairsOfPreferences) {
  gold("1 a b b\n1 3 a 3 2\n");
  const auto queries = read();
  EXPECT_EQ(queries[0].gold, (std::vector<GoldPair>{{1, 0}, {2, 0}}));
  EXPECT_TRUE(queries[1].gold.empty());
  for (const auto& [text, problem] : std::vector<std::pair<std::string, std::string>>{
           {"1 a b b\n1 a 3 tie\n", "g:2: found a tie"},
           {"1 a b b\n1 a x x\n", "g:2: found document 'x'"},
           {"7 a b b\n", "g:1: found query '7'"}}) {
    gold(text);
    options_.lenient = false;
    EXPECT_THAT(complaint(), HasSubstr(problem));
    options_.lenient = true;
    read();
    EXPECT_EQ(report_.gold_dropped, 1U);
  }
}

TEST_F(ImportQueries, SayWhatIsWrongWithALineOfJson) {
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"{\"qid\":\"1\",\"text\":\"a\"}\n{\"qid\":\"1\",\"text\":\"b\"}\n",
       "q:2:1: found query '1' twice, expected each once"},
      {"{\"qid\":\"1\"}\n", "q:1:1: found no 'text', expected what is asked for"},
      {"{\"text\":\"a\"}\n", "q:1:1: found no 'qid', expected one"},
      {"{\"qid\":\"a b\",\"text\":\"a\"}\n", "q:1:1: found the query id 'a b', expected a word"},
      {"{\"qid\":\"1\",\"qid\":\"2\",\"text\":\"a\"}\n",
       "q:1:1: found 'qid' twice, expected it once"},
      {"{\"qid\":\"1\",\"txt\":\"a\"}\n",
       "q:1:1: found the key 'txt', expected one of: qid, text, description"},
      {"{\"qid\":\"1\",\"text\":[\"a\"]}\n",
       "q:1:1: found a list or an object inside, expected text"},
      {"{\"qid\":\"1\",\"text\":null}\n",
       "q:1:1: found a value of 'text' that is no text, expected text"},
      {"{\"qid\":\"1\",\"text\":\"\\u0000\"}\n", "q:1:1: found a NUL in 'text', expected text"},
      {"[1]\n", "q:1:1: found JSON of another kind, expected an object"},
      {"{\"qid\":\n", "q:1:8: found malformed JSON, expected an object"},
      {"{\"qid\":\"1\",\"text\":\"caf\xe9\"}\n", "q:1:23: found the byte 0xe9, expected UTF-8"},
      {"\n", "q: found no query, expected at least one"}};
  for (const auto& row : bad) {
    queries(row.first);
    EXPECT_EQ(complaint(), row.second);
  }
  documents("{\"docid\":1,\"text\":\"a\",\"html\":\"b\"}\n");
  queries("{\"qid\":1,\"text\":\"a\"}\n");
  EXPECT_THAT(complaint(), HasSubstr("d:1:1: found both 'text' and 'html'"));
}

TEST_F(ImportQueries, LeaveOutBadRecordsWhenLenient) {
  options_.lenient = true;
  queries("nix\n{\"qid\":1,\"text\":\"caf\xe9\"}\n{\"qid\":1,\"text\":\"again\"}\n");
  const auto queries = read();
  ASSERT_EQ(queries.size(), 1U);
  EXPECT_EQ(queries[0].text, "caf\xef\xbf\xbd");
  EXPECT_EQ(report_.records.rows_skipped, 2U);
  EXPECT_EQ(report_.bytes_replaced, 1U);
  EXPECT_EQ(report_.remarks().size(), 4U);
}

// --- TREC ---

TEST_F(ImportQueries, ReadTrecTopicsAndDocuments) {
  options_.kind = CollectionKind::trec;
  queries(
      "<top>\n<num> Number: 051\n<title> Topic: tidal\n power\n\n<desc> Description:\nWhere?\n\n"
      "<narr> Narrative:\nAny coast.\n</top>\n\n"
      "<top><num>52</num><title>dams</title></top>\n");
  documents(
      "<DOC>\n<DOCNO> X-1 </DOCNO>\n<HEADLINE>\nTides &amp; <b>turns</b>\n</HEADLINE>\n"
      "<TEXT>\nfirst &lt; part\n</TEXT>\n<TEXT>second</TEXT>\n</DOC>\n"
      "<doc><docno>X-2</docno>all of <i>this</i></doc>\n"
      "<DOC><DOCNO>X-3</DOCNO><DOCHDR>\nhttp://example.org/ 1.2.3.4\nHTTP/1.0 200\n</DOCHDR>\n"
      "<html><title>Page</title><p>body</html>\n</DOC>\n");
  const auto queries = read();
  ASSERT_EQ(queries.size(), 2U);
  EXPECT_EQ(queries[0].id, "051");
  EXPECT_EQ(queries[0].text, "tidal power");
  EXPECT_EQ(queries[0].description, "Where?\n\nAny coast.");
  EXPECT_EQ(queries[1].text, "dams");
  const auto& documents = queries[0].document;
  ASSERT_EQ(documents.size(), 3U);
  EXPECT_EQ(documents[0].id, "X-1");
  EXPECT_EQ(documents[0].title, "Tides & turns");
  EXPECT_EQ(documents[0].body, "first < part\n\nsecond");
  EXPECT_EQ(documents[0].snippet, "first < part second");
  EXPECT_EQ(documents[1].body, "all of this");
  EXPECT_EQ(documents[2].url, "http://example.org/");
  EXPECT_EQ(documents[2].title, "Page");
  EXPECT_EQ(documents[2].body, "<html><title>Page</title><p>body</html>");
  EXPECT_TRUE(documents[2].is_html);
}

TEST_F(ImportQueries, SayWhereTrecMarkupIsBroken) {
  options_.kind = CollectionKind::trec;
  queries("<top><num>1<title>t</top>\n");
  const std::string good = "<DOC><DOCNO>a</DOCNO>x</DOC>\n<DOC><DOCNO>b</DOCNO>y</DOC>\n";
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"<DOC><DOCNO>c</DOCNO>\n", "d:3:1: found '<doc>' without '</doc>', expected both"},
      {"<DOC>z</DOC>\n", "d:3:6: found a document without '<docno>', expected one"},
      {"<DOC><DOCNO>a</DOCNO></DOC>\n", "d:3:13: found document 'a' twice, expected each once"},
      {"stray text\n", "d:3:1: found 'stray', expected '<doc>'"}};
  for (const auto& row : bad) {
    documents(good + row.first);
    options_.lenient = false;
    EXPECT_EQ(complaint(), row.second);
    documents(row.first + good);
    options_.lenient = true;
    EXPECT_EQ(read()[0].document.size(), 2U) << row.first;
    EXPECT_EQ(report_.records.rows_skipped, 1U);
  }
  options_.lenient = false;
  documents(good);
  queries("<top><title>t</top>\n");
  EXPECT_EQ(complaint(), "q:1:6: found a topic without '<num>', expected one");
}

// --- SMART ---

TEST_F(ImportQueries, ReadSmartQueriesAndDocuments) {
  options_.kind = CollectionKind::smart;
  queries(".I 1\n.W\nhow do\nbees fly\n.N\nnobody\n.I 2\n.W\nand birds\n");
  documents(
      ".I 1\n.T\nOn bees\n.A\nAnn B.\n.W\nThey fly.\n.25 metres a second\n.X\n1 5 2\n"
      ".I 2\n.T\nOn birds\n.I 3\n");
  const auto queries = read();
  ASSERT_EQ(queries.size(), 2U);
  EXPECT_EQ(queries[0].text, "how do bees fly");
  const auto& documents = queries[0].document;
  ASSERT_EQ(documents.size(), 3U);
  EXPECT_EQ(documents[0].title, "On bees");
  EXPECT_EQ(documents[0].body, "Ann B.\n\nThey fly.\n.25 metres a second");
  EXPECT_EQ(documents[0].snippet, "They fly. .25 metres a second");
  EXPECT_EQ(documents[1].title, "On birds");
  EXPECT_EQ(documents[1].body, "");
}

TEST_F(ImportQueries, SayWhereASmartFileIsBroken) {
  options_.kind = CollectionKind::smart;
  documents(".I 1\n.W\na\n.I 2\n.W\nb\n");
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"text\n.I 1\n.W\nx\n", "q:1:1: found 'text', expected '.I id'"},
      {".I 1\ntext\n.W\nx\n", "q:2:1: found 'text', expected a field such as '.W'"},
      {".I\n.W\nx\n", "q:1:1: found no id, expected '.I id'"},
      {".I 1\n.W\nx\n.I 1\n.W\ny\n", "q:4:1: found query '1' twice, expected each once"},
      {".I 1\n.T\nx\n", "q:1:1: found no '.W', expected what is asked"}};
  for (const auto& row : bad) {
    queries(row.first);
    EXPECT_EQ(complaint(), row.second);
  }
}

TEST_F(ImportQueries, ReadTheRealCollections) {
  if (real_data().empty()) GTEST_SKIP() << "PODIUM_DATA is not set";
  options_.kind = CollectionKind::smart;
  files_ = {.queries = (real_data() / "cran/cran.qry").string(),
            .documents = (real_data() / "cran/cran.all.1400").string()};
  EXPECT_EQ(read().size(), 225U);
  EXPECT_EQ(report_.documents_left_out, 1350U);
  files_ = {.queries = (real_data() / "cacm/query.text").string(),
            .documents = (real_data() / "cacm/cacm.all").string()};
  EXPECT_THAT(complaint(), HasSubstr("expected a field such as '.W'")) << "an id cut in two";
  options_.lenient = true;
  EXPECT_EQ(read().size(), 64U);
  EXPECT_EQ(report_.documents_left_out, 3153U);
  EXPECT_EQ(report_.records.rows_skipped, 2U);
}

}  // namespace
}  // namespace podium
