#include "podium/text/collect/collection_inputs.hpp"

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/format/file_fixture.hpp"
#include "podium/text/collect/collection_files.hpp"

namespace podium::text {
namespace {

class CollectionInputs : public FileFixture {
 protected:
  std::string recipe_for(const std::filesystem::path& corpus) {
    return definition_of({.corpus = {corpus, {}, {}}}).recipe;
  }

  std::string recipe_of(const std::string& text) { return recipe_for(folder_.file("f", text)); }
};

const std::string page =
    "<DOC>\n<DOCNO>1</DOCNO>\n<DOCHDR>\nhttp://h/ 1\n</DOCHDR>\n<html>x</html>\n</DOC>\n";

TEST_F(CollectionInputs, TellPagesFromOtherDocumentsByTheirFirstFile) {
  EXPECT_EQ(recipe_of("<DOC>\n<DOCNO>1</DOCNO>\n<TEXT>http://h/</TEXT>\n</DOC>\n"), "ohsumed");
  EXPECT_EQ(recipe_of(page), "gov");
  EXPECT_EQ(recipe_of("{\"id\":1}\n"), "ohsumed");
  for (const char* before : {"", "\n", "\r\n\t\n", "[\n\n", "{broken\n"}) {
    EXPECT_EQ(recipe_of(before + std::string("{\"id\":1,\"url\":\"http://h/\"}\n")), "gov");
  }
}

TEST_F(CollectionInputs, TellPagesInFoldersAsTheReaderDoes) {
  std::filesystem::create_directories(folder_ / "pages");
  folder_.file("pages/a.json", "{\"no\":\"page\"}");
  folder_.file("pages/b.html", "<p>b");
  EXPECT_EQ(recipe_for(folder_ / "pages"), "gov");
  std::filesystem::create_directories(folder_ / "lines");
  folder_.file("lines/README", "two files");
  folder_.file("lines/a.jsonl", "{\"id\":1,\"url\":\"http://h/\"}\n");
  EXPECT_EQ(recipe_for(folder_ / "lines"), "gov");
  std::filesystem::create_directories(folder_ / "trec");
  folder_.file("trec/a", page);
  EXPECT_EQ(recipe_for(folder_ / "trec"), "gov");
}

TEST_F(CollectionInputs, FindJudgementsOfSmartDocumentsWhateverZerosTheyHave) {
  const QuerySource source{.topics = folder_.file("t", "1\ta\n"),
                           .qrels = folder_.file("q", "1 0 0001 1\n"),
                           .options = {.qrels_format = QrelsFormat::trec}};
  EXPECT_THAT(read_judged_queries(source, CorpusFormat::smart).judged[0],
              testing::Contains(testing::Key("1")));
}

TEST_F(CollectionInputs, TellTrecJudgementsOfSmartDocumentsByTheirLines) {
  QuerySource source{.topics = folder_.file("t", "1\ta\n")};
  const auto judged = [&](const std::string& lines) {
    source.qrels = folder_.file("MED.REL", lines);
    return read_judged_queries(source, CorpusFormat::smart).judged[0];
  };
  using testing::ElementsAre;
  using testing::Pair;
  EXPECT_THAT(judged("1 0 13 1\n1 0 14 1\n"), ElementsAre(Pair("13", 1.0), Pair("14", 1.0)));
  EXPECT_THAT(judged("1 0 13 2\n1 Q0 14 0\n"), ElementsAre(Pair("13", 2.0), Pair("14", 0.0)));
  EXPECT_THAT(judged("01 0756  0 0\n01 1307  0 0\n"),
              ElementsAre(Pair("1307", 1.0), Pair("756", 1.0)))
      << "CACM's";
  EXPECT_THAT(judged("1 184 1\n1 29 4\n"), ElementsAre(Pair("184", 4.0), Pair("29", 1.0)))
      << "Cranfield's";
}

TEST_F(CollectionInputs, CountRepeatedJudgements) {
  QuerySource source{.topics = folder_.file("t", "1\ta\n"),
                     .qrels = folder_.file("q", "1 1 3\n1 01 3\n")};
  const auto repeats = testing::ElementsAre(testing::HasSubstr("omitted 1 duplicate line"));
  EXPECT_THAT(read_judged_queries(source, CorpusFormat::smart).topics.problems(), repeats);
  source.qrels = folder_.file("q", "1 0 1 3\n1 0 1 3\n");
  source.options.qrels_format = QrelsFormat::trec;
  EXPECT_THAT(read_judged_queries(source, CorpusFormat::smart).topics.problems(), repeats);
}

TEST_F(CollectionInputs, HaveAllOptionsAsFields) {
  static_assert(has_all_fields<QueryOptions>());
  static_assert(has_all_fields<RecipeOptions>());
  static_assert(has_all_fields<MetaOptions>());
  static_assert(has_all_fields<FeatureOptions>());
}

TEST_F(CollectionInputs, HaveStreamsOfDistinctFieldsInUtf8) {
  EXPECT_THROW(parse_streams("a\xff=text"), UsageError);
  EXPECT_THROW(parse_streams("a=text+title+text"), UsageError);
  EXPECT_EQ(parse_streams("a=text+title,b=text").size(), 2U);
}

TEST_F(CollectionInputs, HaveFileNamesForLongIdsOfQueries) {
  const std::string id(300, 'x');
  EXPECT_EQ(file_name_of("a/b"), "a%2Fb");
  EXPECT_LE(file_name_of(id).size(), 200U);
  EXPECT_NE(file_name_of(id), file_name_of(id + "x"));
  EXPECT_EQ(file_name_of(id.substr(0, 200)), id.substr(0, 200));
}

}  // namespace
}  // namespace podium::text
