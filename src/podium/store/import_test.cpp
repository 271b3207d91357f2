#include "podium/store/import.hpp"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/format/file_fixture.hpp"

namespace podium {
namespace {

using testing::Contains;
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
  EXPECT_THAT(report_.remarks(), ElementsAre("2 documents without text")) << "<b> has none";
  options_.depth = 2;
  EXPECT_THAT(ids(read()[0]), ElementsAre("a", "b"));
  EXPECT_THAT(report_.remarks(), Contains(HasSubstr("1 documents were left out")));
}

TEST_F(ImportQueries, RefuseMoreThanAThousandDocumentsWithoutARun) {
  std::string many;
  for (int i = 0; i < 1001; ++i) many += "{\"docid\":" + std::to_string(i) + "}\n";
  documents(many);
  options_.depth = 1000;
  EXPECT_EQ(read()[0].document.size(), 1000U);
  options_.depth = 1001;
  EXPECT_THROW(read(), UsageError);
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
  EXPECT_THAT(report_.remarks(), Contains(HasSubstr("1 rows of the run were left out")));
  EXPECT_THAT(report_.remarks(), Contains(HasSubstr("1 queries with fewer than two")));
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
  const std::string nothing = "found no topics: ";
  const std::string no_text =
      "q:1: " + nothing + "found the topic '1' without a text, expected what is asked for";
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"{\"qid\":\"1\",\"text\":\"a\"}\n{\"qid\":\"1\",\"text\":\"b\"}\n",
       "q:2: found the id '1' again"},
      {"{\"qid\":\"1\"}\n", no_text},
      {"{\"text\":\"a\"}\n", "q:1: " + nothing + "found a topic without an id"},
      {"{\"qid\":\"a b\",\"text\":\"a\"}\n",
       "q:1: " + nothing + "found the topic id 'a b', expected one word"},
      {"{\"qid\":\"1\",\"qid\":\"2\",\"text\":\"a\"}\n",
       "q:1: " + nothing + "found 'qid' twice in an object"},
      {"{\"qid\":\"1\",\"txt\":\"a\"}\n", no_text},
      {"{\"qid\":\"1\",\"text\":[\"a\"]}\n", no_text},
      {"{\"qid\":\"1\",\"text\":null}\n", no_text},
      {"{\"qid\":\"1\",\"text\":\"\\u0000\"}\n", "q:1: found 1 bytes that are no characters"},
      {"[1]\n", "q:1: " + nothing + "found '[1]', expected a JSON object"},
      {"{\"qid\":\n", "q:1: " + nothing + "found '{\"qid\":', expected a JSON object"},
      {"{\"qid\":\"1\",\"text\":\"caf\xe9\"}\n", "q:1: found 1 bytes that are no characters"},
      {"\n", "q: found no topics"}};
  options_.kind = CorpusFormat::jsonl;
  for (const auto& row : bad) {
    queries(row.first);
    EXPECT_EQ(complaint(), row.second);
  }
  queries("{\"qid\":1,\"text\":\"a\"}\n");
  documents("{\"docid\":1}\n{\"docid\":\"a b\"}\n");
  EXPECT_EQ(complaint(), "d: found the document id 'a b', expected a word without blanks");
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
  options_.kind = CorpusFormat::jsonl;
  queries("nix\n{\"qid\":1,\"text\":\"caf\xe9\"}\n{\"qid\":1,\"text\":\"again\"}\n");
  const auto queries = read();
  ASSERT_EQ(queries.size(), 1U);
  EXPECT_EQ(queries[0].text, "caf\xef\xbf\xbd");
  EXPECT_EQ(report_.queries.skipped, 1U);
  EXPECT_EQ(report_.queries.repeated_ids, 1U);
  EXPECT_EQ(report_.queries.bad_bytes, 1U);
  EXPECT_THAT(report_.remarks(), Contains("1 queries left out: their id was there before"));
  EXPECT_THAT(report_.remarks(), Contains(HasSubstr("q:1: found 'nix', expected a JSON object")));
  documents("{\"docid\":\"a b\"}\n{\"docid\":1}\n{\"docid\":2}\n");
  EXPECT_EQ(read()[0].document.size(), 2U);
  EXPECT_EQ(report_.documents.skipped, 1U);
}

// --- TREC ---

TEST_F(ImportQueries, ReadTrecTopicsAndDocuments) {
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
  EXPECT_EQ(documents[0].body, "first < part\nsecond");
  EXPECT_EQ(documents[0].snippet, "first < part second");
  EXPECT_EQ(documents[1].body, "all of this");
  EXPECT_EQ(documents[2].url, "http://example.org/");
  EXPECT_EQ(documents[2].title, "Page");
  EXPECT_EQ(documents[2].body, "<html><title>Page</title><p>body</html>");
  EXPECT_TRUE(documents[2].is_html);
}

TEST_F(ImportQueries, SayWhereTrecMarkupIsBroken) {
  options_.kind = CorpusFormat::trec;
  queries("<top><num>1<title>t</top>\n");
  const std::string good = "<DOC><DOCNO>a</DOCNO>x</DOC>\n<DOC><DOCNO>b</DOCNO>y</DOC>\n";
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"<DOC><DOCNO>c</DOCNO>\n", "d:3: found the beginning of a record and not its end"},
      {"<DOC>z</DOC>\n", "d:3: found a document without an id"},
      {"<DOC><DOCNO>a</DOCNO></DOC>\n", "d:3: found the id 'a' again"},
      {"stray text\n", "d:3: found text outside of <DOC>"}};
  for (const auto& row : bad) {
    documents(good + row.first);
    options_.lenient = false;
    EXPECT_EQ(complaint(), row.second);
    documents(row.first + good);
    options_.lenient = true;
    const std::size_t kept = row.first.starts_with("<DOC><DOCNO>c") ? 3 : 2;
    EXPECT_EQ(read()[0].document.size(), kept) << row.first;
    EXPECT_FALSE(report_.documents.is_whole());
  }
  options_.lenient = false;
  documents(good);
  queries("<top><title>t</top>\n");
  EXPECT_EQ(complaint(), "q:1: found no topics: found a topic without an id");
}

// --- SMART ---

TEST_F(ImportQueries, ReadSmartQueriesAndDocuments) {
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
  options_.kind = CorpusFormat::smart;
  documents(".I 1\n.W\na\n.I 2\n.W\nb\n");
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"text\n.I 1\n.W\nx\n", "q:1: found text outside of records and their sections"},
      {".I 1\ntext\n.W\nx\n", "q:2: found text outside of records and their sections"},
      {".I\n.W\nx\n", "q:1: found no topics: found a topic without an id"},
      {".I 1\n.W\nx\n.I 1\n.W\ny\n", "q:4: found the id '1' again"},
      {".I 1\n.T\nx\n",
       "q:1: found no topics: found the topic '1' without a text, expected what is asked for"}};
  for (const auto& row : bad) {
    queries(row.first);
    EXPECT_EQ(complaint(), row.second);
  }
}

// --- pages and other formats ---

TEST_F(ImportQueries, ReadAFolderOfPagesInUtf8) {
  std::filesystem::create_directories(folder_ / "pages");
  folder_.file("pages/a.html",
               "<meta charset=iso-8859-1><title>T\xfc</title><p>one <b>two</b> <script>x</script>");
  folder_.file("pages/b.html", "<p>b");
  files_.documents = (folder_ / "pages").string();
  const auto documents = read()[0].document;
  ASSERT_EQ(documents.size(), 2U);
  EXPECT_EQ(documents[0].id, "a.html");
  EXPECT_EQ(documents[0].url, "a.html");
  EXPECT_EQ(documents[0].title, "T\xc3\xbc");
  EXPECT_EQ(documents[0].snippet, "one two");
  EXPECT_THAT(documents[0].body, HasSubstr("<title>T\xc3\xbc</title><p>one <b>two</b>"));
  EXPECT_TRUE(documents[0].is_html);
  folder_.file("pages/c.html", "<p>caf\xe9");
  EXPECT_THAT(complaint(), HasSubstr("found the page 'c.html' damaged: 1 bytes that are no"));
  options_.lenient = true;
  EXPECT_EQ(read()[0].document[2].body, "<p>caf\xef\xbf\xbd");
  EXPECT_EQ(report_.documents.bad_bytes, 1U);
}

TEST_F(ImportQueries, ReadOhsumedWithTrecTopicsAndWarcWithLines) {
  queries("<top>\n<num> Number: 1\n<title> rats\n</top>\n");
  documents(".I 1\n.U\n87\n.T\nOn rats.\n.W\nRats are.\n.I 2\n.U\n88\n.M\nHumans.\n");
  auto found = read();
  EXPECT_THAT(ids(found[0]), ElementsAre("87", "88"));
  EXPECT_EQ(found[0].document[0].body, "Rats are.");
  EXPECT_EQ(found[0].document[1].body, "Humans.") << "it has no text";
  const std::string head =
      "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 24\r\nWARC-TREC-ID: ";
  const std::string page = "\r\n\r\nHTTP/1.1 200 OK\r\n\r\n<p>hi\r\n\r\n";
  documents(head + "a" + page + head + "b" + page);
  queries("q1\tgreetings\n");
  found = read();
  EXPECT_EQ(found[0].text, "greetings");
  EXPECT_THAT(ids(found[0]), ElementsAre("a", "b"));
  EXPECT_EQ(found[0].document[1].snippet, "hi");
}

TEST_F(ImportQueries, ReadTheRealCollections) {
  if (real_data().empty()) GTEST_SKIP() << "PODIUM_DATA is not set";
  options_.kind = CorpusFormat::smart;
  files_ = {.queries = (real_data() / "cran/cran.qry").string(),
            .documents = (real_data() / "cran/cran.all.1400").string()};
  EXPECT_EQ(read().size(), 225U);
  EXPECT_EQ(report_.documents_left_out, 1350U);
  files_ = {.queries = (real_data() / "cacm/query.text").string(),
            .documents = (real_data() / "cacm/cacm.all").string()};
  EXPECT_EQ(read().size(), 64U);
  EXPECT_EQ(report_.documents_left_out, 3154U) << "one has an id cut in two";
}

}  // namespace
}  // namespace podium
