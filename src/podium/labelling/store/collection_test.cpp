#include "podium/labelling/store/collection.hpp"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/labelling/store/import_fixture.hpp"

namespace podium::labelling {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Collections as an import takes them.
class Collections : public ImportFixture {};

// --- TREC ---

TEST_F(Collections, ReadTrecTopicsAndDocuments) {
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

TEST_F(Collections, SayWhereTrecMarkupIsBroken) {
  options_.kind = text::CorpusFormat::trec;
  queries("<top><num>1<title>t</top>\n");
  const std::string good = "<DOC><DOCNO>a</DOCNO>x</DOC>\n<DOC><DOCNO>b</DOCNO>y</DOC>\n";
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"<DOC><DOCNO>c</DOCNO>\n", "d:3: found a record without an end"},
      {"<DOC>z</DOC>\n", "d:3: found a document without an id"},
      {"<DOC><DOCNO>a</DOCNO></DOC>\n", "d:3: found the id 'a' a second time"},
      {"stray text\n", "d:3: found text outside of <DOC>"}};
  for (const auto& row : bad) {
    documents(good + row.first);
    options_.lenient = false;
    EXPECT_EQ(complaint(), row.second);
    documents(row.first + good);
    options_.lenient = true;
    const std::size_t kept = row.first.starts_with("<DOC><DOCNO>c") ? 3 : 2;
    EXPECT_EQ(read()[0].document.size(), kept) << row.first;
    EXPECT_FALSE(report_.documents.is_complete());
  }
  options_.lenient = false;
  documents(good);
  queries("<top><title>t</top>\n");
  EXPECT_EQ(complaint(), "q:1: found no topics: found a topic without an id");
}

// --- JSON ---

TEST_F(Collections, SayWhichFieldsAreNotShown) {
  queries(R"({"id":"1","text":"boots"})"
          "\n");
  documents(R"({"id":"a","text":"shown","price":"12"})"
            "\n"
            R"({"id":"b","html":"<p>page","text":"hidden"})"
            "\n"
            R"({"id":"c","text":"shown","price":"13","title":"T","author":"A"})"
            "\n");
  EXPECT_EQ(read()[0].document.size(), 3U);
  EXPECT_THAT(report_.documents.problems(),
              ElementsAre(HasSubstr("d: document 'a': 'price' is not shown beside 'text'"),
                          HasSubstr("d: document 'b': 'text' is not shown beside 'html'")));
}

// --- SMART ---

TEST_F(Collections, ReadSmartQueriesAndDocuments) {
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

TEST_F(Collections, SayWhereASmartFileIsBroken) {
  options_.kind = text::CorpusFormat::smart;
  documents(".I 1\n.W\na\n.I 2\n.W\nb\n");
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"text\n.I 1\n.W\nx\n", "q:1: found text outside of the sections of a record"},
      {".I 1\ntext\n.W\nx\n", "q:2: found text outside of the sections of a record"},
      {".I\n.W\nx\n", "q:1: found no topics: found a topic without an id"},
      {".I 1\n.W\nx\n.I 1\n.W\ny\n", "q:4: found the id '1' a second time"},
      {".I 1\n.T\nx\n", "q:1: found no topics: found the topic '1' without text"}};
  for (const auto& row : bad) {
    queries(row.first);
    EXPECT_EQ(complaint(), row.second);
  }
}

// --- pages and other formats ---

TEST_F(Collections, ReadAFolderOfPagesInUtf8) {
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
  EXPECT_THAT(complaint(), HasSubstr("page 'c.html' is damaged: 1 invalid byte"));
  options_.lenient = true;
  EXPECT_EQ(read()[0].document[2].body, "<p>caf\xef\xbf\xbd");
  EXPECT_EQ(report_.documents.bad_bytes, 1U);
}

TEST_F(Collections, ReadOhsumedWithTrecTopicsAndWarcWithLines) {
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

TEST_F(Collections, ReadTheRealCollections) {
  if (real_data().empty()) GTEST_SKIP() << "PODIUM_DATA names no folder of data";
  options_.kind = text::CorpusFormat::smart;
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
}  // namespace podium::labelling
