#include "podium/serving/shadow/shadow_queue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/serving/serve_fixture.hpp"

namespace podium::serving {
namespace {

using testing::HasSubstr;

ModelHandle shadow_model() {
  return std::make_shared<const LoadedModel>("new", "", to_json(linear_model(1, 0)), "test");
}

ShadowJob job(const std::string& body, std::vector<double> scores) {
  return {.pair = "old new",
          .model = shadow_model(),
          .body = body,
          .version = "1",
          .scores = std::move(scores)};
}

TEST(ShadowQueue, ScoresWhatItIsGiven) {
  ShadowQueue queue({});
  const std::string body = R"({"documents":[{"values":[1,9]},{"values":[2,0]}]})";
  queue.offer(job(body, {2.5, 2.0}));
  queue.offer(job(body, {-3.0, -1.0}));
  queue.finish();
  const std::string text = queue.metrics_text();
  EXPECT_THAT(text, HasSubstr("podium_shadow_queries_total{pair=\"old new\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("podium_shadow_other_best_total{pair=\"old new\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("podium_shadow_tau_sum{pair=\"old new\"} 0\n"));  // -1 and 1
  EXPECT_THAT(text, HasSubstr("podium_shadow_tau_queries_total{pair=\"old new\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("podium_shadow_scores_min{pair=\"old new\",side=\"answered\"} -3\n"));
  EXPECT_THAT(text, HasSubstr("podium_shadow_scores_sum{pair=\"old new\",side=\"shadow\"} 6\n"));
}

TEST(ShadowQueue, CountsWhatItDoesNotTake) {
  ShadowQueue queue({});
  queue.offer(job(R"({"documents":[{"values":[1]}]})", {0}));
  queue.finish();
  EXPECT_THAT(queue.metrics_text(), HasSubstr("podium_shadow_dropped_total 1\n"));
}

TEST(ShadowQueue, NeverMakesAnswersWait) {
  ShadowQueue queue({.documents = 100'000});
  std::string body = R"({"documents":[{"values":[1,2]})";
  for (int i = 0; i < 20'000; ++i) body += R"(,{"values":[1,2]})";
  body += "]}";
  for (std::size_t i = 0; i < 3 * BackgroundQueue<ShadowJob>::longest; ++i) {
    queue.offer(job(body, std::vector<double>(20'001)));
  }
  EXPECT_THAT(queue.metrics_text(), testing::Not(HasSubstr("podium_shadow_dropped_total 0\n")));
}

}  // namespace
}  // namespace podium::serving
