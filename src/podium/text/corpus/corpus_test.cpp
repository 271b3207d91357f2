#include "podium/text/corpus/corpus.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "podium/core/base/mutation_fixture.hpp"
#include "podium/text/corpus/corpus_fixture.hpp"
#include "podium/text/corpus/smart_qrels.hpp"
#include "podium/text/corpus/topics.hpp"
#include "podium/text/markup/encoding.hpp"

namespace podium::text {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using CorpusTest = CorpusFixture;
using FieldTexts = decltype(RawDocument::field);

const std::string smart =
    ".I 1\r\n.T\r\nA title\r\n.W\r\nline one\r\n.5 is no mark\r\n.A\r\nDoe, J.\r\n.X\r\n"
    "1\t5\t1\r\n2\t5\t1\r\n3\t4\t1\r\n2\t6\t1\r\n.I 2\r\n.T\r\nB\r\n.W\r\nmore\r\n.W\r\nand "
    "more\r\n";

TEST_F(CorpusTest, ReadsSmart) {
  const Documents all = documents_of(smart);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].id, "1");
  EXPECT_EQ(all[0].field, (FieldTexts{{"title", "A title\n"},
                                      {"text", "line one\n.5 is no mark\n"},
                                      {"author", "Doe, J.\n"}}));
  EXPECT_THAT(all[0].link, ElementsAre(RawLink{"2", "", true}));
  EXPECT_EQ(all[1].field.at("text"), "more\nand more\n");
}

TEST_F(CorpusTest, DropsZerosBeforeSmartIdsAsTheirJudgementsDo) {
  const Documents all = documents_of(".I 0001\n.T\nA\n.X\n0001 5 1\n0002 5 1\n.I 0002\n.T\nB\n");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].id, "1");
  EXPECT_EQ(all[1].id, "2");
  EXPECT_THAT(all[0].link, ElementsAre(RawLink{"2", "", true}));
}

TEST_F(CorpusTest, JoinsASmartIdThatIsBrokenOverLinesAndReportsOtherStrayText) {
  const Documents all = documents_of("preface\n.I 28\n56\n.T\nA\n.I 3\nstray\n.T\nB\n",
                                     {.format = CorpusFormat::smart});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].id, "2856");
  EXPECT_EQ(report_.skipped, 1U);
}

const std::string ohsumed =
    ".I 1\n.U\n87049087\n.S\nJ Med\n.M\nHumans; Rats.\n.T\nOn rats.\n.P\nJOURNAL.\n.W\nRats are.\n"
    ".I 2\n.U\n87049088\n.T\nNo abstract.\n";

TEST_F(CorpusTest, ReadsOhsumedByItsOwnIds) {
  const Documents all = documents_of(ohsumed);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].id, "87049087");
  EXPECT_EQ(all[0].field.at("mesh"), "Humans; Rats.\n");
  EXPECT_EQ(all[1].field.count("text"), 0U);
}

const std::string trec =
    "<DOC>\n<DOCNO> AP-1 </DOCNO>\n<HEADLINE>Head</HEADLINE>\n<TEXT>\n<P>One &amp; two</P>\n</TEXT>"
    "\n</DOC>\n<DOC>\n<DOCNO>WT-2</DOCNO>\n<DOCHDR>\nhttp://a.org/x.html 1.2.3.4\nHTTP/1.0 200 OK\n"
    "Content-Type: text/html; charset=iso-8859-1\n</DOCHDR>\n<html><title>T\xfc</title><body>b "
    "<a href=y.html>to y</a></html>\n</DOC>\n";

TEST_F(CorpusTest, ReadsTrecTextsAndPages) {
  Documents all = documents_of(trec);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].id, "AP-1");
  EXPECT_EQ(all[0].field.at("title"), "Head");
  EXPECT_EQ(all[0].field.at("text"), "One & two");
  EXPECT_EQ(all[1].url, "http://a.org/x.html");
  extract_page(all[1], {}, report_);
  EXPECT_EQ(all[1].field.at("title"), "T\xc3\xbc");
  EXPECT_EQ(all[1].field.at("text"), "b to y");
  EXPECT_THAT(all[1].link, ElementsAre(RawLink{"http://a.org/y.html", "to y", false}));
  EXPECT_EQ(all[1].html, "");
}

TEST_F(CorpusTest, EndsATrecDocumentWhereTheNextBegins) {
  const Documents all =
      documents_of("<doc><docno>1</docno><text>a<doc><docno>2</docno><text>b</text></doc>junk\n");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].field.at("text"), "a");
  EXPECT_EQ(all[1].field.at("text"), "b");
  EXPECT_EQ(report_.skipped, 1U);
  EXPECT_EQ(report_.unclosed, 1U);
}

TEST_F(CorpusTest, ReadsATrecFileThatIsOneLineLongerThanADocumentMayBe) {
  std::string line;
  for (std::size_t i = 0; i < 8000; ++i) {
    line += "<DOC><DOCNO>" + std::to_string(i) + "</DOCNO>a</DOC>";
  }
  const Documents all = documents_of(line, {.max_document_bytes = 100});
  ASSERT_EQ(all.size(), 8000U);
  for (std::size_t i = 0; i < all.size(); ++i) {
    ASSERT_EQ(all[i].id, std::to_string(i));
    ASSERT_EQ(all[i].field.at("text"), "a");
  }
  EXPECT_TRUE(report_.is_complete());
}

TEST_F(CorpusTest, TakesATrecDocumentWithTextOutsideOfElementsForText) {
  const Documents all = documents_of(
      "<doc><docno>1</docno>all of <i>this</i></doc><doc><docno>2</docno><a>x</a><b>y</b></doc>\n"
      "<doc>\n<docno>3</docno>\nloose\n<text>t</text></doc>\n");
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].field.at("text"), "all of this");
  EXPECT_FALSE(all[1].field.contains("text"));
  EXPECT_EQ(all[2].field.at("text"), "t");
}

TEST_F(CorpusTest, FindsTitleAndTextOfATrecDocumentInsideOfOtherSections) {
  const Documents all = documents_of(
      "<DOC><DOCNO>1</DOCNO><TYPE>news</TYPE><BODY><HEADLINE>H</HEADLINE><TEXT><P>a</P></TEXT>"
      "</BODY></DOC>\n"
      "<DOC><DOCNO>2</DOCNO><HEADER><H2>x</H2><H3><TI>On</TI></H3></HEADER><TEXT>b</TEXT></DOC>\n"
      "<DOC><DOCNO>3</DOCNO><BODY>c <TEXTS>d</TEXTS></BODY></DOC>\n"
      "<DOC><DOCNO>4</DOCNO><TITLE>T</TITLE><A><TITLE>no</TITLE><B><TEXT>e</TEXT></B></A></DOC>\n");
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].field.at("title"), "H");
  EXPECT_EQ(all[0].field.at("text"), "a");
  EXPECT_EQ(all[1].field.at("title"), "On");
  EXPECT_EQ(all[1].field.at("text"), "b");
  EXPECT_EQ(all[2].field.at("text"), "c d");
  EXPECT_EQ(all[3].field.at("title"), "T");
  EXPECT_EQ(all[3].field.at("text"), "e");
}

TEST_F(CorpusTest, TakesAPageInATrecDocumentWithoutHeaderForAPage) {
  Documents all = documents_of(
      "<DOC><DOCNO>1</DOCNO><html><head><title>T</title></head><body>b</body></html></DOC>\n");
  extract_page(all[0], {}, report_);
  EXPECT_EQ(all[0].field.at("title"), "T");
  EXPECT_EQ(all[0].field.at("text"), "b");
}

const std::string jsonl =
    "{\"docid\":\"d1\",\"title\":\"T\",\"text\":\"x\",\"url\":\"http://a/\",\"lang\":\"en\","
    "\"links\":[\"http://b/\",{\"docid\":\"d2\",\"text\":\"see\"}]}\n"
    "{\"id\":7,\"html\":\"<p>y\",\"contents\":\"z\"}\n";

TEST_F(CorpusTest, ReadsJsonLines) {
  const Documents all = documents_of(jsonl);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].id, "d1");
  EXPECT_EQ(all[0].field.at("lang"), "en");
  EXPECT_THAT(all[0].link,
              ElementsAre(RawLink{"http://b/", "", false}, RawLink{"d2", "see", true}));
  EXPECT_EQ(all[1].id, "7");
  EXPECT_EQ(all[1].html, "<p>y");
  EXPECT_EQ(all[1].field.at("text"), "z");
}

// Lines of a file whose bytes are its text are not copied before they are parsed; those of a packed
// one are.
TEST_F(CorpusTest, ReadsTheSameJsonLinesPlainAndPacked) {
  std::string many = "\xef\xbb\xbf\n \r\n";
  for (int i = 0; i < 9000; ++i) {
    many += fmt::format("{{\"id\":{},\"text\":\"{:01000}\"}}{}", i, i, i % 3 == 0 ? "\r\n" : "\n");
    if (i % 1000 == 0)
      many += "\n{\"id\":7,\"text\":\"again\"}\n{\"text\":\"no id\"}\n\t\n{\"id\":\n";
    if (i % 2000 == 0) many += "{\"id\":\"long\",\"text\":\"" + std::string(20'000, 'x') + "\"}\n";
    if (i == 4500) many += "{\"id\":\"odd\",\"text\":[\"caf\xe9\",{}]}\n";
  }
  for (const char* end : {"", "{\"id\":\"last\",\"text\":\"b\"}", "\n", "{\"id\":\"last\"}\r\n"}) {
    folder_.file("plain.jsonl", many + end);
    folder_.file("packed.jsonl.gz", many + end);
    const CorpusOptions options{.max_document_bytes = 1500};
    const Documents plain = documents(folder_ / "plain.jsonl", options);
    const CorpusReport report = report_;
    EXPECT_EQ(plain, documents(folder_ / "packed.jsonl.gz", options));
    EXPECT_GE(plain.size(), 9001U);
    EXPECT_EQ(report.counts(), report_.counts());
    EXPECT_EQ(report.skipped, 9U + 9U + 5U);
    EXPECT_EQ(report.repeated_ids, 9U);
    ASSERT_EQ(report.first_problems.size(), report_.first_problems.size());
    for (std::size_t i = 0; i < report.first_problems.size(); ++i) {
      EXPECT_EQ(report.first_problems[i].where.line, report_.first_problems[i].where.line);
      EXPECT_EQ(report.first_problems[i].what, report_.first_problems[i].what);
    }
  }
}

const std::string json_list =
    "[ {\"docid\":\"d1\",\"text\":\"x, ] } \\\" [\",\"links\":[\"http://b/\"]},\n"
    "  {\"id\": 7,\n   \"text\": \"y\"}, 8\n]\n";

TEST_F(CorpusTest, ReadsAListOfJsonObjects) {
  const Documents all = documents_of(json_list);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].id, "d1");
  EXPECT_EQ(all[0].field.at("text"), "x, ] } \" [");
  EXPECT_THAT(all[0].link, ElementsAre(RawLink{"http://b/", "", false}));
  EXPECT_EQ(all[1].id, "7");
  EXPECT_EQ(all[1].field.at("text"), "y");
  EXPECT_THAT(report_.problems(), ElementsAre(HasSubstr(":3: found '8', expected a JSON object")));
  documents_of("[{\"id\":1,\"text\":\"a\"},\n{\"id\":2,");
  EXPECT_THAT(report_.problems(), ElementsAre(HasSubstr(":2: byte 9: found the end of the text"),
                                              HasSubstr("the end of the file inside a list")));
  documents_of("[{\"id\":1,\"text\":\"a\"}]\nmore");
  EXPECT_THAT(report_.problems(), ElementsAre(HasSubstr(":2: found text behind the list")));
  // A line may be as long as the whole file.
  std::string many = "[";
  for (int i = 0; i < 5000; ++i) many += fmt::format("{{\"id\":{},\"text\":\"{:01000}\"}},", i, i);
  many.back() = ']';
  EXPECT_EQ(documents_of(many, {.max_document_bytes = 2000}).size(), 5000U);
  EXPECT_EQ(report_.skipped, 0U);
}

const std::string csv =
    "title,id,text\n"
    "One,d1,\"a \"\"b\"\", c\nsecond line\"\n"
    "\n"
    "Two,d2,5\" disk\n"
    "Three,d3\n"
    "Four,d1,again\n"
    ",d5,\"open\n";

TEST_F(CorpusTest, ReadsCsvByTheNamesOfItsColumns) {
  const Documents all = documents_of(csv);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].id, "d1");
  EXPECT_EQ(all[0].field, (FieldTexts{{"title", "One"}, {"text", "a \"b\", c\nsecond line"}}));
  EXPECT_EQ(all[1].field, (FieldTexts{{"title", "Two"}, {"text", "5\" disk"}}));
  EXPECT_EQ(report_.repeated_ids, 1U);
  EXPECT_THAT(report_.problems(),
              ElementsAre(HasSubstr(":6: found 2 values, expected the 3 of the header"),
                          HasSubstr(":7: found the id 'd1' a second time"), HasSubstr(":8: ")));
  EXPECT_EQ(documents_of("docid\ttext\n1\ta,b\n")[0].field.at("text"), "a,b");
  for (const char* table :
       {"id;text\r\n1;a\r\n", "sep=;\r\nid;text\r\n1;a\r\n", "id;text;\n1;a;\n"}) {
    EXPECT_EQ(documents_of(table)[0].field, (FieldTexts{{"text", "a"}})) << table;
  }
  EXPECT_THAT(message([&](const auto& path) { documents(path); }, quick_file("id,text\r1,a\r")),
              HasSubstr(":1: found a carriage return as line end"));
  EXPECT_EQ(documents_of("id,text\n1,caf\xe9\n", {.encoding = "latin1"})[0].field.at("text"),
            "caf\xc3\xa9");
  EXPECT_THAT(message([&](const auto& path) { documents(path, {.format = CorpusFormat::csv}); },
                      quick_file("name,text\na,b\n")),
              HasSubstr(":1: found no column 'docid'"));
  EXPECT_THAT(message([&](const auto& path) { documents(path); }, quick_file("id,a,a\n1,b,c\n")),
              HasSubstr(":1: found two columns 'a'"));
}

TEST_F(CorpusTest, MakesTextOfAllJsonValuesThatHoldSomeAndCountsTheOthers) {
  const Documents all = documents_of(
      "{\"id\":\"1\",\"text\":[\"w1\",\"w2\",[3]],\"contents\":\"w0\",\"year\":1999,\"none\":null}"
      "\n"
      "{\"id\":\"2\",\"text\":\"x\",\"meta\":{\"a\":\"b\"},\"new\":true,\"links\":[7]}\n");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].field.at("text"), "w0\nw1\nw2\n3");
  EXPECT_EQ(all[0].field.at("year"), "1999");
  EXPECT_FALSE(all[0].field.contains("none"));
  EXPECT_THAT(all[1].field, testing::SizeIs(1));
  EXPECT_EQ(report_.other_values, 3U);
  EXPECT_THAT(report_.problems(),
              ElementsAre(HasSubstr(":2: found neither text nor a number in field")));
}

std::string warc_record(const std::string& type, const std::string& id, const std::string& body) {
  return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: http://a.org/" + id +
         "\r\nWARC-Record-ID: <urn:uuid:" + id +
         ">\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body + "\r\n\r\n";
}

const std::string warc =
    warc_record("warcinfo", "0", "software: x\r\n") +
    warc_record("response", "1",
                "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>one") +
    warc_record("response", "2", "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n\x89PNG") +
    warc_record("response", "3", "HTTP/1.1 404 Not Found\r\n\r\n<p>no") +
    warc_record("response", "4",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n<p>tw\r\n1;x\r\no\r\n0"
                "\r\n\r\n");

TEST_F(CorpusTest, ReadsThePagesOfWarc) {
  const Documents all = documents_of(warc);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].id, "<urn:uuid:1>");
  EXPECT_EQ(all[0].url, "http://a.org/1");
  EXPECT_EQ(all[0].html, "<p>one");
  EXPECT_EQ(all[0].charset, "utf-8");
  EXPECT_EQ(all[1].html, "<p>two");
  EXPECT_EQ(report_.other_records, 3U);
}

TEST_F(CorpusTest, ReadsEveryVersionOfWarc) {
  std::string old = warc;
  for (std::size_t at = 0; (at = old.find("WARC/1.0\r\n", at)) != std::string::npos;) {
    old.replace(at, 10, "WARC/0.18\n");
  }
  EXPECT_EQ(documents_of(old), documents_of(warc));
}

TEST_F(CorpusTest, KeepsABodyWhoseChunksWereJoinedBefore) {
  const std::string head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  const Documents all = documents_of(warc_record("response", "1", head + "<p>one\r\ntwo") +
                                     warc_record("response", "2", head + "add it\r\n<p>up") +
                                     warc_record("response", "3", head + "<p>"));
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].html, "<p>one\r\ntwo");
  EXPECT_EQ(all[1].html, "add it\r\n<p>up");
  EXPECT_EQ(all[2].html, "<p>");
}

// --- damaged documents ---

TEST_F(CorpusTest, CountsWhatIsWrongWithDocumentsAndGoesOn) {
  const Documents all = documents_of(
      "{\"id\":\"a\",\"text\":\"x\\u0000y\"}\n{\"id\":\"a\"}\n[1]\n{\"id\":\"b\"}\n{\"text\":\"t\"}"
      "\n"
      "{\"id\":\n");
  EXPECT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].field.at("text"), "x\xef\xbf\xbdy");
  EXPECT_EQ(report_.documents, 2U);
  EXPECT_EQ(report_.repeated_ids, 1U);
  EXPECT_EQ(report_.skipped, 3U);
  EXPECT_EQ(report_.empty, 1U);
  EXPECT_EQ(report_.undecoded, 1U);
  EXPECT_EQ(report_.bad_bytes, 1U);
  ASSERT_EQ(report_.first_problems.size(), 5U);
  EXPECT_EQ(report_.first_problems[2].where.line, 3U);
  EXPECT_EQ(report_.first_problems[2].what, "found '[1]', expected a JSON object");
  EXPECT_THAT(report_.first_problems[4].what, HasSubstr("byte 7: found the end of the text"));
  EXPECT_FALSE(report_.is_complete());
}

TEST_F(CorpusTest, CutsDocumentsThatAreTooLong) {
  const CorpusOptions options{.max_document_bytes = 20};
  const std::string text(100, 'x');
  EXPECT_EQ(documents_of(".I 1\n.W\n" + text + "\n" + text + "\n", options)[0].field.at("text"),
            text.substr(0, 20) + "\n\n");
  EXPECT_EQ(report_.cut, 1U);
  documents_of("<DOC>\n<DOCNO>1</DOCNO>\n" + text + "</DOC>\n", options);
  EXPECT_EQ(report_.cut, 1U);
  documents_of(warc_record("response", "1", "HTTP/1.1 200\n\n" + text), options);
  EXPECT_EQ(report_.cut, 1U);
  const std::string letters = "12345678901234567\u00e4\u00e4\u00e4";
  for (const std::string& lines : {"{\"id\":1,\"body\":\"" + letters + "\",\"title\":\"t\"}\n",
                                   "id,body,title\n1," + letters + ",t\n"}) {
    const auto field = documents_of(lines, options)[0].field;
    EXPECT_EQ(field.at("body"), letters.substr(0, 19));
    EXPECT_EQ(field.at("title"), "");
    EXPECT_EQ(report_.cut, 1U);
  }
}

TEST_F(CorpusTest, RefusesFilesThatAreNone) {
  const auto read = [&](const std::filesystem::path& path) { documents(path); };
  EXPECT_THAT(complaint(read, "hello\n"), HasSubstr("unknown format, expected TREC"));
  EXPECT_THAT(complaint(read, "{}\n"), HasSubstr("found no documents: "));
  EXPECT_THAT(complaint(read, ""), HasSubstr("unknown format"));
}

TEST_F(CorpusTest, ReadsASinglePage) {
  const auto page = folder_.file("p.html", "<title>t</title><p>one two");
  EXPECT_EQ(guessed_format(page), CorpusFormat::html);
  const std::vector<RawDocument> read = documents(page);
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(read[0].id, "p.html");
  EXPECT_EQ(read[0].url, "http://localhost/p.html");
}

TEST_F(CorpusTest, ReportsInWordsAndAddsUp) {
  CorpusReport report{.documents = 2, .empty = 1};
  report.add({.documents = 3, .first_problems = {{{"f", 1}, "x"}}});
  EXPECT_TRUE(report.is_complete());
  EXPECT_THAT(report.remarks(), ElementsAre("5 documents", "1 document without text", "f:1: x"));
  EXPECT_THAT(CorpusReport().remarks(), ElementsAre("0 documents"));
  EXPECT_THAT(CorpusReport{.repeated_ids = 2}.remarks({"topic", "topics"}),
              ElementsAre("0 topics", "2 topics left out: duplicate id"));
}

TEST_F(CorpusTest, ReadsBackWhateverIsDoneToAFile) {
  const bool holds = rc::check("any mutation is read as UTF-8 or refused", [&] {
    for (const std::string* text : {&smart, &ohsumed, &trec, &jsonl, &warc, &json_list, &csv}) {
      const auto path = quick_file(mutated(*text));
      for (const auto format :
           {CorpusFormat::unknown, CorpusFormat::trec, CorpusFormat::smart, CorpusFormat::jsonl,
            CorpusFormat::warc, CorpusFormat::csv, CorpusFormat::text}) {
        try {
          for (RawDocument& document : documents(path, {.format = format})) {
            CorpusReport pages;
            extract_page(document, {}, pages);
            RC_ASSERT(!document.id.empty());
            for (const auto& [name, field] : document.field) {
              RC_ASSERT(decoded(field).bad_bytes == 0U);
            }
          }
        } catch (const DataError& error) {
          RC_ASSERT(error.where().path == path.string());
        }
      }
      try {
        RC_ASSERT(!read_topics(path).empty());
      } catch (const DataError& error) {
        RC_ASSERT(error.where().path == path.string());
      }
    }
  });
  EXPECT_TRUE(holds);
}

TEST_F(CorpusTest, NamesAllItsOptions) {
  EXPECT_TRUE(has_all_fields<CorpusOptions>());
  EXPECT_TRUE(has_all_fields<TopicOptions>());
}

TEST_F(CorpusTest, ReplacesBytesOfJsonThatAreNoCharacters) {
  EXPECT_EQ(documents_of("{\"id\":1,\"text\":\"caf\xe9\"}\n")[0].field.at("text"),
            "caf\xef\xbf\xbd");
  EXPECT_EQ(report_.bad_bytes, 1U);
  EXPECT_EQ(report_.undecoded, 1U);
}

TEST_F(CorpusTest, ReadsTextOfOtherEncodings) {
  const CorpusOptions latin{.encoding = "latin1"};
  const std::string cafe = "caf\xc3\xa9";
  const auto text = [&](const std::string& file) {
    return documents_of(file, latin)[0].field.at("text");
  };
  EXPECT_EQ(text("<DOC><DOCNO>1</DOCNO><TEXT>caf\xe9 caf&eacute;</TEXT></DOC>\n"),
            cafe + " " + cafe);
  EXPECT_EQ(text(".I 1\n.W\ncaf\xe9\n"), cafe + "\n");
  EXPECT_EQ(text("{\"id\":\"1\",\"text\":\"caf\xe9\"}\n"), cafe);
  EXPECT_TRUE(report_.is_complete());
  EXPECT_EQ(documents_of(trec, latin)[1].html, documents_of(trec)[1].html)
      << "pages say themselves";
  EXPECT_THROW(documents_of(trec, {.encoding = "klingon"}), UsageError);
}

// --- real collections ---

TEST_F(CorpusTest, FindsAllOfCranfield) {
  if (real_data().empty()) GTEST_SKIP() << "PODIUM_DATA names no folder of data";
  const auto folder = real_data() / "cran";
  EXPECT_EQ(documents(folder / "cran.all.1400").size(), 1400U);
  EXPECT_EQ(report_.repeated_ids + report_.skipped + report_.cut + report_.bad_bytes, 0U);
  const std::vector<Topic> topics = read_topics(folder / "cran.qry", {.number_by_order = true});
  EXPECT_EQ(topics.size(), 225U);
  const Qrels qrels = read_smart_qrels(folder / "cranqrel");
  EXPECT_EQ(qrels.judged.query_count(), 225U);
  for (const Topic& topic : topics) EXPECT_TRUE(qrels.judged.find(topic.id).has_value());
}

TEST_F(CorpusTest, FindsAllOfCacmWithItsCitations) {
  if (real_data().empty()) GTEST_SKIP() << "PODIUM_DATA names no folder of data";
  const auto folder = real_data() / "cacm";
  const Documents all = documents(folder / "cacm.all");
  EXPECT_EQ(all.size(), 3204U);
  EXPECT_EQ(report_.repeated_ids + report_.skipped + report_.cut + report_.bad_bytes, 0U);
  std::size_t links = 0;
  for (const RawDocument& document : all) links += document.link.size();
  EXPECT_GT(links, 1000U);
  EXPECT_EQ(read_topics(folder / "query.text").size(), 64U);
  const Qrels qrels = read_smart_qrels(folder / "qrels.text");
  EXPECT_EQ(qrels.judged.query_count(), 52U);
  EXPECT_EQ(qrels.judged.row_count(), 796U);
}

}  // namespace
}  // namespace podium::text
