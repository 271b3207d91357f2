#include "podium/serving/serve_metrics.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/serving/serve_fixture.hpp"

namespace podium::serving {
namespace {

using testing::HasSubstr;
using testing::Not;

ModelHandle named_model(const std::string& name, const RankingModel& model = linear_model(1, 2)) {
  return std::make_shared<const LoadedModel>(name, "", to_json(model), "test");
}

ServedModels served(const ModelHandle& model) {
  return {.models = {{model->name, {model}}}, .aliases = {}};
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
  const ModelHandle model = named_model("a\"b");
  ServeMetrics metrics;
  metrics.add_request(model.get(), 200, 1e-3);
  metrics.add_request(model.get(), 200, 1e-3);
  metrics.add_request(nullptr, 404, 1e-3);
  metrics.add_scored(*model, 30, 1e-4, {});
  metrics.add_scored(*model, 12, 1e-4, {.missing = {0, 5}, .outside = {0, 7}});
  metrics.add_refused("busy");
  metrics.add_load(true);
  metrics.add_load(false);
  const std::string text = metrics.text(served(model), 3);
  EXPECT_THAT(text, HasSubstr("podium_requests_total{model=\"a\\\"b\",version=\"" + model->version +
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
  const ModelHandle first = named_model("a");
  const ModelHandle second = named_model("a", other);
  ServeMetrics metrics;
  metrics.add_scored(*first, 1, 1e-4, {.missing = {3, 5}, .outside = {0, 0}});
  metrics.add_scored(*second, 1, 1e-4, {.missing = {1, 2}, .outside = {0, 0}});
  metrics.add_scored(*first, 1, 1e-4, {.missing = {1, 1}, .outside = {0, 0}});  // began before
  const std::string text = metrics.text(served(second), 0);
  EXPECT_THAT(text, HasSubstr("podium_missing_values_total{model=\"a\",feature=\"title\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("podium_missing_values_total{model=\"a\",feature=\"price\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("podium_model_missing_values_total{model=\"a\"} 3\n"));
}

/// A model may have a million features, each of which may be missing.
TEST(ServeMetrics, NamesTheFeaturesThatAreOddMostOften) {
  constexpr std::size_t count = 1000;
  RankingModel wide;
  wide.kind = WeakRankerSum{count, {}};
  wide.preparation.features.count = count;
  const ModelHandle model = named_model("a", wide);
  ServeMetrics metrics;
  OddValues odd{std::vector<std::uint64_t>(count, 1), std::vector<std::uint64_t>(count)};
  odd.missing[700] = 9;
  metrics.add_scored(*model, 9, 1e-4, odd);
  const std::string text = metrics.text(served(model), 0);
  EXPECT_THAT(text, HasSubstr("podium_missing_values_total{model=\"a\",feature=\"701\"} 9\n"));
  EXPECT_THAT(text, HasSubstr("podium_model_missing_values_total{model=\"a\"} 1008\n"));
  std::size_t named = 0;
  for (std::size_t at = text.find(",feature="); at != std::string::npos;
       at = text.find(",feature=", at + 1)) {
    ++named;
  }
  EXPECT_EQ(named, ServeMetrics::max_features);
}

class ReloadedMetrics : public ServeFixture {};

TEST_F(ReloadedMetrics, KeepOnlyTheVersionsThatAreServed) {
  save("shop/old.json", linear_model(0, 1));
  save("shop/new.json", linear_model(0, 2));
  ModelRegistry registry({.files = {}, .folder = models()});
  ServeMetrics metrics;
  metrics.add_request(nullptr, 404, 1e-3);
  const auto text_after = [&](const RankingModel& model) {
    save("shop/new.json", model);
    registry.refresh();
    for (const char* reference : {"shop:old", "shop:new"}) {
      const ModelHandle found = registry.find(reference);
      metrics.add_request(found.get(), 200, 1e-3);
      metrics.add_scored(*found, 1, 1e-3, {});
    }
    metrics.keep_only(registry);
    return metrics.text(*registry.contents(), 0);
  };
  const auto lines = [](const std::string& text) { return std::ranges::count(text, '\n'); };
  const auto first = lines(text_after(linear_model(1, 0)));
  std::string text;
  for (int reload = 2; reload < 30; ++reload) {
    text = text_after(linear_model(reload, 0));
    EXPECT_EQ(lines(text), first);
  }
  EXPECT_THAT(
      text, HasSubstr("version=\"" + registry.find("shop:old")->version + "\",code=\"200\"} 29\n"));
  EXPECT_THAT(
      text, HasSubstr("version=\"" + registry.find("shop:new")->version + "\",code=\"200\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("podium_documents_total{model=\"shop:new\"} 29\n"));
  EXPECT_THAT(text, HasSubstr("podium_requests_total{model=\"\",version=\"\",code=\"404\"} 1\n"));
  std::filesystem::remove(models() / "shop" / "new.json");
  registry.refresh();
  metrics.keep_only(registry);
  EXPECT_THAT(metrics.text(*registry.contents(), 0), Not(HasSubstr("shop:new")));
}

}  // namespace
}  // namespace podium::serving
