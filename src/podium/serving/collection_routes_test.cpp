#include <array>
#include <cmath>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/serving/serve_fixture.hpp"
#include "podium/text/collect/collection_builder.hpp"
#include "podium/text/collect/feature_server.hpp"

namespace podium::serving {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A collection of four pages and a model that adds up BM25 of title, body and anchor.
class CollectionRoutes : public ServeFixture {
 protected:
  void SetUp() override {
    const auto corpus = folder_.file(
        "corpus.jsonl",
        R"({"docid":"1","url":"http://a.org/","title":"blue shoes","text":"shoes of leather"})"
        "\n"
        R"({"docid":"2","url":"http://a.org/b","title":"hats","text":"a blue hat and a red hat"})"
        "\n"
        R"({"docid":"3","url":"http://a.org/c","title":"coats","text":"coats for the winter"})"
        "\n"
        R"({"docid":"4","url":"http://a.org/d","title":"gloves","text":"warm gloves of wool"})"
        "\n");
    text::MetaRequest request{
        .corpus = {.path = corpus},
        .queries = {.topics = folder_.file("topics.tsv", "1\tblue shoes\n2\twarm hat\n3\tcoats\n"),
                    .qrels = folder_.file("qrels.txt", "1 0 1 1\n2 0 4 1\n3 0 3 1\n"),
                    .options = {.keep_unjudged = true}}};
    text::build_collection(request, {.folds = 3}, folder_ / "web",
                           [](const std::string& /*line*/) {});
    const text::FeatureServer server(folder_ / "web" / "meta");
    std::vector<std::string> names;
    std::vector<double> weights;
    for (const text::FeatureSlot& slot : server.recipe().slot) {
      names.push_back(slot.name);
      weights.push_back(slot.name.ends_with(".bm25") || slot.name == "pagerank" ? 1.0 : 0.0);
    }
    RankingModel model{.kind = LinearModel{{names.size()}, weights}};
    model.preparation.features = {.count = names.size(), .first_id = 1, .names = names};
    model.preparation.fill.otherwise = {FillRule::Kind::zero};
    save("shop.json", model);
    registry_.emplace(ModelSources{.files = {}, .folder = models(), .aliases = {}});
    start({});
  }

  void start(ScoreServiceOptions options) {
    options.collections = {{"web", folder_ / "web"}};
    service_.emplace(*registry_, std::move(options));
    service_->refresh();
  }

  HttpResponse rank(const std::string& documents, const std::string& query = "blue shoes") {
    return service_->handle(
        post("/v1/collections/web/rank",
             R"({"model":"shop","query":")" + query + R"(","documents":[)" + documents + "]}"));
  }

  /// The ids of a ranking with their scores.
  static std::map<std::string, double> scores(const HttpResponse& response) {
    EXPECT_EQ(response.status, 200) << response.content();
    std::map<std::string, double> made;
    const Json json = json_of(response);
    for (const Json& one : *json.find("ranking")->as<Json::Array>()) {
      made[*one.find("id")->as<std::string>()] = one.find("score")->number();
    }
    return made;
  }

  std::optional<ModelRegistry> registry_;
  std::optional<ScoreService> service_;
};

TEST_F(CollectionRoutes, TakesNoMoreMemoryThanItsBudget) {
  const std::string text(100'000, 'x');
  const std::string document = R"({"id":"a","title":"blue shoes","text":")" + text + "\"}";
  const auto memory = std::make_shared<MemoryBudget>(std::size_t{1} << 20U);
  start({.memory = memory});
  EXPECT_EQ(rank(document).status, 200);
  ASSERT_TRUE(memory->take(900'000));  // by another request
  EXPECT_EQ(rank(document).status, 503);
  start({.memory = std::make_shared<MemoryBudget>(300'000)});
  EXPECT_EQ(rank(document).status, 413);
}

TEST_F(CollectionRoutes, ComputesFeaturesOfTexts) {
  const auto found = scores(rank(R"({"id":"a","title":"blue shoes","text":"shoes of leather"},)"
                                 R"({"id":"b","title":"coats","text":"coats"})"));
  const text::FeatureServer server(folder_ / "web" / "meta");
  text::RawDocument document{.id = "a"};
  document.field = {{"title", "blue shoes"}, {"text", "shoes of leather"}};
  const text::ServedFeatures served = server.features("blue shoes", std::array{document});
  double expected = 0.0;
  for (std::size_t f = 0; f < server.recipe().slot.size(); ++f) {
    const float value = static_cast<float>(served.value[f]);
    if (server.recipe().slot[f].name.ends_with(".bm25") && !std::isnan(value)) expected += value;
  }
  EXPECT_NE(expected, 0.0);
  EXPECT_NEAR(found.at("a"), expected, 1e-6);
  EXPECT_EQ(found.at("b"), 0.0);
}

TEST_F(CollectionRoutes, TruncatesDocumentsAsTheBuildDid) {
  const std::string long_one = R"({"id":"long","title":"blue shoes","text":"red shoes"})";
  EXPECT_EQ(json_of(rank(long_one)).find("truncated_documents")->dump(), "0");
  text::FeatureDefinition definition = text::FeatureDefinition::load(folder_ / "web/meta");
  definition.corpus.max_document_bytes = 3;
  definition.save(folder_ / "web/meta");
  start({});
  const HttpResponse response =
      rank(long_one + R"(,{"id":"cut","text":"red"},{"id":"page","html":"<p>blue shoes"})");
  EXPECT_EQ(json_of(response).find("truncated_documents")->dump(), "2");
  const auto found = scores(response);
  EXPECT_EQ(found.at("long"), found.at("cut"));  // fields in the order of their names
  EXPECT_EQ(found.at("page"), 0.0);
}

TEST_F(CollectionRoutes, RefusesAModelWithAnotherFeature) {
  RankingModel model = load_model(models() / "shop.json");
  model.preparation.features.names.front() = "price";
  save("shop.json", model);
  registry_.emplace(ModelSources{.files = {}, .folder = models(), .aliases = {}});
  start({});
  const HttpResponse response = rank(R"({"id":"a","title":"blue shoes"})");
  EXPECT_EQ(response.status, 400);
  EXPECT_THAT(error_of(response), HasSubstr("'price', which the collection does not have"));
}

TEST_F(CollectionRoutes, NamesFeaturesThatTheModelKnowsInOtherUnits) {
  const std::string document = R"({"title":"blue shoes","columns":{"pagerank":7}})";
  EXPECT_EQ(json_of(rank(document)).find("features_in_other_units")->dump(), "[]");
  RankingModel model = load_model(models() / "shop.json");
  const std::size_t features = model.preparation.features.count;
  model.training.ranges = {std::vector<float>(features), std::vector<float>(features, 100.0F)};
  const auto place = std::ranges::find(model.preparation.features.names, "pagerank") -
                     model.preparation.features.names.begin();
  model.training.ranges.high[static_cast<std::size_t>(place)] = 1.0F;
  save("shop.json", model);
  registry_.emplace(ModelSources{.files = {}, .folder = models(), .aliases = {}});
  start({});
  EXPECT_EQ(json_of(rank(document)).find("features_in_other_units")->dump(), R"(["pagerank"])");
}

TEST_F(CollectionRoutes, ReadsPagesAnchorsAndColumns) {
  const auto found = scores(
      rank(R"({"id":"fields","title":"blue shoes","text":"shoes of leather"},)"
           R"({"id":"page","html":"<title>blue shoes</title><body><p>shoes of leather</p>"},)"
           R"({"id":"linked","title":"blue shoes","text":"shoes of leather","anchor":"shoes"},)"
           R"({"id":"ranked","columns":{"pagerank":2.5}},{"id":"empty"})"));
  // An extracted title is what pages have more than fields: it may add, and nothing else may.
  EXPECT_GE(std::abs(found.at("page")), std::abs(found.at("fields")));
  EXPECT_NE(found.at("page"), found.at("empty"));
  EXPECT_NE(found.at("linked"), found.at("fields"));
  EXPECT_EQ(found.at("ranked"), 2.5);
  EXPECT_EQ(found.at("empty"), 0.0);
}

TEST_F(CollectionRoutes, NamesWordsThatTheCollectionDidNotCount) {
  const Json json = json_of(rank(R"({"title":"x"})", "blue zebra"));
  EXPECT_EQ(json.find("uncounted_words")->dump(), R"(["zebra"])");
}

TEST_F(CollectionRoutes, RefusesAQueryWithoutEnd) {
  EXPECT_EQ(rank(R"({"text":"x"})", std::string(10'000, 'a')).status, 200);
  const HttpResponse refused = rank(R"({"text":"x"})", std::string(10'001, 'a'));
  EXPECT_EQ(refused.status, 400);
  EXPECT_THAT(error_of(refused), HasSubstr("found a query of 10001 bytes"));
}

TEST_F(CollectionRoutes, RefusesWhatItWouldIgnore) {
  EXPECT_THAT(error_of(rank(R"({"title":"blue","title":"red"})")),
              HasSubstr("found the member 'title' twice"));
  EXPECT_THAT(error_of(rank(R"({"id":"","title":"x"})")),
              HasSubstr("found an empty id, expected a name"));
  EXPECT_THAT(error_of(rank(R"({"columns":{"pagerank":1,"pagerank":null}})")),
              HasSubstr("found the column 'pagerank' twice in a document"));
  for (const char* documents : {R"({"id":"a"},{"title":"x"})", R"({"title":"x"},{"id":"a"})"}) {
    EXPECT_THAT(error_of(rank(documents)), HasSubstr("found an id for some documents only"));
  }
  EXPECT_THAT(error_of(rank(R"({"id":"a","body":"blue"})")), HasSubstr("found the member 'body'"));
  EXPECT_THAT(error_of(rank(R"({"id":"a","body":"blue"})")), HasSubstr("title"));
  EXPECT_THAT(error_of(rank(R"({"html":"<p>blue","text":"red"})")),
              HasSubstr("found html beside fields"));
  EXPECT_THAT(error_of(rank(R"({"columns":{"pagerang":1}})")),
              HasSubstr("unknown column 'pagerang'; did you mean 'pagerank'?"));
  // Before anything is kept for it: what follows is not even JSON.
  EXPECT_THAT(error_of(rank(R"({"columns":{"pagerang":1}},{"broken)")),
              HasSubstr("unknown column 'pagerang'"));
  EXPECT_EQ(service_->handle(post("/v1/collections/web/rank", "{}", "text/plain")).status, 415);
  EXPECT_THAT(error_of(service_->handle(post("/v1/collections/wep/rank", "{}"))),
              HasSubstr("did you mean 'web'?"));
}

}  // namespace
}  // namespace podium::serving
