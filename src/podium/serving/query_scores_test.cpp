#include "podium/serving/query_scores.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/stop.hpp"
#include "podium/serving/serve_fixture.hpp"

namespace podium::serving {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr std::size_t width = 100'000;

/// A linear model whose weights are all 1, so that a score is the sum of the values.
RankingModel wide_model(FillRule::Kind fill) {
  RankingModel model{.kind = LinearModel{{width}, std::vector<double>(width, 1.0)}};
  model.preparation.features = {.count = width, .first_id = 1, .names = {}};
  model.preparation.fill.otherwise = {fill};
  model.training.algorithm = "ranksvm";
  return model;
}

/// The document i has the value i of the feature i + 1; all others are missing.
QueryMessage wide_query(std::size_t documents) {
  std::string body = R"({"documents":[)";
  for (std::size_t doc = 0; doc < documents; ++doc) {
    body += (doc == 0 ? "" : ",") + (R"({"values":{"f)" + to_text(doc + 1) + "\":" + to_text(doc)) +
            "}}";
  }
  return read_query_json(body + "]}", FeatureColumns({.count = width, .first_id = 1}), {});
}

TEST(QueryScores, AreThoseOfAllDocumentsInLittleMemory) {
  const QueryScorer scorer(wide_model(FillRule::Kind::zero));
  EXPECT_EQ(documents_at_once(scorer, 300), 2U);
  QueryMessage message = wide_query(300);
  QueryMemory memory;
  std::size_t seen = 0;
  const std::vector<double> scores =
      query_scores(scorer, message, memory, {}, [&](auto rows) { seen += rows.size(); });
  EXPECT_EQ(seen, 300 * width);
  EXPECT_LE(memory.rows.capacity(), 4 * width);
  for (std::size_t doc = 0; doc < scores.size(); ++doc) EXPECT_EQ(scores[doc], double(doc));
}

TEST(QueryScores, AreOfAWholeQueryWhereOneDocumentNeedsTheOthers) {
  const QueryScorer scorer(wide_model(FillRule::Kind::min));
  EXPECT_EQ(documents_at_once(scorer, 3), 3U);
  QueryMessage message = wide_query(3);
  QueryMemory memory;
  // What is missing is the least value of the query.
  EXPECT_THAT(query_scores(scorer, message, memory), testing::Each(3.0));
}

TEST(QueryScores, NameTheDocumentOfTheQuery) {
  const QueryScorer scorer(wide_model(FillRule::Kind::keep));
  QueryMessage message = wide_query(5);
  message.values.named.clear();
  for (std::uint32_t column = 0; column < 3 * width; ++column) {
    message.values.named.push_back({static_cast<std::uint32_t>(column % width), 1.0F});
  }
  message.values.end = {width, 2 * width, 3 * width, 3 * width, 3 * width};
  QueryMemory memory;
  EXPECT_THAT([&] { query_scores(scorer, message, memory); },
              ThrowsMessage<NumericError>(HasSubstr("document 4: feature 1 is missing")));
}

TEST(QueryScores, EndSoonAfterTheClientHasLeft) {
  std::stop_source source;
  const QueryScorer scorer(wide_model(FillRule::Kind::zero));
  QueryMessage message = wide_query(300);
  QueryMemory memory;
  int parts = 0;
  EXPECT_THROW(query_scores(scorer, message, memory, source.get_token(),
                            [&](auto) {
                              ++parts;
                              source.request_stop();
                            }),
               Stopped);
  EXPECT_EQ(parts, 1);
  QueryMessage small = wide_query(2);
  EXPECT_EQ(query_scores(scorer, small, memory, source.get_token()).size(), 2U)
      << "what has begun when the service ends is answered";
}

}  // namespace
}  // namespace podium::serving
