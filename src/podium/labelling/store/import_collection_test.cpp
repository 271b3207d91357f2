#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/io/file.hpp"
#include "podium/labelling/store/import_fixture.hpp"
#include "podium/text/collect/built_collection.hpp"
#include "podium/text/collect/collection_builder.hpp"
#include "podium/text/collect/collection_files.hpp"

namespace podium::labelling {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Seven documents and three queries, built as a collection before each test.
class ImportCollection : public ImportFixture {
 protected:
  ImportCollection() {
    folder_.file("corpus.jsonl",
                 R"({"docid":"d 1","title":"wing flow","text":"the flow over a wing in wind"})"
                 "\n"
                 R"({"docid":"d2","title":"heat","text":"heat transfer in slender bodies"})"
                 "\n"
                 R"({"docid":"d3","title":"wings","text":"flow and flutter of wings: flow"})"
                 "\n"
                 R"({"docid":"d4","title":"shells","text":"buckling of thin shells"})"
                 "\n"
                 R"({"docid":"d5","title":"tunnel heat","text":"heat in a wind tunnel"})"
                 "\n"
                 R"({"docid":"d6","title":"wind","text":"a tunnel and a wing and a shell"})"
                 "\n"
                 R"({"docid":"d7","title":"void","text":""})"
                 "\n");
    folder_.file("topics.tsv",
                 "1\tflutter flow of wings\n2\theat transfer\n3\twind tunnel shells\n");
    folder_.file("qrels.txt",
                 "1 0 d4 0\n1 0 d3 1\n1 0 d%201 1\n2 0 d2 1\n2 0 d5 0\n3 0 d5 1\n3 0 d6 1\n");
    build({});
    files_ = {.collection = at("built")};
  }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }

  void build(const text::SampleOptions& sample) const {
    text::MetaRequest request{.corpus = {.path = at("corpus.jsonl")},
                              .queries = {.topics = at("topics.tsv"), .qrels = at("qrels.txt")},
                              .sample = sample};
    text::build_collection(request, {.folds = 3}, at("built"), [](const std::string& /*line*/) {});
  }
};

TEST_F(ImportCollection, TakesQueriesDocumentsAndTheOrderOfTheBuild) {
  const text::MetaFolder meta = text::read_meta_folder(folder_ / "built/meta");
  const auto queries = read();
  ASSERT_EQ(queries.size(), 3U);
  EXPECT_EQ(queries[0].text, "flutter flow of wings");
  for (std::size_t q = 0; q < queries.size(); ++q) {
    std::vector<std::string> sampled;
    for (const text::DocumentMeta& document : meta.query[q].document)
      sampled.push_back(document.id);
    EXPECT_EQ(ids(queries[q]), sampled) << "BM25 of the meta information is that of the sample";
  }
  EXPECT_THAT(ids(queries[0]), ElementsAre("d3", "d%201", "d6"));
  EXPECT_EQ(queries[0].document[1].title, "wing flow");
  EXPECT_EQ(queries[0].document[1].body, "the flow over a wing in wind");
  options_.depth = 2;
  EXPECT_THAT(ids(read()[0]), ElementsAre("d3", "d%201"));
}

TEST_F(ImportCollection, OrdersASampleOfJudgedDocumentsByBm25) {
  build({.kind = text::SampleOptions::Kind::judged});
  const text::MetaFolder meta = text::read_meta_folder(folder_ / "built/meta");
  EXPECT_EQ(meta.query[0].document.front().id, "d%201") << "the collection's order is another";
  EXPECT_THAT(ids(read()[0]), ElementsAre("d3", "d%201", "d4"));
}

TEST_F(ImportCollection, TakesAnotherFirstStageAndGold) {
  files_.scores = folder_.file("s", "1 d4 2\n1 d2 3\n2 d2 1\n2 d%201 2\n3 d5 1\n3 d6 0\n").string();
  gold("1 d4 d2 d4\n");
  const auto queries = read();
  EXPECT_THAT(ids(queries[0]), ElementsAre("d2", "d4"));
  EXPECT_THAT(ids(queries[1]), ElementsAre("d%201", "d2"));
  EXPECT_EQ(queries[0].gold, (std::vector<GoldPair>{{1, 0}}));
}

TEST_F(ImportCollection, NeedsTheDocumentsOfTheBuild) {
  std::filesystem::rename(at("corpus.jsonl"), at("moved.jsonl"));
  EXPECT_THAT(complaint(), HasSubstr("corpus.jsonl: found no such file, expected the documents"));
  files_.documents = at("moved.jsonl");
  EXPECT_EQ(read().size(), 3U);
  documents("{\"docid\":\"d2\",\"text\":\"other words\"}\n");
  EXPECT_THAT(complaint(), HasSubstr("these are not the documents that the collection was built"));
}

TEST_F(ImportCollection, RefusesAFolderThatIsNoneOrWasChanged) {
  const std::string manifest(InputText(at("built/manifest.json")).view());
  const auto with_manifest = [&](const std::string& text) {
    folder_.file("built/manifest.json", text);
    return complaint();
  };
  EXPECT_THAT(with_manifest("rubbish"), HasSubstr("manifest.json:1:1: found malformed JSON"));
  EXPECT_THAT(with_manifest(R"({"podium_collection":1,"stages":{}})"),
              HasSubstr("built: found no finished build"));
  EXPECT_THAT(with_manifest(R"({"podium_collection":1,"stages":{"meta":{"key":"k","inputs":7}}})"),
              HasSubstr("manifest.json: stages.meta.inputs: found 7, expected an object"));
  EXPECT_THAT(with_manifest(R"({"podium_collection":1,"stages":{"meta":[]}})"),
              HasSubstr("manifest.json: stages.meta: found a list of 0, expected an object"));
  EXPECT_EQ(with_manifest(manifest), "accepted");
  folder_.file("built/meta/queries.tsv", "1\tanother query\n");
  EXPECT_THAT(complaint(), HasSubstr("queries.tsv: found no such file or another one"));
  files_.collection = at("nowhere");
  EXPECT_THAT(complaint(), HasSubstr("nowhere: found no finished build"));
}

TEST_F(ImportCollection, RefusesFilesThatDoNotGoTogether) {
  files_.queries = at("topics.tsv");
  EXPECT_THROW(read(), UsageError);
  files_.queries.clear();
  options_.kind = text::CorpusFormat::trec;
  EXPECT_THROW(read(), UsageError);
}

}  // namespace
}  // namespace podium::labelling
