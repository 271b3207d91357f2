#include <cmath>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/cli/text/collect_fixture.hpp"
#include "podium/core/format/trec/run.hpp"
#include "podium/text/collect/built_collection.hpp"
#include "podium/text/collect/collection_builder.hpp"
#include "podium/text/collect/collection_files.hpp"
#include "podium/text/features/feature_recipe.hpp"

namespace podium::cli {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;

class CollectCommands : public CollectFixture {};

TEST_F(CollectCommands, BuildWritesThreeVersionsWithTheirFolds) {
  write_smart();
  const CliResult result = build_smart("out", {"--format", "csv"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("\ndocuments,6\n"));
  const auto files = files_of("out");
  for (const std::string version : {"Feature_NULL", "Feature_MIN", "QueryLevelNorm"}) {
    EXPECT_TRUE(files.contains(version + "/all.txt"));
    for (int i = 1; i <= 5; ++i) {
      EXPECT_TRUE(files.contains(version + "/S" + to_text(i) + ".txt"));
      for (const std::string part : {"train", "vali", "test"}) {
        EXPECT_TRUE(files.contains(version + "/Fold" + to_text(i) + "/" + part + ".txt"));
      }
    }
    EXPECT_EQ(files.at(version + "/Fold1/test.txt"), files.at(version + "/S5.txt"));
  }
  EXPECT_THAT(files.at("Feature_NULL/all.txt"), HasSubstr("NULL"));
  EXPECT_THAT(files.at("Feature_MIN/all.txt"), Not(HasSubstr("NULL")));
  EXPECT_THAT(files.at("Feature_NULL/S4.txt"), HasSubstr("4 qid:4 1:2 2:1.386294 "));
  EXPECT_THAT(files.at("Feature_NULL/S4.txt"), HasSubstr(" #docid = 4\n"));
  EXPECT_EQ(read("out/Feature_NULL/all.txt").feature_count(), 45U);
}

TEST_F(CollectCommands, BuildCountsWhatTheSampleLost) {
  write_smart();
  const CliResult result = build_smart("out", {"--depth", "1", "--format", "csv"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("relevant documents,8\n"));
  EXPECT_THAT(result.out, HasSubstr("relevant documents lost by sampling,4\n"));
  EXPECT_THAT(result.err, HasSubstr("4 of 8 relevant documents (50.0 %) are not in the sample"));
  EXPECT_THAT(text_of(folder_ / "out/manifest.json"),
              HasSubstr("\"relevant documents lost by sampling\": 4"));
}

TEST_F(CollectCommands, BuildWarnsWhenNothingOfTheSampleIsRelevant) {
  write_smart();
  folder_.file("qrels.smart", "1 d1 1\n2 d2 1\n3 d6 1\n4 d4 1\n5 d6 2\n");
  const CliResult result = build_smart("out");
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("WARNING: no sampled document is relevant"));
  EXPECT_THAT(result.err, HasSubstr("WARNING: 5 judged documents are not in the corpus"));
}

TEST_F(CollectCommands, BuildWarnsOfJudgedDocumentsThatTheCorpusLacks) {
  write_smart();
  EXPECT_THAT(build_smart("out").err, testing::Not(HasSubstr("in the corpus")));
  folder_.file("qrels.smart", text_of(folder_ / "qrels.smart") + "2 999 1\n");
  EXPECT_THAT(
      build_smart("more").err,
      HasSubstr("WARNING: 1 judged document is not in the corpus, the first: '999' of query "
                "'2'; check that ids are the same there\n"));
}

TEST_F(CollectCommands, BuildSaysThatATopicIdCameTwice) {
  write_smart();
  folder_.file("topics.smart", text_of(folder_ / "topics.smart") + ".I 2\n.W\nthin bodies\n");
  EXPECT_THAT(build_smart("out").err,
              testing::AllOf(HasSubstr("1 topic left out: duplicate id\n"),
                             HasSubstr("topics.smart:16: found the id '2' a second time\n"),
                             HasSubstr("WARNING: 1 query left out: give each query an id of its "
                                       "own\n")));
}

TEST_F(CollectCommands, ABuildThatStopsFirstSaysWhatItLeftOut) {
  write_smart();
  folder_.file("topics.smart",
               ".I 1\n.W\nflow over wings\n.I 2\n.W\nheat transfer\n.I 2\n.W\nwind tunnel heat\n");
  const CliResult result = build_smart("out");
  EXPECT_EQ(result.code, 2);
  EXPECT_LT(result.err.find("found the id '2' a second time"),
            result.err.find("folds: found 2 queries with documents"))
      << result.err;
}

TEST_F(CollectCommands, BuildRefusesFlagsWithoutEffect) {
  write_smart();
  const auto refused = [&](const std::vector<std::string>& flags) {
    const CliResult result = build_smart("out", flags);
    EXPECT_EQ(result.code, 2) << flags[0];
    return result.err;
  };
  EXPECT_THAT(refused({"--depth", "9", "--sample", "judged"}),
              HasSubstr("--depth needs --sample bm25"));
  EXPECT_THAT(refused({"--host-rank", "hierarchy", "--link-features"}),
              HasSubstr("--host-rank needs a recipe with HostRank"));
  EXPECT_THAT(refused({"--url-prefix", "http://x/"}),
              HasSubstr("--url-prefix needs a corpus of files of HTML"));
  EXPECT_THAT(refused({"--max-bytes", "99"}),
              HasSubstr("--max-bytes needs a corpus that begins with web pages"));
  EXPECT_THAT(refused({"--max-depth", "99"}),
              HasSubstr("--max-depth needs a corpus that begins with web pages"));
  ASSERT_EQ(write_web().code, 0);
  EXPECT_THAT(build_web("web-out", {"--link-features"}).err,
              HasSubstr("--link-features needs a recipe without link features"));
  EXPECT_THAT(build_web("web-out", {"--max-depth", "99"}).err,
              HasSubstr("--max-depth needs a corpus that begins with web pages"));
  const CliResult lines = build_web("web-out", {"--query-part", "both"});
  EXPECT_EQ(lines.code, 0) << lines.err;
  EXPECT_THAT(lines.err, HasSubstr("topics.tsv: --query-part both: no topic has a description"));
  folder_.file("pages.jsonl", R"({"id": "a", "html": "<p>flow"})");
  EXPECT_THAT(run_in_process({"collect", "build", "--corpus", at("pages.jsonl"), "--topics",
                              at("topics.smart"), "--out", at("out"), "--max-depth", "99"})
                  .err,
              Not(HasSubstr("needs a corpus")));
  std::filesystem::create_directories(folder_ / "pages");
  folder_.file("pages/a.html", "<p>flow");
  EXPECT_THAT(run_in_process({"collect", "build", "--corpus", at("pages"), "--topics",
                              at("topics.smart"), "--out", at("out"), "--encoding", "latin1"})
                  .err,
              HasSubstr("--encoding needs a corpus in another format than HTML"));
}

TEST_F(CollectCommands, BuildSaysThatIdsOfTopicsAndJudgementsDoNotCorrespond) {
  write_smart();
  EXPECT_THAT(build_smart("right").err, testing::Not(HasSubstr("WARNING")));
  folder_.file("topics.smart",
               ".I 1\n.W\nflow over wings\n.I 2\n.W\nheat transfer\n.I 4\n.W\nwind tunnel "
               "heat\n.I 8\n.W\nbuckling shells shells\n.I 9\n.W\nflow of heat\n");
  EXPECT_THAT(
      build_smart("out", {"--folds", "3"}).err,
      HasSubstr("WARNING: 2 topics without judgements, and 2 judged queries without a topic: "
                "the ids of topics and judgements may not correspond; if the judgements "
                "number the topics in file order, as Cranfield's do, give "
                "--number-by-order\n"));
  EXPECT_THAT(build_smart("order", {"--number-by-order"}).err, testing::Not(HasSubstr("WARNING")));
}

TEST_F(CollectCommands, BuildTakesJudgedDocumentsEvenWithoutAMatch) {
  write_smart();
  ASSERT_EQ(build_smart("out", {"--sample", "judged"}).code, 0);
  const Dataset data = read("out/Feature_NULL/all.txt");
  EXPECT_EQ(data.row_count(), 8U);
  EXPECT_EQ(data.document_id(6), "5");  // query 5 has no word of document 5
  EXPECT_EQ(data[4].truth.label[0], 1.0);
}

TEST_F(CollectCommands, BuildTellsHowFarEachPassIs) {
  write_smart();
  text::MetaRequest request;
  request.corpus.path = at("docs.smart");
  request.queries.topics = at("topics.smart");
  request.queries.qrels = at("qrels.smart");
  request.recipe.link_features = true;
  std::vector<std::pair<std::size_t, std::size_t>> told;
  text::build_collection(
      request, {}, at("out"), [](const std::string&) {},
      [&](std::size_t documents, std::size_t of) { told.emplace_back(documents, of); });
  // Nobody knows before the pass over the links how many there are.
  EXPECT_THAT(told, ElementsAre(Pair(6, 0), Pair(6, 6)));
}

TEST_F(CollectCommands, BuildSaysThatItKeepsTextsForLaterPasses) {
  write_smart();
  const std::string said =
      "keeping the texts of the documents in a temporary file in " + at("out") + "/meta";
  EXPECT_THAT(build_smart("out", {"--proximity"}).err, HasSubstr(said));
  EXPECT_THAT(build_smart("other").err, Not(HasSubstr("keeping the texts")));
}

TEST_F(CollectCommands, BuildUsesCitations) {
  write_smart();
  ASSERT_EQ(build_smart("out", {"--link-features", "--proximity"}).code, 0);
  const text::MetaFolder meta = text::read_meta_folder(folder_ / "out/meta");
  ASSERT_EQ(meta.column.name.size(), 11U + 9U);
  EXPECT_EQ(meta.column.name[9], "in-links");
  EXPECT_EQ(meta.query[0].document[0].id, "1");
  EXPECT_EQ(meta.column.query[0][9], 2.0);   // 3 and 6 name document 1
  EXPECT_EQ(meta.column.query[0][10], 1.0);  // it names 2
  EXPECT_EQ(text_of(folder_ / "out/meta/links.txt"), "0 1\n2 0\n5 0\n");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/meta/sitemap.txt"));
}

TEST_F(CollectCommands, BuildAddsFeedbackBeforeProximity) {
  write_smart();
  ASSERT_EQ(build_smart("text", {"--feedback", "--proximity"}).code, 0);
  const text::MetaFolder text = text::read_meta_folder(folder_ / "text/meta");
  ASSERT_EQ(text.column.name.size(), 6U + 9U);  // no links, so none of the feedback of links
  EXPECT_EQ(text.column.name[0], "rocchio-5");
  EXPECT_GT(text.column.query[0][0], 0.0);
  EXPECT_THAT(text_of(folder_ / "text/manifest.json"), HasSubstr("\"feedback\": \"true\""));
  ASSERT_EQ(build_smart("links", {"--feedback", "--link-features"}).code, 0);
  const text::MetaFolder links = text::read_meta_folder(folder_ / "links/meta");
  ASSERT_EQ(links.column.name.size(), 11U + 9U);
  EXPECT_EQ(links.column.name[17], "linked-score");
  // Query 1 finds 1, 3 and 6; 3 and 6 name 1, and 1 is the only neighbour of 6.
  EXPECT_EQ(links.query[0].document[0].id, "1");
  EXPECT_GT(links.column.query[0][17], 0.0);
  EXPECT_EQ(text_of(folder_ / "links/QueryLevelNorm/all.txt").find("NULL"), std::string::npos);
}

TEST_F(CollectCommands, BuildReadsALinkFile) {
  write_smart();
  folder_.file("edges", "4 2 about heat\n4 99\n");
  const CliResult built = build_smart("out", {"--links", at("edges"), "--streams",
                                              "text=text,anchor=anchor,all=title+text+anchor"});
  ASSERT_EQ(built.code, 0) << built.err;
  EXPECT_THAT(built.err, HasSubstr("edges: 1 of 2 lines name a document that is not in the corpus, "
                                   "the first: line 2"));
  EXPECT_EQ(text_of(folder_ / "out/meta/links.txt"), "0 1\n2 0\n3 1\n5 0\n");
  const text::MetaFolder meta = text::read_meta_folder(folder_ / "out/meta");
  EXPECT_EQ(meta.collection.stream[1].name, "anchor");
  EXPECT_EQ(meta.collection.stream[1].total_terms, 1U);  // "about" is a stop word
  folder_.file("edges", "d4 d2\n4 99\n");
  const CliResult other = build_smart("out1", {"--links", at("edges")});
  EXPECT_EQ(other.code, 3);
  EXPECT_THAT(other.err, HasSubstr("edges: found 2 lines, none with two ids of documents, expected "
                                   "lines 'from to' with ids of the corpus, such as '1'"));
  folder_.file("edges", "4\n");
  EXPECT_THAT(build_smart("out2", {"--links", at("edges")}).err,
              HasSubstr("edges:1:1: found '4', expected the ids of two documents"));
}

TEST_F(CollectCommands, BuildMakesAllFeaturesOfAWeb) {
  ASSERT_EQ(write_web().code, 0);
  const CliResult result = build_web("out", {"--similarity"});
  ASSERT_EQ(result.code, 0) << result.err;
  const Dataset data = read("out/Feature_NULL/all.txt");
  EXPECT_EQ(data.feature_count(), 64U);
  const std::vector<std::string> names = text::feature_recipe("gov").column_names();
  std::set<std::string> missing;
  for (std::size_t c = 0; c < names.size(); ++c) {
    const std::size_t feature = 40 + c;
    for (std::size_t q = 0; q < data.query_count(); ++q) {
      for (std::size_t d = 0; d < data[q].size(); ++d) {
        if (std::isnan(data[q].exact.stored()[d * 64 + feature])) missing.insert(names[c]);
      }
    }
  }
  EXPECT_EQ(missing,
            (std::set<std::string>{"topical-authority", "topical-hub", "topical-pagerank"}));
  const std::string similar = text_of(folder_ / "out/meta/similarity-1.txt");
  const std::size_t documents = data[0].size();
  EXPECT_EQ(static_cast<std::size_t>(std::count(similar.begin(), similar.end(), '\n')),
            documents * (documents - 1) / 2);
  EXPECT_THAT(text_of(folder_ / "out/meta/sitemap.txt"), HasSubstr(" -1\n"));
}

TEST_F(CollectCommands, TopicsOfPagesAndQueriesGiveTopicalFeatures) {
  write_smart();
  folder_.file("pages", "1 0.5 0.5\n2 1 0\n");
  folder_.file("asked", "1 0.25 0.75\n");
  const std::vector<std::string> streams = {"--recipe", "gov", "--streams",
                                            "title=title,whole=title+text"};
  std::vector<std::string> arguments = streams;
  arguments.insert(arguments.end(), {"--page-topics", at("pages"), "--query-topics", at("asked")});
  const CliResult result = build_smart("out", arguments);
  ASSERT_EQ(result.code, 0) << result.err;
  const text::MetaFolder meta = text::read_meta_folder(folder_ / "out/meta");
  EXPECT_EQ(meta.column.name[12], "topical-pagerank");
  EXPECT_GT(meta.column.query[0][12], 0.0);
  EXPECT_TRUE(std::isnan(meta.column.query[0][0]));  // no addresses, no sitemap
  arguments.resize(streams.size() + 2);
  EXPECT_THAT(build_smart("out2", arguments).err, HasSubstr("must be given together"));
}

TEST_F(CollectCommands, BuildIsTheSameForAnyNumberOfThreads) {
  ASSERT_EQ(write_web().code, 0);
  ASSERT_EQ(build_web("one", {"--threads", "1", "--directory", at("web/directory.tsv"),
                              "--feedback", "--proximity", "--similarity"})
                .code,
            0);
  ASSERT_EQ(build_web("two", {"--threads", "2", "--directory", at("web/directory.tsv"),
                              "--feedback", "--proximity", "--similarity"})
                .code,
            0);
  EXPECT_EQ(files_of("one"), files_of("two"));
  EXPECT_TRUE(text_of(folder_ / "one/manifest.json") == text_of(folder_ / "two/manifest.json"));
}

TEST_F(CollectCommands, BuildGoesOnWhereItStopped) {
  write_smart();
  const std::string first = build_smart("out").out;
  const CliResult again = build_smart("out");
  EXPECT_THAT(again.err, HasSubstr("meta information: up to date\nfeatures: up to date\n"));
  EXPECT_EQ(again.out, first);
  const auto files = files_of("out");
  folder_.file("out/Feature_MIN/all.txt", "damaged");
  EXPECT_THAT(build_smart("out").err,
              HasSubstr("meta information: up to date\ncomputing features\n"));
  EXPECT_EQ(files_of("out"), files);
  EXPECT_THAT(build_smart("out", {"--folds", "4"}).err,
              HasSubstr("meta information: up to date\ncomputing features\n"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/QueryLevelNorm/S5.txt"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/QueryLevelNorm/Fold5"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out/QueryLevelNorm/Fold4/test.txt"));
  EXPECT_THAT(build_smart("out", {"--stemmer", "none"}).err, HasSubstr("counting words"));
  folder_.file("qrels.smart", "1 1 1\n2 2 1\n3 6 1\n5 6 1\n");
  EXPECT_THAT(build_smart("out", {"--folds", "4"}).err, HasSubstr("counting words"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/meta/query-4.xml"));
}

TEST_F(CollectCommands, RefusedBuildsLeaveNothing) {
  write_smart();
  EXPECT_EQ(build_smart("out", {"--streams", "none=none"}).code, 3);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

TEST_F(CollectCommands, FeaturesFromMetaAreThoseOfTheBuild) {
  write_smart();
  ASSERT_EQ(
      build_smart("out", {"--link-features", "--feedback", "--proximity", "--set", "k1=2"}).code,
      0);
  const CliResult result =
      run_in_process({"collect", "features", "--from-meta", at("out"), "--out", at("again")});
  ASSERT_EQ(result.code, 0) << result.err;
  std::map<std::string, std::string> files;
  for (const auto& [name, text] : files_of("out")) {
    if (!name.starts_with("meta/")) files[name] = text;
  }
  for (const std::string name : {"collectioninfo.xml", "features.json", "terms.tsv"}) {
    files[name] = text_of(folder_ / ("out/meta/" + name));
  }
  EXPECT_EQ(files_of("again"), files);
}

TEST_F(CollectCommands, OtherFeaturesGoToAnotherFolderWithAllThatServesThem) {
  write_smart();
  ASSERT_EQ(build_smart("out").code, 0);
  const auto files = files_of("out");
  const auto features = [&](const std::string& out) {
    return run_in_process(
        {"collect", "features", "--from-meta", at("out"), "--out", at(out), "--set", "k1=3"});
  };
  const CliResult same = features("out");
  EXPECT_EQ(same.code, 2);
  EXPECT_THAT(same.err, HasSubstr("with other features; choose another folder"));
  EXPECT_EQ(files_of("out"), files);
  ASSERT_EQ(build_smart("twin").code, 0);  // has the same features, but is another collection
  const CliResult twin =
      run_in_process({"collect", "features", "--from-meta", at("twin"), "--out", at("out")});
  EXPECT_EQ(twin.code, 2);
  EXPECT_THAT(twin.err, HasSubstr("choose another folder"));
  EXPECT_EQ(files_of("out"), files);
  EXPECT_EQ(
      run_in_process({"collect", "features", "--from-meta", at("out"), "--out", at("out")}).code,
      0);
  ASSERT_EQ(features("other").code, 0);
  folder_.file("wing.txt", "the flow over a wing in a wind tunnel");
  const auto bm25 = [&](const std::string& collection) {
    return run_in_process({"features", "--collection", at(collection), "--query", "flow wing",
                           "--document", at("wing.txt"), "--format", "csv"})
        .out;
  };
  EXPECT_THAT(bm25("other"), HasSubstr("abstract.bm25,"));
  EXPECT_NE(bm25("other"), bm25("out"));
}

TEST_F(CollectCommands, ARefusedBuildLeavesWhatWasThere) {
  write_smart();
  ASSERT_EQ(build_smart("out").code, 0);
  const auto files = files_of("out");
  EXPECT_EQ(build_smart("out", {"--folds", "50"}).code, 2);
  EXPECT_EQ(build_smart("out", {"--folds", "50", "--stemmer", "none"}).code, 2);
  for (const char* folds : {"2", "50"}) {
    EXPECT_EQ(run_in_process({"collect", "features", "--from-meta", at("out"), "--out", at("out"),
                              "--folds", folds})
                  .code,
              2);
  }
  const CliResult nowhere = build_smart("out", {"--streams", "title=title,a=nosuch"});
  EXPECT_EQ(nowhere.code, 3);
  EXPECT_THAT(nowhere.err, HasSubstr("stream 'a' (nosuch) is empty in all 6 documents"));
  EXPECT_EQ(build_smart("out", {"--query-part", "description"}).code, 3);
  EXPECT_EQ(files_of("out"), files);
  EXPECT_THAT(build_smart("out").err, HasSubstr("features: up to date"));
}

TEST_F(CollectCommands, BuildRemovesWhatAKilledOneLeftAndNothingElse) {
  write_smart();
  ASSERT_EQ(build_smart("out").code, 0);
  auto files = files_of("out");
  for (const std::string name : {"meta/query-9.xml", "meta/columns.tsv", "Feature_MIN/S6.txt",
                                 "QueryLevelNorm/Fold6/test.txt"}) {
    std::filesystem::create_directories((folder_ / ("out/" + name)).parent_path());
    folder_.file("out/" + name, "left over");
  }
  folder_.file("out/QueryLevelNorm/Fold1/model.json", "mine");
  std::filesystem::remove(folder_ / "out/manifest.json");
  ASSERT_EQ(build_smart("out").code, 0);
  files["QueryLevelNorm/Fold1/model.json"] = "mine";
  EXPECT_EQ(files_of("out"), files);
}

TEST_F(CollectCommands, BuildNeedsNoJudgements) {
  write_smart();
  std::vector<std::string> arguments = {"collect",        "build",    "--corpus",
                                        at("docs.smart"), "--topics", at("topics.smart"),
                                        "--out",          at("out")};
  const CliResult result = run_in_process(arguments);
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("no judgements given; all labels will be 0"));
  const Dataset data = read("out/Feature_NULL/all.txt");
  EXPECT_EQ(data.query_count(), 5U);
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    EXPECT_THAT(data[q].truth.label, Each(0.0));
  }
  arguments.insert(arguments.end(), {"--sample", "judged"});
  const CliResult judged = run_in_process(arguments);
  EXPECT_EQ(judged.code, 2);
  EXPECT_THAT(judged.err, HasSubstr("sample: 'judged' requires judgements"));
}

TEST_F(CollectCommands, BuildWritesItsFirstStageAsARun) {
  write_smart();
  ASSERT_EQ(build_smart("out").code, 0);
  const DocumentTable run = read_run(folder_ / "out/meta/bm25.run").retrieved;
  const Dataset data = read("out/Feature_NULL/all.txt");
  const std::vector<text::FeatureSlot> slots = text::feature_recipe("ohsumed").slot;
  const auto bm25 = static_cast<std::size_t>(
      std::find_if(slots.begin(), slots.end(),
                   [](const text::FeatureSlot& s) { return s.name == "title+abstract.bm25"; }) -
      slots.begin());
  ASSERT_LT(bm25, slots.size());
  ASSERT_EQ(run.query_count(), data.query_count());
  std::size_t row = 0;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const DocumentTable::Query retrieved = run[q];
    EXPECT_TRUE(std::is_sorted(retrieved.value.rbegin(), retrieved.value.rend()));
    ASSERT_EQ(retrieved.size(), data[q].size());
    for (std::size_t d = 0; d < retrieved.size(); ++d) {
      EXPECT_EQ(retrieved.document[d], data.document_id(row++));
      EXPECT_NEAR(retrieved.value[d], data[q].exact.stored()[d * slots.size() + bm25], 1e-6);
    }
  }
}

TEST_F(CollectCommands, BadRequestsAreNamed) {
  write_smart();
  EXPECT_THAT(build_smart("out", {"--recipe", "gum"}).err,
              HasSubstr("unknown recipe 'gum'; known are: ohsumed, gov, letor4"));
  EXPECT_THAT(build_smart("out", {"--streams", "title"}).err,
              HasSubstr("streams: found 'title', expected NAME=FIELD+FIELD,..."));
  EXPECT_THAT(build_smart("out", {"--set", "k9=1"}).err, HasSubstr("unknown option 'k9'"));
  EXPECT_THAT(build_smart("out", {"--folds", "6"}).err,
              HasSubstr("folds: found 5 queries with documents, expected at least 6"));
  folder_.file("qrels.smart", "77 1 1\n");
  const CliResult none = build_smart("out");
  EXPECT_EQ(none.code, 3);
  EXPECT_THAT(none.err, HasSubstr("found no judgements for any of the 5 topics"));
  EXPECT_THAT(
      run_in_process({"collect", "features", "--from-meta", at("no"), "--out", at("x")}).err,
      HasSubstr("collectioninfo.xml"));
  std::filesystem::create_directories(folder_ / "out");  // refused builds leave none
  folder_.file("out/manifest.json", "{");
  write_smart();
  EXPECT_THAT(build_smart("out").err, HasSubstr("manifest.json:1:2: found the end of the text"));
  folder_.file("out/manifest.json", R"({"podium_collection":1,"stages":{"meta":7}})");
  const CliResult damaged = build_smart("out");
  EXPECT_EQ(damaged.code, 3);
  EXPECT_THAT(damaged.err, HasSubstr("manifest.json: stages.meta: found 7, expected an object"));
  std::filesystem::remove(folder_ / "docs.smart");
  EXPECT_EQ(build_smart("out2").code, 3);
}

TEST_F(CollectCommands, ListPrintsTheFeatures) {
  const CliResult result = run_in_process({"list", "features", "--format", "csv"});
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.out, HasSubstr("pagerank,1e5 * PageRank,D,"));
  EXPECT_THAT(run_in_process({"list", "feature-parameters", "--format", "csv"}).out,
              HasSubstr("\nk1,1.2,2.5,"));
  EXPECT_THAT(run_in_process({"list", "recipes", "--format", "csv"}).out,
              HasSubstr("\nohsumed,45,"));
  EXPECT_THAT(run_in_process({"list", "recipe", "gov", "--format", "csv"}).out,
              HasSubstr("\n25,whole.bm25,"));
}

TEST_F(CollectCommands, SynthCorpusDependsOnTheSeed) {
  ASSERT_EQ(write_web().code, 0);
  const auto files = files_of("web");
  EXPECT_EQ(files.size(), 4U);
  ASSERT_EQ(write_web().code, 0);
  EXPECT_EQ(files_of("web"), files);
  ASSERT_EQ(run_in_process({"synth", "corpus", "--pages", "300", "--words-per-page", "40",
                            "--queries", "6", "--topics", "2", "--vocabulary", "1000", "--seed",
                            "2", "--out", at("web")})
                .code,
            0);
  EXPECT_NE(files_of("web"), files);
}

TEST_F(CollectCommands, ModelsOfACollectionKnowTheNamesOfItsFeatures) {
  write_smart();
  ASSERT_EQ(build_smart("out").code, 0);
  EXPECT_EQ(read("out/QueryLevelNorm/Fold1/train.txt").feature_name(0),
            text::feature_recipe("ohsumed").slot.front().name);
  const CliResult trained =
      run_in_process({"train", "ranksvm", "--train", at("out/Feature_MIN/all.txt"), "--model",
                      at("m.json"), "--quiet"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  const CliResult shown = run_in_process({"model", "show", at("m.json"), "--format", "json"});
  EXPECT_THAT(shown.out, HasSubstr(text::feature_recipe("ohsumed").slot.front().name)) << shown.err;
  const CliResult served = run_in_process({"features", "--collection", at("out"), "--query", "flow",
                                           "--document", at("docs.smart"), "--out", at("new.csv")});
  ASSERT_EQ(served.code, 0) << served.err;
  EXPECT_EQ(read("new.csv").feature_name(1), text::feature_recipe("ohsumed").slot[1].name);
}

TEST_F(CollectCommands, BuiltFoldersCanBeMoved) {
  std::filesystem::create_directories(folder_ / "here");
  write_smart();
  for (const char* name : {"docs.smart", "topics.smart", "qrels.smart"}) {
    std::filesystem::rename(folder_ / name, folder_ / "here" / name);
  }
  const auto build = [&](const std::string& folder) {
    return run_in_process({"collect", "build", "--corpus", at(folder + "/docs.smart"), "--topics",
                           at(folder + "/topics.smart"), "--qrels", at(folder + "/qrels.smart"),
                           "--out", at(folder + "/out")});
  };
  ASSERT_EQ(build("here").code, 0);
  EXPECT_THAT(text_of(folder_ / "here/out/manifest.json"),
              HasSubstr("\"path\": \"../docs.smart\""));
  // With its inputs, it finds them; alone, it finds those that were named by absolute paths.
  const auto corpus_of = [&](const std::string& folder) {
    return std::filesystem::canonical(text::read_built_collection(folder_ / folder).corpus.path);
  };
  std::filesystem::rename(folder_ / "here", folder_ / "there");
  EXPECT_EQ(corpus_of("there/out"), std::filesystem::canonical(folder_ / "there/docs.smart"));
  EXPECT_THAT(build("there").err,
              HasSubstr("meta information: up to date\nfeatures: up to date\n"));
  std::filesystem::rename(folder_ / "there", folder_ / "here");
  std::filesystem::create_directories(folder_ / "a/b");
  std::filesystem::rename(folder_ / "here/out", folder_ / "a/b/out");
  EXPECT_EQ(corpus_of("a/b/out"), std::filesystem::canonical(folder_ / "here/docs.smart"));
}

}  // namespace
}  // namespace podium::cli
