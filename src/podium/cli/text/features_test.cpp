#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/cli/text/collect_fixture.hpp"
#include "podium/text/collect/collection_files.hpp"
#include "podium/text/collect/feature_server.hpp"
#include "podium/text/corpus/document_batches.hpp"
#include "podium/text/corpus/topics.hpp"
#include "podium/text/links/corpus_links.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

class FeaturesCommand : public CollectFixture {
 protected:
  /// Serves every row of a collection again; returns how many cells there were.
  std::size_t expect_parity(const std::string& corpus, const std::string& topics,
                            const std::string& out) const {
    const text::FeatureServer server(folder_ / out / "meta");
    const text::MetaFolder meta = text::read_meta_folder(folder_ / out / "meta");
    std::map<std::string, text::RawDocument> documents;
    text::LinkCollector collector;
    text::for_each_batch({.path = folder_ / corpus}, [&](std::span<text::RawDocument> batch) {
      collector.add(batch);
      for (const text::RawDocument& document : batch) documents.emplace(document.id, document);
    });
    const text::CorpusLinks links = std::move(collector).finish();
    std::map<std::string, std::string> query_text;
    for (const text::Topic& topic : text::read_topics(folder_ / topics))
      query_text[topic.id] = topic.title;
    const Dataset built = rounded(meta, server);
    std::size_t cells = 0;
    for (std::size_t q = 0; q < meta.query.size(); ++q) {
      for (std::size_t d = 0; d < meta.query[q].document.size(); ++d) {
        const text::RawDocument& document = documents.at(meta.query[q].document[d].id);
        std::map<std::string, std::vector<double>> columns;
        for (std::size_t c = 0; c < meta.column.name.size(); ++c) {
          if (is_served(meta.column.name[c])) continue;
          columns[meta.column.name[c]] = {meta.column.query[q][d * meta.column.name.size() + c]};
        }
        const std::vector<std::string> anchor = {links.anchor[links.page.at(document.id)]};
        const text::ServedFeatures served = server.features(
            query_text.at(meta.query[q].id), std::span(&document, 1), columns, anchor);
        EXPECT_TRUE(served.uncounted_word.empty());
        const std::size_t width = served.value.size();
        for (std::size_t f = 0; f < width; ++f, ++cells) {
          const double expected = built[q].exact.stored()[d * width + f];
          const double found = served.value[f];
          EXPECT_TRUE(found == expected || (std::isnan(found) && std::isnan(expected)))
              << server.recipe().slot[f].name << ": " << found << " for " << expected;
        }
      }
    }
    return cells;
  }

 private:
  static bool is_served(const std::string& column) {
    return column.find('.') != std::string::npos || column.starts_with("url-");
  }

  /// The features of the build before they are rounded for a file.
  static Dataset rounded(const text::MetaFolder& meta, const text::FeatureServer& server) {
    return text::feature_dataset(server.recipe(), meta.collection, meta.query, meta.column.query);
  }
};

TEST_F(FeaturesCommand, ServesTheRowsOfASmallCollection) {
  write_smart();
  ASSERT_EQ(build_smart("out", {"--feedback", "--proximity", "--sample", "judged"}).code, 0);
  EXPECT_EQ(expect_parity("docs.smart", "topics.smart", "out"), 8U * 60U);
}

TEST_F(FeaturesCommand, ServesTheRowsOfAWeb) {
  ASSERT_EQ(write_web().code, 0);
  ASSERT_EQ(build_web("out", {"--proximity"}).code, 0);
  EXPECT_EQ(expect_parity("web/corpus.jsonl", "web/topics.tsv", "out"), 196U * (64U + 18U));
}

TEST_F(FeaturesCommand, WritesRowsThatAModelOfTheCollectionScores) {
  write_smart();
  ASSERT_EQ(build_smart("out").code, 0);
  const CliResult result =
      run_in_process({"features", "--collection", at("out"), "--query", "heat transfer",
                      "--document", at("docs.smart"), "--out", at("rows.txt"), "--qid", "2"});
  ASSERT_EQ(result.code, 0) << result.err;
  const Dataset rows = read("rows.txt");
  ASSERT_EQ(rows.row_count(), 6U);
  const Dataset built = read("out/Feature_NULL/S2.txt");
  ASSERT_EQ(built[0].id, "2");
  EXPECT_EQ(built.document_id(0), "2");
  const std::size_t width = built.feature_count();
  for (std::size_t f = 0; f < width; ++f) {
    const double served = rows[0].exact.stored()[width + f];
    const double expected = built[0].exact.stored()[f];
    EXPECT_TRUE(served == expected || (std::isnan(served) && std::isnan(expected))) << f + 1;
  }
  ASSERT_EQ(run_in_process({"train", "regression", "--train", at("out/Feature_NULL/all.txt"),
                            "--fill", "min", "--normalise", "minmax", "--model", at("m.json")})
                .code,
            0);
  const CliResult scored = run_in_process(
      {"score", "--model", at("m.json"), "--data", at("rows.txt"), "--out", at("scores.txt")});
  EXPECT_EQ(scored.code, 0) << scored.err;
  EXPECT_EQ(std::ranges::count(text_of(folder_ / "scores.txt"), '\n'), 6);
}

TEST_F(FeaturesCommand, ServesDocumentsThatScoreTheSameAloneAndInTheirQuery) {
  write_smart();
  ASSERT_EQ(build_smart("out").code, 0);
  const CliResult trained =
      run_in_process({"train", "listmle", "--set", "k=5", "--train", at("out/Feature_NULL/all.txt"),
                      "--normalise", "minmax", "--model", at("m.json")});
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_THAT(trained.err, Not(HasSubstr("whole queries")));
  const auto scores = [&](const std::string& documents) {
    const CliResult served = run_in_process({"features", "--collection", at("out"), "--query",
                                             "heat transfer", "--document", at(documents), "--out",
                                             at("rows.txt"), "--model", at("m.json")});
    EXPECT_EQ(served.code, 0) << served.err;
    EXPECT_THAT(served.err, Not(HasSubstr("all documents of the query")));
    EXPECT_EQ(run_in_process({"score", "--model", at("m.json"), "--data", at("rows.txt"), "--out",
                              at("scores.txt")})
                  .code,
              0);
    return text_of(folder_ / "scores.txt");
  };
  const std::string together = scores("docs.smart");
  std::string alone;
  const std::string all = text_of(folder_ / "docs.smart");
  for (std::size_t begin = 0; begin < all.size();) {
    const std::size_t end = std::min(all.find("\n.I ", begin + 1), all.size() - 1) + 1;
    folder_.file("one.smart", all.substr(begin, end - begin));
    alone += scores("one.smart");
    begin = end;
  }
  EXPECT_EQ(alone, together);
}

TEST_F(FeaturesCommand, SaysWhenAModelNeedsTheWholeQuery) {
  write_smart();
  ASSERT_EQ(build_smart("out").code, 0);
  ASSERT_EQ(run_in_process({"train", "regression", "--train", at("out/Feature_NULL/all.txt"),
                            "--normalise", "query-minmax", "--model", at("m.json")})
                .code,
            0);
  const std::vector<std::string> command = {"features",       "--collection", at("out"),
                                            "--query",        "heat",         "--document",
                                            at("docs.smart"), "--out",        at("rows.txt")};
  const auto said = [&](std::vector<std::string> more) {
    more.insert(more.begin(), command.begin(), command.end());
    const CliResult result = run_in_process(more);
    EXPECT_EQ(result.code, 0) << result.err;
    return result.err;
  };
  EXPECT_THAT(said({}), HasSubstr("other models need all documents of the query in the file"));
  EXPECT_THAT(said({"--model", at("m.json")}),
              HasSubstr("m.json: the normaliser query-minmax uses all documents of a query; its "
                        "scores hold only if"));
}

TEST_F(FeaturesCommand, SaysWhenAModelWasTrainedInOtherUnits) {
  write_smart();
  std::string topics;  // with their judgements, more than the few rows of which no units are kept
  std::string judgements;
  for (int query = 1; query <= 10; ++query) {
    topics +=
        fmt::format(".I {}\n.W\n{}\n", query, query % 2 == 0 ? "heat transfer" : "wind tunnel");
    for (int document = 1; document <= 6; ++document) {
      judgements += fmt::format("{} {} {}\n", query, document, 1 + (query + document) % 4);
    }
  }
  folder_.file("topics.smart", topics);
  folder_.file("qrels.smart", judgements);
  ASSERT_EQ(build_smart("out").code, 0);
  folder_.file("two.smart",
               ".I 2\n.T\nheat\n.W\nheat transfer in slender bodies and heat conduction\n");
  const auto said = [&](const std::string& version) {
    const CliResult trained =
        run_in_process({"train", "regression", "--train", at("out/" + version + "/all.txt"),
                        "--model", at("m.json")});
    EXPECT_EQ(trained.code, 0) << trained.err;
    const CliResult result = run_in_process({"features", "--collection", at("out"), "--query",
                                             "heat transfer", "--document", at("two.smart"),
                                             "--out", at("rows.txt"), "--model", at("m.json")});
    EXPECT_EQ(result.code, 0) << result.err;
    return result.err;
  };
  EXPECT_THAT(said("QueryLevelNorm"), HasSubstr("values far beyond those of the training data"));
  EXPECT_THAT(said("Feature_NULL"), Not(HasSubstr("beyond")));
}

TEST_F(FeaturesCommand, NamesTheRemedyForWordsThatWereNotCounted) {
  write_smart();
  ASSERT_EQ(build_smart("out").code, 0);
  const auto said = [&](const std::string& query) {
    return run_in_process({"features", "--collection", at("out"), "--query", query, "--document",
                           at("docs.smart")})
        .err;
  };
  EXPECT_THAT(said("quantum heat"),
              testing::AllOf(HasSubstr("these words: quantum; to have them, build the collection "
                                       "again with --also-count"),
                             Not(HasSubstr("WARNING"))));
  EXPECT_THAT(said("quantum chromodynamics"), HasSubstr("WARNING: no word of the query is known"));
}

TEST_F(FeaturesCommand, ServesQueriesToComeWhenTheirWordsWereCounted) {
  write_smart();
  folder_.file("more.txt", "Slender bodies, thin bodies!");
  ASSERT_EQ(build_smart("plain").code, 0);
  ASSERT_EQ(build_smart("out", {"--also-count", at("more.txt")}).code, 0);
  EXPECT_EQ(text_of(folder_ / "out/Feature_NULL/all.txt"),
            text_of(folder_ / "plain/Feature_NULL/all.txt"));
  folder_.file("topics.smart", text_of(folder_ / "topics.smart") + ".I 6\n.W\nthin bodies\n");
  folder_.file("qrels.smart", text_of(folder_ / "qrels.smart") + "6 4 1\n");
  ASSERT_EQ(build_smart("with", {"--folds", "6"}).code, 0);
  const CliResult served =
      run_in_process({"features", "--collection", at("out"), "--query", "thin bodies", "--document",
                      at("docs.smart"), "--qid", "6", "--out", at("rows.txt")});
  ASSERT_EQ(served.code, 0) << served.err;
  EXPECT_THAT(served.err, Not(HasSubstr("has these words")));
  const Dataset rows = read("rows.txt");
  const Dataset built = read("with/Feature_NULL/S6.txt");
  std::size_t found = 0;
  for (std::size_t d = 0; d < built.row_count(); ++d) {
    for (std::size_t r = 0; r < rows.row_count(); ++r) {
      if (rows.document_id(r) != built.document_id(d)) continue;
      ++found;
      const std::size_t width = built.feature_count();
      for (std::size_t f = 0; f < width; ++f) {
        const double expected = built[0].exact.stored()[d * width + f];
        const double value = rows[0].exact.stored()[r * width + f];
        EXPECT_TRUE(value == expected || (std::isnan(value) && std::isnan(expected))) << f + 1;
      }
    }
  }
  EXPECT_EQ(found, 2U);
}

TEST_F(FeaturesCommand, ReadsDocumentsAsTheCollectionDid) {
  std::filesystem::create_directories(folder_ / "pages/wing");
  folder_.file("pages/wing/a.html", "<title>wing</title><p>flow over a wing");
  folder_.file("pages/wing/b.html", "<title>heat</title><p>heat of a wing");
  folder_.file("pages/c.html", "<title>shell</title><p>the buckling of wing and shells");
  folder_.file("topics.tsv", "1\twing flow\n2\theat wing\n3\tbuckling wing\n");
  folder_.file("stop.txt", "buckling\n");
  const CliResult built = run_in_process(
      {"collect", "build", "--corpus", at("pages"), "--topics", at("topics.tsv"), "--folds", "3",
       "--url-prefix", "http://flow.org/", "--stop-words", at("stop.txt"), "--out", at("out")});
  ASSERT_EQ(built.code, 0) << built.err;
  std::filesystem::remove(folder_ / "stop.txt");
  const CliResult served =
      run_in_process({"features", "--collection", at("out"), "--query", "wing flow", "--document",
                      at("pages"), "--out", at("rows.txt")});
  ASSERT_EQ(served.code, 0) << served.err;
  const Dataset rows = read("rows.txt");
  const Dataset all = read("out/Feature_NULL/all.txt");
  const std::vector<text::FeatureSlot> slots = text::feature_recipe("gov").slot;
  std::size_t row = 0;
  while (rows.document_id(row) != all.document_id(0)) ++row;
  for (std::size_t f = 0; f < slots.size(); ++f) {
    if (!slots[f].name.starts_with("url")) continue;
    EXPECT_EQ(rows[0].exact.stored()[row * slots.size() + f], all[0].exact.stored()[f])
        << slots[f].name;
  }
}

TEST_F(FeaturesCommand, PrintsTheFeaturesOfADocument) {
  write_smart();
  ASSERT_EQ(build_smart("out", {"--link-features", "--feedback"}).code, 0);
  folder_.file("new.txt", "The flow over wings, and the flow of honey.\n");
  const CliResult result = run_in_process(
      {"features", "--collection", at("out"), "--query", "honey flow", "--document", at("new.txt"),
       "--column", "pagerank=7.5", "--column", "rocchio-5=0.5", "--format", "csv"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("no query of the collection has these words: hon"));
  EXPECT_THAT(result.out, HasSubstr("feature,new.txt\n"));
  EXPECT_THAT(result.out, HasSubstr("\nabstract.tf,2\n"));
  EXPECT_THAT(result.out, HasSubstr("\npagerank,7.5\n"));
  EXPECT_THAT(result.out, HasSubstr("\nhits-hub,\n"));
  EXPECT_THAT(result.out, HasSubstr("\nrocchio-5,0.5\n"));
  EXPECT_THAT(result.out, HasSubstr("\nrelevance-model,\n"));
}

TEST_F(FeaturesCommand, NamesWhatIsWrong) {
  write_smart();
  ASSERT_EQ(build_smart("out").code, 0);
  const auto run = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"features", "--collection", at("out"),       "--query",
                                          "x",        "--document",   at("docs.smart")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_in_process(arguments);
  };
  EXPECT_EQ(run({}).code, 0);
  EXPECT_THAT(run({"--column", "pagerank=1"}).err, HasSubstr("unknown column 'pagerank'"));
  EXPECT_THAT(run({"--column", "pagerank=x"}).err, HasSubstr("found 'x', expected a number"));
  EXPECT_THAT(run({"--column", "pagerank=1", "--column", "pagerank=2"}).err,
              HasSubstr("--column: found 'pagerank' twice"));
  folder_.file("out/meta/features.json", "{}");
  EXPECT_THAT(run({}).err, HasSubstr("features.json: found no 'podium_features', expected one"));
  folder_.file("out/meta/terms.tsv", "word\ta df\nx\t1\n");
  std::filesystem::remove(folder_ / "out/meta/features.json");
  EXPECT_EQ(run({}).code, 3);
}

}  // namespace
}  // namespace podium::cli
