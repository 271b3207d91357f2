#include "podium/text/features/sampling.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"
#include "podium/text/features/feature_recipe.hpp"
#include "podium/text/terms/toy_corpus_fixture.hpp"

namespace podium::text {
namespace {

using testing::ElementsAre;

const AnalyserOptions whole_words{.stemmer = "none", .stop_words = "none"};

struct Counted {
  QueryTerms terms;
  TextStatistics statistics;
};

/// One field, one stream; documents d1, d2, ...
Counted counted(const std::vector<std::string>& texts, const std::vector<QueryText>& queries,
                CollectionCounter::Ids wanted = {}) {
  Analyser analyser(whole_words);
  Counted result{QueryTerms(queries, analyser), {}};
  CollectionCounter counter(analyser, result.terms, {1, {{"text", {0}}}}, std::move(wanted));
  std::vector<std::string> ids;
  for (std::size_t d = 0; d < texts.size(); ++d) ids.push_back("d" + std::to_string(d + 1));
  std::vector<DocumentText> documents;
  for (std::size_t d = 0; d < texts.size(); ++d) documents.push_back({ids[d], {texts[d]}});
  counter.add(documents);
  result.statistics = std::move(counter).finish();
  return result;
}

std::vector<std::string> ids(const QueryMeta& query) {
  std::vector<std::string> all;
  for (const DocumentMeta& document : query.document) all.push_back(document.id);
  return all;
}

const std::vector<std::string> eight_texts = {"a b a c", "b c c d e", "a x", "d e f",
                                              "x y",     "x z z",     "y",   "z x y b"};

TEST(SampleQueries, GiveTheMetaInformationOfTheirDefinition) {
  const Counted toy = counted(eight_texts, {{"q", "a c a"}});
  const SampledQueries sampled =
      sample_queries(toy.statistics, toy.terms, {}, {}, TextParameters{}, 0);
  const QueryMeta expected = ToyCorpus(eight_texts).query("a c a");
  const QueryMeta& found = sampled.query.at(0);
  EXPECT_EQ(found.length, expected.length);
  EXPECT_EQ(found.term, expected.term);
  ASSERT_THAT(ids(found), ElementsAre("d1", "d3", "d2"));
  EXPECT_EQ(found.document[0], expected.document[0]);
  EXPECT_EQ(found.document[1], expected.document[2]);
  EXPECT_EQ(found.document[2], expected.document[1]);
}

/// The best by sorting the features of all documents.
std::vector<std::string> best_by_sorting(const std::vector<std::string>& texts,
                                         const std::string& query, std::size_t depth) {
  const ToyCorpus corpus(texts);
  const QueryMeta meta = corpus.query(query);
  QueryStreams streams(corpus.collection(), meta, {});
  std::vector<std::pair<double, std::string>> order;
  for (std::size_t d = 0; d < texts.size(); ++d) {
    const StreamView view = streams.view(d, 0);
    if (view.has_match()) {
      order.emplace_back(-find_text_feature("bm25").value(view, {}), meta.document[d].id);
    }
  }
  std::sort(order.begin(), order.end());
  std::vector<std::string> best;
  for (std::size_t i = 0; i < std::min(depth, order.size()); ++i) best.push_back(order[i].second);
  return best;
}

TEST(SampleQueries, ChooseTheBestByBm25AndBreakTiesById) {
  RandomStream random(3, "", "documents");
  std::vector<std::string> texts(200);
  for (std::string& text : texts) {
    for (int w = 0; w < 4; ++w) text += "w" + std::to_string(random.below(12)) + " ";
  }
  const std::vector<QueryText> queries = {{"1", "w1 w2"}, {"2", "w3 w3 w4 w5"}, {"3", "nowhere"}};
  const Counted toy = counted(texts, queries);
  for (const std::size_t depth : {1U, 7U, 50U, 1000U}) {
    const SampledQueries sampled =
        sample_queries(toy.statistics, toy.terms, {}, {.depth = depth}, TextParameters{}, 0);
    for (std::size_t q = 0; q < queries.size(); ++q) {
      EXPECT_EQ(ids(sampled.query[q]), best_by_sorting(texts, queries[q].text, depth));
    }
  }
}

TEST(SampleQueries, CountRelevantDocumentsThatAreLost) {
  const std::vector<DocumentLabels> judgements = {
      {{"d1", 1.0}, {"d2", 2.0}, {"d4", 1.0}, {"d7", 0.0}, {"elsewhere", 1.0}}};
  const Counted toy = counted(eight_texts, {{"q", "a c"}}, {"d1", "d2", "d4", "d7", "elsewhere"});
  const SampledQueries sampled =
      sample_queries(toy.statistics, toy.terms, judgements, {.depth = 2}, TextParameters{}, 0);
  EXPECT_THAT(ids(sampled.query[0]), ElementsAre("d1", "d3"));
  EXPECT_EQ(sampled.query[0].document[0].label, 1.0);
  EXPECT_EQ(sampled.query[0].document[1].label, 0.0);
  EXPECT_EQ(sampled.relevant, 3U);
  EXPECT_EQ(sampled.lost_relevant, 2U);
  EXPECT_EQ(sampled.unknown, 1U);
}

TEST(SampleQueries, TakeExactlyTheJudgedWhenAsked) {
  const std::vector<DocumentLabels> judgements = {{{"d7", 0.0}, {"d2", 2.0}, {"d4", 1.0}}};
  const Counted toy = counted(eight_texts, {{"q", "a c"}}, {"d2", "d4", "d7"});
  const SampledQueries sampled = sample_queries(toy.statistics, toy.terms, judgements,
                                                {SampleOptions::Kind::judged}, TextParameters{}, 0);
  EXPECT_THAT(ids(sampled.query[0]), ElementsAre("d2", "d4", "d7"));
  EXPECT_EQ(sampled.query[0].document[2].length, std::vector<std::uint32_t>{1});
  EXPECT_EQ(sampled.lost_relevant, 0U);
}

TEST(SampleOptions, AreAllOptions) {
  static_assert(has_all_fields<SampleOptions>());
}

}  // namespace
}  // namespace podium::text
