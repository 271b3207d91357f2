#include "podium/text/features/feature_recipe.hpp"

#include <cmath>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/text/terms/toy_corpus_fixture.hpp"

namespace podium::text {
namespace {

using testing::ElementsAre;

const ToyCorpus corpus({"a b a c", "b c c", "", "a"});

std::vector<std::string> names(const FeatureRecipe& recipe) {
  std::vector<std::string> result;
  for (const FeatureSlot& slot : recipe.slot) result.push_back(slot.name);
  return result;
}

TEST(FeatureRecipes, HaveAsManyFeaturesAsPublished) {
  EXPECT_EQ(feature_recipe("ohsumed").slot.size(), 45U);
  EXPECT_EQ(feature_recipe("gov").slot.size(), 64U);
  EXPECT_EQ(feature_recipe("letor4").slot.size(), 46U);
  EXPECT_EQ(feature_recipes().size(), 3U);
}

TEST(FeatureRecipes, OrderFeaturesAsPublished) {
  const auto ohsumed = names(feature_recipe("ohsumed"));
  EXPECT_EQ(ohsumed[0], "title.tf");
  EXPECT_EQ(ohsumed[25], "abstract.bm25");
  EXPECT_EQ(ohsumed[44], "title+abstract.lmir-abs");
  const auto gov = names(feature_recipe("gov"));
  EXPECT_EQ(gov[0], "body.tf");
  EXPECT_EQ(gov[9], "whole.idf");
  EXPECT_EQ(gov[24], "whole.bm25");
  EXPECT_EQ(gov[40], "sitemap-term");
  EXPECT_EQ(gov[50], "pagerank");
  EXPECT_EQ(gov[59], "child-pages");
  EXPECT_EQ(gov[60], "extracted-title.bm25");
  EXPECT_EQ(gov[63], "extracted-title.lmir-jm");
  EXPECT_THAT(
      feature_recipe("letor4").column_names(),
      ElementsAre("pagerank", "in-links", "out-links", "url-slashes", "url-length", "child-pages"));
}

TEST(FeatureRecipes, FillBm25WithZeroAndTheRestWithTheMinimum) {
  const FillPolicy policy = feature_recipe("ohsumed", {"t"}).fill_policy();
  EXPECT_EQ(to_text(policy), "min,t.bm25=zero,t.log-bm25=zero");
}

TEST(FeatureRecipes, RefuseAnUnknownName) {
  EXPECT_THROW(feature_recipe("gov2"), UsageError);
}

TEST(FeatureRecipes, TakeProximityAsAnExtraOfEachStream) {
  FeatureRecipe recipe = feature_recipe("letor4", {"title", "whole"});
  add_proximity(recipe);
  EXPECT_EQ(recipe.slot.size(), 16U + 6U + 6U);
  EXPECT_EQ(recipe.slot.back().name, "whole.unordered-windows");
  EXPECT_EQ(recipe.slot.back().source, 11U);
}

TEST(FeatureRecipes, TakeFeedbackOfLinksOnlyWithLinks) {
  FeatureRecipe text = feature_recipe("ohsumed", {"text"});
  add_feedback(text);
  EXPECT_EQ(text.column_names(ColumnSource::feedback).size(), 6U);
  FeatureRecipe linked = feature_recipe("ohsumed", {"text"});
  add_links(linked);
  add_feedback(linked);
  EXPECT_EQ(linked.column_names(ColumnSource::feedback).size(), 9U);
  EXPECT_EQ(linked.column_names(ColumnSource::links).size(), 11U);
  EXPECT_TRUE(linked.column_names(ColumnSource::places).empty());
  EXPECT_EQ(linked.slot.back().name, "coupling");
}

TEST(QueryFeatures, AreNullInOhsumedExactlyWhereModelsSeeNoMatch) {
  const FeatureRecipe recipe = feature_recipe("ohsumed", {"text"});
  const auto values = query_features(recipe, corpus.collection(), corpus.query("a"));
  ASSERT_EQ(values.size(), 4U * 15U);
  for (std::size_t d = 0; d < 4; ++d) {
    const bool has_match = d == 0 || d == 3;
    for (std::size_t f = 0; f < 15; ++f) {
      EXPECT_EQ(std::isnan(values[d * 15 + f]), f == 11 ? true : f >= 10 && !has_match)
          << d << ' '
          << f;  // idf of a word in half of the documents is 0, so log bm25 is not there
    }
  }
}

TEST(QueryFeatures, GiveGovAZeroBm25WithoutAMatchUnlessTheExtractedTitleIsEmpty) {
  const FeatureRecipe recipe = feature_recipe("gov", {"extracted-title"});
  const auto values = query_features(recipe, corpus.collection(), corpus.query("a"));
  const std::size_t width = recipe.slot.size();
  ASSERT_EQ(width, 24U);
  EXPECT_EQ(values[1 * width + 20], 0.0);
  EXPECT_TRUE(std::isnan(values[2 * width + 20]));
  EXPECT_TRUE(std::isnan(values[1 * width + 21]));
}

TEST(QueryFeatures, TakeColumnsByDocument) {
  const FeatureRecipe recipe = feature_recipe("letor4", {"text"});
  std::vector<double> columns;
  for (int i = 0; i < 24; ++i) columns.push_back(i);
  const auto values = query_features(recipe, corpus.collection(), corpus.query("a"), columns);
  EXPECT_EQ(values[8], 0.0);
  EXPECT_EQ(values[14 + 8], 6.0);
  EXPECT_EQ(values[3 * 14 + 13], 23.0);
  const auto without = query_features(recipe, corpus.collection(), corpus.query("a"));
  EXPECT_TRUE(std::isnan(without[8]));
  columns.pop_back();
  EXPECT_THROW(query_features(recipe, corpus.collection(), corpus.query("a"), columns), UsageError);
}

TEST(QueryFeatures, RefuseOtherStreams) {
  EXPECT_THROW(query_features(feature_recipe("ohsumed"), corpus.collection(), corpus.query("a")),
               UsageError);
  QueryMeta odd = corpus.query("a");
  odd.document[1].frequency.clear();
  EXPECT_THROW(query_features(feature_recipe("ohsumed", {"t"}), corpus.collection(), odd),
               UsageError);
}

TEST(FeatureDataset, HoldsTheFeaturesOfEachQuery) {
  const FeatureRecipe recipe = feature_recipe("ohsumed", {"text"});
  std::vector<QueryMeta> queries = {corpus.query("a c"), corpus.query("b")};
  queries[0].document[1].label = 2.0;
  queries[1].id = "r";
  const Dataset data = feature_dataset(recipe, corpus.collection(), queries);
  ASSERT_EQ(data.query_count(), 2U);
  EXPECT_EQ(data[1].id, "r");
  EXPECT_EQ(data.document_id(5), "d2");
  EXPECT_EQ(data.feature_name(10), "text.bm25");
  EXPECT_EQ(data.columns().label[1], 2.0);
  const auto values = query_features(recipe, corpus.collection(), queries[1]);
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_TRUE(data[1].exact.stored()[i] == values[i] || std::isnan(values[i])) << i;
  }
}

TEST(RoundedFeatures, AreWhatAFileGivesBack) {
  const FeatureRecipe recipe = feature_recipe("ohsumed", {"text"});
  const Dataset data =
      feature_dataset(recipe, corpus.collection(), std::vector{corpus.query("a c")});
  const Dataset rounded = rounded_features(data, 3);
  EXPECT_EQ(rounded[0].exact.stored()[1], 1.792);  // ln 3 + ln 2
  EXPECT_NEAR(data[0].exact.stored()[1], 1.791759, 1e-6);
  EXPECT_TRUE(std::isnan(rounded[0].exact.stored()[2 * 15 + 10]));
  EXPECT_EQ(data[0].exact.stored()[2], 0.75);
  EXPECT_EQ(rounded_features(data, 1)[0].exact.stored()[2], 0.8);  // not to even
}

}  // namespace
}  // namespace podium::text
