#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"
#include "podium/serving/serve_fixture.hpp"

namespace podium::serving {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class BatchTest : public ServeFixture {
 protected:
  void start(ScoreServiceOptions options = {}) {
    save("shop.json", linear_model(1, 0.5));
    save("news/v1.json", linear_model(0, 1));
    options.log = [this](const Json& entry) { log_.push_back(entry.dump()); };
    registry_.emplace(ModelSources{.files = {}, .folder = models(), .aliases = {{"best", "shop"}}});
    service_.emplace(*registry_, std::move(options));
    service_->refresh();
  }

  HttpResponse send(const std::string& body, const std::string& type = "application/json") {
    return service_->handle(post("/v1/score", body, type));
  }

  /// The answers to these queries, each as text.
  std::vector<std::string> answers(const std::string& queries) {
    const HttpResponse response = send("{\"requests\":[" + queries + "]}");
    EXPECT_EQ(response.status, 200) << response.body;
    std::vector<std::string> texts;
    const Json json = json_of(response);
    for (const Json& answer : *json.find("answers")->as<Json::Array>()) {
      texts.push_back(answer.dump());
    }
    return texts;
  }

  /// The answer to a query that is sent alone.
  std::string alone(const std::string& model, const std::string& query) {
    return json_of(service_->handle(post("/v1/models/" + model + "/score", query))).dump();
  }

  std::string metrics() { return service_->handle(get("/metrics")).body; }

  std::optional<ModelRegistry> registry_;
  std::optional<ScoreService> service_;
  std::vector<std::string> log_;
};

TEST_F(BatchTest, AnswersEachQueryAsIfItWereAlone) {
  start();
  const std::string documents =
      R"("documents":[{"id":"a","values":[1,2]},{"id":"b","values":[3,null]}])";
  const std::string named = R"("documents":[{"values":{"title":4}}],"query":"q")";
  // The member "model" is first, last, in the middle, and alone.
  EXPECT_THAT(
      answers(R"({"model":"shop",)" + documents + "},{" + documents +
              R"( , "model" : "news" },{"top":1,"model":"best",)" + named +
              R"(}, { "model":"news:v1" , )" + named + "}"),
      ElementsAre(alone("shop", "{" + documents + "}"), alone("news", "{" + documents + "}"),
                  alone("shop", "{" + named + "}"), alone("news", "{" + named + "}")));
  EXPECT_THAT(answers(""), ElementsAre());
}

TEST_F(BatchTest, GivesEachQueryAnErrorOfItsOwn) {
  start();
  const std::string good = R"({"model":"shop","documents":[{"values":[1,2]}]})";
  const std::vector<std::string> given = answers(
      R"({"model":"shp","documents":[]},)" + good + R"(,{"documents":[]},7,{"model":1},)" +
      R"({"model":"shop"},{"model":"shop","model":"news","documents":[]},)" +
      R"({"model":"shop","documents":[{"values":[1]}]},{"model":"shop","documents":{}},)" + good);
  ASSERT_EQ(given.size(), 10U);
  const std::string scored = alone("shop", R"({"documents":[{"values":[1,2]}]})");
  EXPECT_EQ(given[1], scored);
  EXPECT_EQ(given[9], scored);
  EXPECT_THAT(given[0], HasSubstr(R"("status":404)"));
  EXPECT_THAT(given[0], HasSubstr("did you mean 'shop'"));
  for (const std::size_t place : {2U, 3U, 4U}) {
    EXPECT_THAT(given[place], HasSubstr("found no model")) << place;
  }
  for (std::size_t place = 2; place < 9; ++place) {
    EXPECT_THAT(given[place], HasSubstr(R"("status":400)")) << place;
  }
  EXPECT_THAT(given[5], HasSubstr("found no documents"));
  EXPECT_THAT(given[6], HasSubstr("found the member 'model'"));
  // The column is that of the query, with its member "model".
  EXPECT_THAT(given[8], HasSubstr("body:1:29: expected a list"));
}

TEST_F(BatchTest, RefusesABodyThatIsNoListOfQueries) {
  start({.query = {.documents = 3}});
  const auto refused = [&](const std::string& body) {
    const HttpResponse response = send(body);
    EXPECT_EQ(response.status, 400) << body;
    return error_of(response);
  };
  EXPECT_THAT(refused("{}"), HasSubstr("found no requests"));
  EXPECT_THAT(refused(R"({"requests":[],"requests":[]})"), HasSubstr("expected requests, once"));
  EXPECT_THAT(refused(R"({"documents":[]})"), HasSubstr("found the member 'documents'"));
  EXPECT_THAT(refused(R"({"requests":[{"model":"shop","documents":[}]})"), HasSubstr("body:1:43"));
  EXPECT_THAT(refused(R"({"requests":{}})"), HasSubstr("expected a list"));
  for (const char* rubbish :
       {"", "[", "{\"requests\":[{]}", "{\"requests\":[{\"model\"]}", "null"}) {
    refused(rubbish);
  }
  EXPECT_EQ(send("{\"requests\":[]}", "text/plain").status, 415);
  std::string many = "0";
  for (int i = 1; i < 1000; ++i) many += ",0";
  EXPECT_EQ(answers(many).size(), 1000U);
  EXPECT_THAT(refused("{\"requests\":[" + many + ",0]}"), HasSubstr("more than 1000 queries"));
}

TEST_F(BatchTest, CountsTheDocumentsOfAllQueries) {
  start({.query = {.documents = 3}});
  const std::string two = R"({"model":"shop","documents":[{"values":[1,2]},{"values":[1,2]}]})";
  const std::string one = R"({"documents":[{"values":[1,2]}],"model":"shop"})";
  EXPECT_EQ(answers(two + "," + one).size(), 2U);
  const HttpResponse response = send("{\"requests\":[" + two + "," + two + "]}");
  EXPECT_EQ(response.status, 400);
  EXPECT_THAT(error_of(response), HasSubstr("more than 3 documents in all queries"));
}

TEST_F(BatchTest, CountsAndLogsEachQuery) {
  start({.logs_requests = true});
  answers(
      R"({"model":"shop","documents":[{"values":[1,2]},{"values":[1,2]}]},)"
      R"({"model":"shop","documents":[{"values":[1,2]}]},{"model":"news","documents":[{"values":[null,2]}]},)"
      R"({"model":"none","documents":[]})");
  EXPECT_THAT(log_.back(), HasSubstr(R"("path":"/v1/score","status":200)"));
  EXPECT_THAT(log_.back(), HasSubstr(R"("queries":4,"documents":4)"));
  const std::string text = metrics();
  const std::string version = registry_->find("shop")->version;
  EXPECT_THAT(text, HasSubstr("podium_requests_total{model=\"shop\",version=\"" + version +
                              "\",code=\"200\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("podium_requests_total{model=\"\",version=\"\",code=\"404\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("podium_request_seconds_count 4\n"));
  EXPECT_THAT(text, HasSubstr("podium_documents_total{model=\"shop\"} 3\n"));
  EXPECT_THAT(text, HasSubstr("podium_documents_total{model=\"news:v1\"} 1\n"));
}

TEST_F(BatchTest, LimitsTheValuesOfAllQueriesTogether) {
  start({.query = {.values = 5}});
  const std::string query = R"({"model":"shop","documents":[{"values":[1,2]}]})";
  const auto status = [&](const std::string& queries) {
    return service_->handle(post("/v1/score", "{\"requests\":[" + queries + "]}")).status;
  };
  EXPECT_EQ(status(query + "," + query), 200);
  const std::string documents = "podium_documents_total{model=\"shop\"} 2\n";
  EXPECT_THAT(metrics(), HasSubstr(documents));
  EXPECT_EQ(status(query + "," + query + "," + query), 400);
  // Of a refused batch no query is counted or recorded.
  EXPECT_THAT(metrics(), HasSubstr(documents));
  EXPECT_THAT(metrics(),
              HasSubstr("podium_requests_total{model=\"\",version=\"\",code=\"400\"} 1\n"));
}

TEST_F(BatchTest, AppliesTheRulesOfTrafficToEachQuery) {
  start({.canaries = {{"shop", "news", 0.5}}, .shadows = {{"shop", "news", 1.0}}});
  std::string queries;
  std::vector<std::string> expected;
  std::size_t by_canary = 0;
  for (int i = 0; i < 60; ++i) {
    const std::string rest = R"("query":"q)" + to_text(i) + R"(","documents":[{"values":[1,2]}]})";
    queries += (i == 0 ? "" : ",") + (R"({"model":"shop",)" + rest);
    expected.push_back(alone("shop", "{" + rest));
    if (expected.back().find("news") != std::string::npos) ++by_canary;
  }
  service_->finish_shadows();
  EXPECT_EQ(answers(queries), expected);  // a query meets the model that it meets alone
  EXPECT_GT(by_canary, 10U);
  EXPECT_LT(by_canary, 50U);
  service_->finish_shadows();
  EXPECT_THAT(metrics(), HasSubstr("podium_shadow_queries_total{pair=\"shop news\"} " +
                                   to_text(2 * (60 - by_canary)) + "\n"));
  // A key is that of the whole body.
  HttpRequest request = post("/v1/score", "{\"requests\":[" + queries + "]}");
  request.header["x-podium-key"] = "user";
  const std::string body = service_->handle(request).body;
  EXPECT_NE(body.find("\"shop\"") == std::string::npos, body.find("\"news\"") == std::string::npos);
}

TEST_F(BatchTest, SurvivesRubbish) {
  start();
  const std::string whole =
      R"({"requests":[{"model":"shop","documents":[{"id":"a","values":[1,null]}]},)"
      R"({"documents":[{"values":{"bm25":1e3}}],"top":1,"model":"news:v1","extra":"ignore"},[{}]]})";
  ASSERT_EQ(send(whole).status, 200);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_EQ(send(whole.substr(0, size)).status, 400) << size;
  }
  RandomStream random(1, "", "rubbish");
  const std::string bytes = "{}[]\",:-0eE.nul\\ \n\xff";
  int good = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string body = whole;
    for (std::size_t change = random.below(3); change < 3; ++change) {
      body[random.below(body.size())] = bytes[random.below(bytes.size())];
    }
    const HttpResponse response = send(body);
    EXPECT_TRUE(response.status == 200 || response.status == 400) << body;
    if (response.status == 200) {
      EXPECT_EQ(json_of(response).find("answers")->as<Json::Array>()->size(), 3U) << body;
      ++good;
    }
  }
  EXPECT_GT(good, 100);
}

}  // namespace
}  // namespace podium::serving
