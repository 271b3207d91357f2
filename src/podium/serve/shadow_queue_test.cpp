#include "podium/serve/shadow_queue.hpp"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/serve/serve_fixture.hpp"

namespace podium {
namespace {

using testing::HasSubstr;

ModelHandle shadow_model() {
  return std::make_shared<const LoadedModel>("new", "", to_json(linear_model(1, 0)), "test");
}

ShadowJob job(const std::string& body, std::vector<DocIndex> best) {
  return {.pair = "old new", .model = shadow_model(), .body = body, .best = std::move(best)};
}

TEST(ShadowComparison, LooksAtTheBestDocuments) {
  const std::array<DocIndex, 3> best = {4, 2, 7};
  EXPECT_EQ(comparison(best, best).overlap, 1.0);
  EXPECT_FALSE(comparison(best, best).has_other_best);
  const std::array<DocIndex, 3> other = {2, 4, 9};
  EXPECT_DOUBLE_EQ(comparison(best, other).overlap, 2.0 / 3.0);
  EXPECT_TRUE(comparison(best, other).has_other_best);
  EXPECT_EQ(comparison({}, {}).overlap, 1.0);
}

TEST(ShadowQueue, ScoresWhatItIsGiven) {
  ServeMetrics metrics;
  ShadowQueue queue(metrics, {});
  const std::string body = R"({"documents":[{"values":[1,9]},{"values":[2,0]}]})";
  queue.offer(job(body, {0, 1}));
  queue.offer(job(body, {1, 0}));
  queue.finish();
  const std::string text = metrics.text({}, 0);
  EXPECT_THAT(text, HasSubstr("podium_shadow_queries_total{pair=\"old new\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("podium_shadow_other_best_total{pair=\"old new\"} 1\n"));
}

TEST(ShadowQueue, CountsWhatItDoesNotTake) {
  ServeMetrics metrics;
  ShadowQueue queue(metrics, {});
  queue.offer(job(R"({"documents":[{"values":[1]}]})", {0}));
  queue.finish();
  EXPECT_THAT(metrics.text({}, 0), HasSubstr("podium_shadow_dropped_total 1\n"));
}

TEST(ShadowQueue, NeverMakesAnswersWait) {
  ServeMetrics metrics;
  ShadowQueue queue(metrics, {.documents = 100'000});
  std::string body = R"({"documents":[{"values":[1,2]})";
  for (int i = 0; i < 20'000; ++i) body += R"(,{"values":[1,2]})";
  body += "]}";
  for (std::size_t i = 0; i < 3 * ShadowQueue::longest; ++i) queue.offer(job(body, {0}));
  EXPECT_THAT(metrics.text({}, 0), testing::Not(HasSubstr("podium_shadow_dropped_total 0\n")));
}

}  // namespace
}  // namespace podium
