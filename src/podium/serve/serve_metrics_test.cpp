#include "podium/serve/serve_metrics.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/serve/serve_fixture.hpp"

namespace podium {
namespace {

using testing::HasSubstr;
using testing::Not;

LoadedModel named_model(const std::string& name) {
  return {name, "", to_json(linear_model(1, 2)), "test"};
}

TEST(TimeHistogram, CountsTimesBelowItsBounds) {
  TimeHistogram histogram;
  for (const double seconds : {10e-6, 50e-6, 60e-6, 5.0}) histogram.add(seconds);
  const std::string lines = histogram.lines("t", "a=\"b\"");
  EXPECT_THAT(lines, HasSubstr("t_bucket{a=\"b\",le=\"5e-05\"} 2\n"));
  EXPECT_THAT(lines, HasSubstr("t_bucket{a=\"b\",le=\"0.0001\"} 3\n"));
  EXPECT_THAT(lines, HasSubstr("t_bucket{a=\"b\",le=\"1.6384\"} 3\n"));
  EXPECT_THAT(lines, HasSubstr("t_bucket{a=\"b\",le=\"+Inf\"} 4\n"));
  EXPECT_THAT(lines, HasSubstr("t_count{a=\"b\"} 4\n"));
  EXPECT_THAT(TimeHistogram().lines("t", ""), HasSubstr("t_count 0\n"));
}

TEST(ServeMetrics, CountsRequestsDocumentsAndMissingValues) {
  const LoadedModel model = named_model("a\"b");
  ServeMetrics metrics;
  metrics.add_request(&model, 200, 1e-3);
  metrics.add_request(&model, 200, 1e-3);
  metrics.add_request(nullptr, 404, 1e-3);
  metrics.add_scored(model, 30, 1e-4, {});
  metrics.add_scored(model, 12, 1e-4, {.missing = {0, 5}, .outside = {0, 7}});
  metrics.add_refused("busy");
  metrics.add_load(true);
  metrics.add_load(false);
  const std::string text = metrics.text({}, 3);
  EXPECT_THAT(text, HasSubstr("podium_requests_total{model=\"a\\\"b\",version=\"" + model.version +
                              "\",code=\"200\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("podium_requests_total{model=\"\",version=\"\",code=\"404\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("podium_documents_total{model=\"a\\\"b\"} 42\n"));
  EXPECT_THAT(text,
              HasSubstr("podium_missing_values_total{model=\"a\\\"b\",feature=\"title\"} 5\n"));
  EXPECT_THAT(text, HasSubstr("podium_out_of_range_total{model=\"a\\\"b\",feature=\"title\"} 7\n"));
  EXPECT_THAT(text, Not(HasSubstr("feature=\"bm25\"")));
  EXPECT_THAT(text, HasSubstr("podium_rejected_total{reason=\"busy\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("podium_model_loads_total{result=\"failed\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("podium_queue_depth 3\n"));
}

TEST(ServeMetrics, CountsByTheFeaturesOfTheVersionThatScored) {
  RankingModel other = linear_model(1, 2);
  other.preparation.features.names = {"title", "price"};
  const LoadedModel first = named_model("a");
  const LoadedModel second("a", "", to_json(other), "test");
  ServeMetrics metrics;
  metrics.add_scored(first, 1, 1e-4, {.missing = {3, 5}, .outside = {0, 0}});
  metrics.add_scored(second, 1, 1e-4, {.missing = {1, 2}, .outside = {0, 0}});
  const std::string text = metrics.text({}, 0);
  EXPECT_THAT(text, HasSubstr("podium_missing_values_total{model=\"a\",feature=\"title\"} 6\n"));
  EXPECT_THAT(text, HasSubstr("podium_missing_values_total{model=\"a\",feature=\"price\"} 2\n"));
}

class ReloadedMetrics : public ServeFixture {};

TEST_F(ReloadedMetrics, KeepOnlyTheVersionsThatAreServed) {
  save("shop/old.json", linear_model(0, 1));
  save("shop/new.json", linear_model(0, 2));
  ModelShelf shelf({.files = {}, .folder = models()});
  ServeMetrics metrics;
  metrics.add_request(nullptr, 404, 1e-3);
  const auto text_after = [&](const RankingModel& model) {
    save("shop/new.json", model);
    shelf.refresh();
    for (const char* reference : {"shop:old", "shop:new"}) {
      const ModelHandle served = shelf.find(reference);
      metrics.add_request(served.get(), 200, 1e-3);
      metrics.add_scored(*served, 1, 1e-3, {});
    }
    metrics.keep_only(shelf);
    return metrics.text(*shelf.contents(), 0);
  };
  const auto lines = [](const std::string& text) { return std::ranges::count(text, '\n'); };
  const auto first = lines(text_after(linear_model(1, 0)));
  std::string text;
  for (int reload = 2; reload < 30; ++reload) {
    text = text_after(linear_model(reload, 0));
    EXPECT_EQ(lines(text), first);
  }
  EXPECT_THAT(text,
              HasSubstr("version=\"" + shelf.find("shop:old")->version + "\",code=\"200\"} 29\n"));
  EXPECT_THAT(text,
              HasSubstr("version=\"" + shelf.find("shop:new")->version + "\",code=\"200\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("podium_documents_total{model=\"shop:new\"} 29\n"));
  EXPECT_THAT(text, HasSubstr("podium_requests_total{model=\"\",version=\"\",code=\"404\"} 1\n"));
  std::filesystem::remove(models() / "shop" / "new.json");
  shelf.refresh();
  metrics.keep_only(shelf);
  EXPECT_THAT(metrics.text(*shelf.contents(), 0), Not(HasSubstr("shop:new")));
}

}  // namespace
}  // namespace podium
