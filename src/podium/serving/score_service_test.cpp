#include "podium/serving/score_service.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/http/path_pattern.hpp"
#include "podium/serving/serve_fixture.hpp"
#include "podium/serving/serve_route.hpp"

namespace podium::serving {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;

constexpr const char* three = R"({"query":"q","documents":[{"id":"a","values":[1,2]},)"
                              R"({"id":"b","values":[3,null]},{"id":"c","values":[0,5]}]})";

class ScoreServiceTest : public ServeFixture {
 protected:
  void start(ScoreServiceOptions options = {}) {
    options.log = [this](const Json& entry) { log_.push_back(entry.dump()); };
    registry_.emplace(ModelSources{.files = {}, .folder = models(), .aliases = {{"best", "shop"}}});
    service_.emplace(*registry_, std::move(options));
    service_->refresh();
  }

  HttpResponse ask(const HttpRequest& request) { return service_->handle(request); }

  std::vector<double> scores(const HttpResponse& response) {
    const Json json = json_of(response);
    std::vector<double> values;
    for (const Json& value : *json.find("scores")->as<Json::Array>()) {
      values.push_back(value.number());
    }
    return values;
  }

  std::vector<std::string> ranked_ids(const HttpResponse& response) {
    const Json json = json_of(response);
    std::vector<std::string> ids;
    for (const Json& one : *json.find("ranking")->as<Json::Array>()) {
      ids.push_back(*one.find("id")->as<std::string>());
    }
    return ids;
  }

  std::optional<ModelRegistry> registry_;
  std::optional<ScoreService> service_;
  std::vector<std::string> log_;
};

TEST_F(ScoreServiceTest, ScoresAndRanks) {
  save("shop.json", linear_model(1, 0.5));
  start();
  const HttpResponse response = ask(post("/v1/models/shop/score", three));
  EXPECT_EQ(response.status, 200);
  EXPECT_THAT(scores(response), ElementsAre(2.0, 3.0, 2.5));
  const Json json = json_of(response);
  EXPECT_EQ(*json.find("model")->as<std::string>(), "shop");
  EXPECT_EQ(*json.find("version")->as<std::string>(), registry_->find("shop")->version);
  EXPECT_THAT(ranked_ids(ask(post("/v1/models/best/rank", three))), ElementsAre("b", "c", "a"));
  const std::string top = std::string(three).insert(1, R"("top":1,)");
  EXPECT_THAT(ranked_ids(ask(post("/v1/models/shop/rank", top))), ElementsAre("b"));
  EXPECT_THAT(scores(ask(post("/v1/models/shop/score", R"({"documents":[]})"))), ElementsAre());
}

TEST_F(ScoreServiceTest, AnswersTheBinaryFormInIt) {
  save("shop.json", linear_model(1, 0.5));
  start();
  const std::array<std::uint32_t, 3> head = {2, 3, 0};
  const std::array<float, 6> rows = {1, 2, 3, NAN, 0, 5};
  std::string body = "PDM1";
  body.append(reinterpret_cast<const char*>(head.data()), sizeof head);
  body.append(reinterpret_cast<const char*>(rows.data()), sizeof rows);
  const HttpResponse response = ask(post("/v1/models/shop/score", body, std::string(rows_type)));
  EXPECT_EQ(response.type, scores_type);
  ASSERT_EQ(response.body.size(), 24U);
  std::array<double, 3> values{};
  std::memcpy(values.data(), response.body.data(), sizeof values);
  EXPECT_THAT(values, ElementsAre(2.0, 3.0, 2.5));
  EXPECT_EQ(response.header.find("X-Podium-Version")->second, registry_->find("shop")->version);
  EXPECT_THAT(ranked_ids(ask(post("/v1/models/shop/rank", body, std::string(rows_type)))),
              ElementsAre("2", "3", "1"));
}

TEST_F(ScoreServiceTest, ExplainsSetsByTheValuesOfTheirFeature) {
  RegressionTree tree;
  tree.splits = {{.feature = 2, .threshold = 2.0, .left = -1, .right = -2, .by_set = true}};
  tree.value = {1.0, -1.0};
  tree.rows = {20, 10, 10};
  tree.curvature = {20.0, 10.0, 10.0};
  RankingModel model = linear_model(1, 1);
  model.kind = TreeEnsemble{.features = 3, .trees = {tree}};
  model.preparation.features = {.count = 3, .names = {"bm25", "shop", "shop (set)"}};
  model.preparation.categories = {{.feature = "shop", .value = {3, 4}, .mean = {0.5, 0.25}},
                                  {.feature = "shop (set)", .value = {3, 4}, .mean = {1.0, 2.0}}};
  save("shop.json", model);
  start();
  const Json json = json_of(ask(post(
      "/v1/models/shop/explain",
      R"({"documents":[{"id":"a","values":[9,3]},{"id":"b","values":[8,4]},{"id":"c","values":[7,5]}]})")));
  std::map<std::string, double> value;
  for (const Json& one : *json.find("ranking")->as<Json::Array>()) {
    const auto& parts = *one.find("features")->as<Json::Array>();
    ASSERT_EQ(parts.size(), 1U);
    EXPECT_EQ(*parts.front().find("name")->as<std::string>(), "shop (set)");
    value[*one.find("id")->as<std::string>()] = parts.front().find("value")->number();
  }
  EXPECT_THAT(value, ElementsAre(Pair("a", 3.0), Pair("b", 4.0), Pair("c", 5.0)));
}

TEST_F(ScoreServiceTest, ExplainsWhatFeaturesAdd) {
  save("shop.json", linear_model(1, 0.5));
  start();
  const Json json = json_of(ask(post("/v1/models/shop/explain", three)));
  const Json& best = json.find("ranking")->as<Json::Array>()->front();
  EXPECT_EQ(*best.find("id")->as<std::string>(), "b");
  double sum = best.find("reference")->number();
  for (const Json& part : *best.find("features")->as<Json::Array>()) {
    sum += part.find("adds")->number();
  }
  EXPECT_NEAR(sum, best.find("score")->number(), 1e-12);
  EXPECT_EQ(best.find("score")->number(), 3.0);
  EXPECT_EQ(json_of(ask(post("/v1/models/shop/explain", R"({"documents":[]})")))
                .find("ranking")
                ->as<Json::Array>()
                ->size(),
            0U);
}

TEST_F(ScoreServiceTest, SaysWhatIsWrong) {
  save("shop.json", linear_model(1, 0.5));
  start({.query = {.documents = 2}});
  EXPECT_EQ(ask(post("/v1/models/shop/score", three)).status, 400);
  const HttpResponse unknown = ask(post("/v1/models/shp/score", three));
  EXPECT_EQ(unknown.status, 404);
  EXPECT_THAT(error_of(unknown), HasSubstr("did you mean 'shop'"));
  EXPECT_EQ(ask(post("/v1/models/shop/score", three, "text/plain")).status, 415);
  EXPECT_EQ(ask(post("/v1/models/shop/score", "{")).status, 400);
  EXPECT_EQ(ask(get("/v1/models/shop/score")).status, 405);
  EXPECT_EQ(ask(get("/v1/modls")).status, 404);
  EXPECT_EQ(ask(post("/v1/collections/none/rank", "{}")).status, 404);
  const HttpResponse page = ask(post("/", ""));
  EXPECT_EQ(page.status, 405);
  EXPECT_EQ(page.header.find("Allow")->second, "GET");
  HttpRequest options = get("*");
  options.method = "OPTIONS";
  const HttpResponse all = ask(options);
  EXPECT_EQ(all.status, 204);
  EXPECT_EQ(all.header.find("Allow")->second, "POST, GET, PUT, DELETE");
  HttpRequest cut = post("/v1/models/shop/score", "");
  cut.is_cut = true;
  EXPECT_EQ(ask(cut).status, 413);
  HttpRequest with_body = get("/v1/models");
  with_body.is_cut = true;
  const HttpResponse no_body = ask(with_body);
  EXPECT_EQ(no_body.status, 400);
  EXPECT_EQ(error_of(no_body), "found a body, expected none in this request");
  HttpRequest coded = post("/v1/models/shop/score", R"({"documents":[]})");
  coded.header["content-encoding"] = "Identity";
  EXPECT_EQ(ask(coded).status, 200);
  coded.header["content-encoding"] = "gzip";
  const HttpResponse packed = ask(coded);
  EXPECT_EQ(packed.status, 415);
  EXPECT_THAT(error_of(packed), HasSubstr("found the Content-Encoding 'gzip'"));
  const std::string huge = R"({"documents":[{"values":[3e38,3e38]}]})";
  save("shop.json", linear_model(1e300, 1e300));
  service_->refresh();
  EXPECT_EQ(ask(post("/v1/models/shop/score", huge)).status, 422);
}

TEST_F(ScoreServiceTest, TellsWhatItServes) {
  save("shop/old.json", linear_model(1, 0.5));
  save("shop/old2.json", linear_model(2, 0.5));
  start();
  EXPECT_EQ(ask(get("/healthz")).status, 200);
  EXPECT_EQ(ask(get("/readyz")).status, 200);
  const std::string list = ask(get("/v1/models")).body;
  EXPECT_THAT(list, HasSubstr(R"("features":["bm25","title"])"));
  EXPECT_THAT(list, HasSubstr(R"("aliases":{"best":"shop"})"));
  const Json one = json_of(ask(get("/v1/models/shop:old")));
  EXPECT_EQ(*one.find("default")->as<bool>(), false);
  EXPECT_EQ(*one.find("serving")->as<std::string>(), "documents");
  EXPECT_EQ(*one.find("algorithm")->as<std::string>(), "ranksvm");
  ask(post("/v1/models/shop/score", three));
  const std::string metrics = ask(get("/metrics")).body;
  EXPECT_THAT(metrics, HasSubstr("podium_documents_total{model=\"shop:old2\"} 3\n"));
  EXPECT_THAT(metrics,
              HasSubstr("podium_missing_values_total{model=\"shop:old2\",feature=\"title\"} 1\n"));
}

TEST_F(ScoreServiceTest, IsNotReadyWithoutModels) {
  std::filesystem::create_directories(models());
  start();
  EXPECT_EQ(ask(get("/readyz")).status, 503);
  EXPECT_EQ(ask(get("/healthz")).status, 200);
}

TEST_F(ScoreServiceTest, AsksForTokensOfTheRole) {
  save("shop.json", linear_model(1, 0.5));
  const auto path = folder_ / "tokens";
  const std::string scorer = AccessList::add(path, "shop", Access::score);
  const std::string admin = AccessList::add(path, "ops", Access::admin);
  start({.access = AccessList::read(path), .body_bytes = 1'000'000});
  const auto with = [](HttpRequest request, const std::string& token) {
    request.header["authorization"] = "Bearer " + token;
    return request;
  };
  const HttpRequest request = post("/v1/models/shop/score", three);
  const HttpResponse refused = ask(request);
  EXPECT_EQ(refused.status, 401);
  EXPECT_EQ(refused.header.find("WWW-Authenticate")->second, "Bearer");
  EXPECT_EQ(ask(with(request, "wrong")).status, 401);
  EXPECT_EQ(ask(with(request, scorer)).status, 200);
  EXPECT_EQ(ask(with(post("/v1/reload", ""), scorer)).status, 403);
  EXPECT_EQ(ask(with(post("/v1/reload", ""), admin)).status, 200);
  EXPECT_EQ(ask(get("/healthz")).status, 200);
  EXPECT_EQ(service_->plan(request).limit, std::size_t{64} << 10U);
  EXPECT_EQ(service_->plan(with(request, scorer)).limit, 1'000'000U);
}

// Every row of the table, not only those that a test thinks of.
TEST_F(ScoreServiceTest, GivesStrangersNothingButTheirHealth) {
  save("shop.json", linear_model(1, 0.5));
  const auto path = folder_ / "tokens";
  AccessList::add(path, "shop", Access::score);
  start({.access = AccessList::read(path)});
  for (const ServeRoute& route : serve_routes()) {
    HttpRequest request = post(std::string(route.pattern), three);
    request.method = route.method;
    const int status = ask(request).status;
    EXPECT_EQ(status == 401, route.access.has_value()) << route.pattern;
  }
}

TEST_F(ScoreServiceTest, ReloadsAndKeepsWhatWorks) {
  save("shop.json", linear_model(1, 0.5));
  start();
  save("shop.json", linear_model(10, 0));
  EXPECT_THAT(ask(post("/v1/reload", "")).body, HasSubstr(R"("loaded":[{"model":"shop")"));
  EXPECT_THAT(scores(ask(post("/v1/models/shop/score", three))), ElementsAre(10.0, 30.0, 0.0));
  write_file(models() / "shop.json", "{");
  EXPECT_THAT(ask(post("/v1/reload", "")).body, HasSubstr(R"("failed":[{"model":"shop")"));
  EXPECT_THAT(scores(ask(post("/v1/models/shop/score", three))), ElementsAre(10.0, 30.0, 0.0));
  EXPECT_THAT(log_.back(), HasSubstr(R"("event":"not loaded")"));
}

TEST_F(ScoreServiceTest, DropsTheCountsOfVersionsThatAreNoLongerServed) {
  save("shop.json", linear_model(1, 0));
  start();
  ask(post("/v1/models/shop/score", three));
  const std::string before = "version=\"" + registry_->find("shop")->version + "\",code=\"200\"";
  EXPECT_THAT(ask(get("/metrics")).body, HasSubstr(before));
  save("shop.json", linear_model(2, 0));
  service_->refresh();
  EXPECT_THAT(ask(get("/metrics")).body, Not(HasSubstr(before)));
}

TEST_F(ScoreServiceTest, LetsACanaryAnswerItsShareOfQueries) {
  save("shop.json", linear_model(1, 0));
  save("new.json", linear_model(0, 1));
  start({.canaries = {{"shop", "new", 0.25}}});
  int by_new = 0;
  for (int i = 0; i < 400; ++i) {
    HttpRequest request = post("/v1/models/shop/score", three);
    request.header["x-podium-key"] = "q" + to_text(i);
    const std::string model = *json_of(ask(request)).find("model")->as<std::string>();
    EXPECT_EQ(*json_of(ask(request)).find("model")->as<std::string>(), model);  // always the same
    by_new += model == "new" ? 1 : 0;
  }
  EXPECT_NEAR(by_new, 100, 45);  // five standard deviations of a fair draw
}

TEST_F(ScoreServiceTest, AnswersWithoutACanaryThatHasGone) {
  save("shop.json", linear_model(1, 0));
  save("new.json", linear_model(0, 1));
  start({.canaries = {{"shop", "new", 1.0}}});
  EXPECT_THAT(scores(ask(post("/v1/models/shop/score", three))), ElementsAre(2.0, 0.0, 5.0));
  std::filesystem::remove(models() / "new.json");
  service_->refresh();
  EXPECT_THAT(scores(ask(post("/v1/models/shop/score", three))), ElementsAre(1.0, 3.0, 0.0));
}

TEST_F(ScoreServiceTest, DoesNotCompareAShadowWithTheAnswersOfACanary) {
  save("shop.json", linear_model(1, 0));
  save("new.json", linear_model(0, 1));
  start({.canaries = {{"shop", "new", 1.0}}, .shadows = {{"shop", "new", 1.0}}});
  ask(post("/v1/models/shop/score", three));
  service_->finish_shadows();
  EXPECT_THAT(ask(get("/metrics")).body, Not(HasSubstr("podium_shadow_queries_total{")));
}

TEST_F(ScoreServiceTest, ChoosesQueriesForAShadowIndependentlyOfACanary) {
  save("shop.json", linear_model(1, 0));
  save("new.json", linear_model(0, 1));
  start({.canaries = {{"shop", "new", 0.5}}, .shadows = {{"shop", "new", 0.5}}});
  for (int i = 0; i < 200; ++i) {
    HttpRequest request = post("/v1/models/shop/score", three);
    request.header["x-podium-key"] = "q" + to_text(i);
    ask(request);
    service_->finish_shadows();
  }
  const std::string text = ask(get("/metrics")).body;
  const std::string name = "\npodium_shadow_queries_total{pair=\"shop new\"} ";
  ASSERT_THAT(text, HasSubstr(name));
  const double compared = std::stod(text.substr(text.find(name) + name.size()));
  EXPECT_NEAR(compared, 50, 31);  // five standard deviations of a fair draw
}

TEST_F(ScoreServiceTest, NamesTheVersionsOfAModelAndWhatAnAliasMeans) {
  save("shop/v1.json", linear_model(1, 0));
  start();
  EXPECT_THAT(error_of(ask(get("/v1/models/shop:v2"))),
              HasSubstr("did you mean 'shop:v1'? Known are: shop:v1, shop@"));
  std::filesystem::remove(models() / "shop/v1.json");
  service_->refresh();
  EXPECT_THAT(error_of(ask(get("/v1/models/best"))), HasSubstr("'best' means 'shop'"));
}

TEST_F(ScoreServiceTest, ComparesWithAShadowAfterTheAnswer) {
  save("shop.json", linear_model(1, 0));
  save("new.json", linear_model(0, 1));
  start({.shadows = {{"shop", "new", 1.0}}});
  EXPECT_THAT(scores(ask(post("/v1/models/shop/score", three))), ElementsAre(1.0, 3.0, 0.0));
  service_->finish_shadows();
  const std::string metrics = ask(get("/metrics")).body;
  EXPECT_THAT(metrics, HasSubstr("podium_shadow_queries_total{pair=\"shop new\"} 1\n"));
  EXPECT_THAT(metrics, HasSubstr("podium_shadow_other_best_total{pair=\"shop new\"} 1\n"));
  // b a c against c a b, with all three pairs the other way round
  EXPECT_THAT(metrics, HasSubstr("podium_shadow_tau_sum{pair=\"shop new\"} -1\n"));
  EXPECT_THAT(metrics,
              HasSubstr("podium_shadow_scores_max{pair=\"shop new\",side=\"answered\"} 3\n"));
  EXPECT_THAT(metrics,
              HasSubstr("podium_shadow_scores_max{pair=\"shop new\",side=\"shadow\"} 5\n"));
}

TEST_F(ScoreServiceTest, RefusesAtOnceWhenItIsBusy) {
  save("shop.json", linear_model(1, 0));
  start({.admission = {.working = 0, .waiting = 0}});
  const HttpResponse response = ask(post("/v1/models/shop/score", three));
  EXPECT_EQ(response.status, 429);
  EXPECT_EQ(response.header.find("Retry-After")->second, "1");
  EXPECT_THAT(ask(get("/metrics")).body, HasSubstr("podium_rejected_total{reason=\"busy\"} 1\n"));
}

TEST_F(ScoreServiceTest, LogsRequestsWhenItShall) {
  save("shop.json", linear_model(1, 0));
  start();
  log_.clear();
  ask(get("/healthz"));
  EXPECT_TRUE(log_.empty());
  start({.logs_requests = true});
  ask(post("/v1/models/shop/score", three));
  EXPECT_THAT(log_.back(), HasSubstr(R"("path":"/v1/models/shop/score","status":200)"));
  EXPECT_THAT(log_.back(), HasSubstr(R"("documents":3)"));
  EXPECT_THAT(log_.back(), Not(HasSubstr("values")));
  HttpRequest forwarded = get("/healthz");
  forwarded.address = "127.0.0.1";
  forwarded.header["x-forwarded-for"] = "6.6.6.6, 10.1.2.3";
  service_->handle(forwarded);
  EXPECT_THAT(log_.back(), HasSubstr(R"("address":"127.0.0.1")"));
  start({.is_behind_proxy = true, .logs_requests = true});
  service_->handle(forwarded);
  EXPECT_THAT(log_.back(), HasSubstr(R"("address":"10.1.2.3")"));
}

TEST_F(ScoreServiceTest, DescribesEveryRequest) {
  std::filesystem::create_directories(models());
  start();
  const Json description = json_of(ask(get("/openapi.json")));
  const Json& paths = *description.find("paths");
  for (const ServeRoute& route : serve_routes()) {
    bool is_found = false;
    for (const auto& [path, operations] : *paths.as<Json::Object>()) {
      if (!match(route.pattern, path)) continue;
      const Json* operation = operations.find(lower_case(route.method));
      is_found = is_found || (operation != nullptr && operation->find("responses") != nullptr);
    }
    EXPECT_TRUE(is_found) << route.pattern;
  }
}

/// "/v1/models/{model}/score" as "/v1/models/{}/score".
std::string path_pattern(std::string path) {
  const std::size_t open = path.find('{');
  if (open != std::string::npos) path.erase(open + 1, path.find('}') - open - 1);
  return path;
}

/// What is wrong with a value by a schema, as far as openapi.cpp uses JSON Schema; "" if nothing.
std::string misfit(const Json& value, const Json& schema, const Json& description) {
  if (const Json* reference = schema.find("$ref")) {
    const std::string name =
        reference->as<std::string>()->substr(std::string_view("#/components/schemas/").size());
    return misfit(value, *description.find("components")->find("schemas")->find(name), description);
  }
  if (const Json* choices = schema.find("oneOf")) {
    const auto fits = [&](const Json& one) { return misfit(value, one, description).empty(); };
    const auto fitting = std::ranges::count_if(*choices->as<Json::Array>(), fits);
    return fitting == 1 ? "" : value.dump() + " fits " + to_text(fitting) + " of its schemas";
  }
  const auto is_type = [&](std::string_view type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_text();
    if (type == "boolean") return value.as<bool>() != nullptr;
    if (type == "null") return value.is_null();
    return type == "integer" ? value.is_unsigned() : value.is_number();
  };
  const Json& type = *schema.find("type");
  const auto* types = type.as<Json::Array>();
  if (types != nullptr ? std::ranges::none_of(
                             *types, [&](const Json& t) { return is_type(*t.as<std::string>()); })
                       : !is_type(*type.as<std::string>())) {
    return value.dump() + " is not " + type.dump();
  }
  if (const Json* items = schema.find("items")) {
    for (const Json& item : *value.as<Json::Array>()) {
      if (std::string wrong = misfit(item, *items, description); !wrong.empty()) return wrong;
    }
  }
  const Json* properties = schema.find("properties");
  if (properties == nullptr) return "";
  for (const Json& name : *schema.find("required")->as<Json::Array>()) {
    if (value.find(*name.as<std::string>()) == nullptr) return "there is no " + name.dump();
  }
  for (const auto& [name, member] : *value.as<Json::Object>()) {
    const Json* own = properties->find(name);
    if (own == nullptr) return name + " is not described";
    if (std::string wrong = misfit(member, *own, description); !wrong.empty()) return wrong;
  }
  return "";
}

TEST_F(ScoreServiceTest, RefusesParametersWithoutEffect) {
  save("shop.json", linear_model(1, 0));
  start({});
  std::vector<HttpRequest> requests = {
      get("/v1/models"), get("/v1/models/shop"), post("/v1/models/shop/score", three),
      post("/v1/models/shop/rank", three), post("/v1/score", R"({"requests":[]})")};
  for (HttpRequest& request : requests) {
    EXPECT_EQ(ask(request).status, 200) << request.path;
    request.query["top"] = "1";
    const HttpResponse refused = ask(request);
    EXPECT_EQ(refused.status, 400) << request.path;
    EXPECT_THAT(error_of(refused), HasSubstr("found the parameter 'top', expected none"));
  }
  HttpRequest read = post("/v1/read", "0 qid:1 1:1\n", "text/plain");
  read.query["query,rows"] = "none";
  EXPECT_THAT(error_of(ask(read)), HasSubstr("expected query, rows, features, first"));
  for (const char* path : {"/healthz", "/metrics", "/"}) {  // others may add their own
    HttpRequest request = get(path);
    request.query["now"] = "1";
    EXPECT_EQ(ask(request).status, 200) << path;
  }
}

TEST_F(ScoreServiceTest, AnswersWithTheProbabilitiesOfACalibratedModel) {
  RankingModel model = linear_model(1, 0);
  model.calibration.grades = {{.grade = 1.0, .curve = PlattCurve{2.0, -1.0}}};
  save("shop.json", model);
  start();
  const Json answer = json_of(ask(post("/v1/models/shop/score", three)));
  const auto& scores = *answer.find("scores")->as<Json::Array>();
  const Json& own = answer.find("probabilities")->as<Json::Array>()->front();
  const auto& values = *own.find("values")->as<Json::Array>();
  EXPECT_EQ(own.find("grade")->number(), 1.0);
  ASSERT_EQ(values.size(), scores.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(values[i].number(), model.calibration.probability(scores[i].number(), 0));
  }
}

TEST_F(ScoreServiceTest, AnswersAsItDescribes) {
  RankingModel calibrated = linear_model(1, 0);
  calibrated.calibration.grades = {{.grade = 1.0, .curve = PlattCurve{2.0, -1.0}}};
  save("shop/v1.json", calibrated);
  save("web.json", linear_model(0, 1));
  write_file(models() / "bad.json", "{");
  const std::string token = AccessList::add(folder_ / "tokens", "ops", Access::admin);
  start({.access = AccessList::read(folder_ / "tokens")});
  write_file(models() / "worse.json", "[");
  save("new.json", linear_model(2, 1));
  const Json description = json_of(ask(get("/openapi.json")));
  std::vector<HttpRequest> requests = {get("/v1/models"), get("/v1/models/shop"),
                                       get("/v1/models/web"), get("/healthz"), get("/readyz")};
  for (const std::string what : {"score", "rank", "explain"}) {
    requests.push_back(post("/v1/models/shop/" + what, three));
  }
  for (const char* parameter : {"query", "rows"}) {
    requests.push_back(post("/v1/read", "qid,label,a\nnone,2,3\n", "text/csv"));
    requests.back().query[parameter] = "none";
  }
  requests.push_back(post("/v1/reload", ""));
  const std::string batch = R"({"requests":[{"model":"web","documents":[]},{"model":"no"}]})";
  requests.push_back(post("/v1/score", batch));
  for (const char* method : {"PUT", "DELETE"}) {
    requests.push_back(post("/v1/models/shop", to_json(linear_model(3, 1))));
    requests.back().method = method;
    requests.back().query["label"] = "v2";
  }
  for (HttpRequest& request : requests) {
    request.header["authorization"] = "Bearer " + token;
    bool is_described = false;
    for (const auto& [path, operations] : *description.find("paths")->as<Json::Object>()) {
      const Json* operation = operations.find(lower_case(request.method));
      if (operation == nullptr || !match(path_pattern(path), request.path)) continue;
      const Json* answer = operation->find("responses")->find("200")->find("content");
      const Json& schema = *answer->find("application/json")->find("schema");
      EXPECT_EQ(misfit(json_of(ask(request)), schema, description), "") << request.path;
      is_described = true;
    }
    EXPECT_TRUE(is_described) << request.path;
  }
}

TEST_F(ScoreServiceTest, SendsThePage) {
  std::filesystem::create_directories(models());
  start();
  const HttpResponse page = ask(get("/"));
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(std::string(page.content()), HasSubstr("<script"));
  EXPECT_THAT(page.header.find("Content-Security-Policy")->second, HasSubstr("script-src 'self'"));
}

TEST_F(ScoreServiceTest, TakesNoMoreMemoryThanItsBudget) {
  save("shop.json", linear_model(1, 0));
  start({.memory = std::make_shared<MemoryBudget>(std::size_t{1} << 20U)});
  std::string many = R"({"documents":[{"values":{}})";
  for (int i = 1; i < 10'000; ++i) many += R"(,{"values":{}})";
  EXPECT_EQ(ask(post("/v1/models/shop/score", many + "]}")).status, 200);
  EXPECT_EQ(ask(post("/v1/models/shop/score", many + "]}")).status, 200);  // it was given back
  const auto memory = std::make_shared<MemoryBudget>(std::size_t{1} << 20U);
  start({.memory = memory});
  ASSERT_TRUE(memory->take(900'000));  // by another request
  const HttpResponse response = ask(post("/v1/models/shop/score", many + "]}"));
  EXPECT_EQ(response.status, 503);
  EXPECT_EQ(response.header.find("Retry-After")->second, "1");
  EXPECT_EQ(ask(post("/v1/models/shop/score", three)).status, 200);
  EXPECT_THAT(ask(get("/metrics")).body, HasSubstr("podium_rejected_total{reason=\"memory\"} 1\n"));
  start({.memory = std::make_shared<MemoryBudget>(10'000)});
  const HttpResponse never = ask(post("/v1/models/shop/score", many + "]}"));
  EXPECT_EQ(never.status, 413);
  EXPECT_THAT(error_of(never), HasSubstr("more than the 10000 of --memory"));
  EXPECT_EQ(ask(post("/v1/models/shop/score", three)).status, 200);
}

/// What a body of lists can hold is bounded by the documents in it, not by the shortest ones.
TEST_F(ScoreServiceTest, TakesMemoryForTheDocumentsThatABodyHas) {
  constexpr std::size_t count = 5000;
  RankingModel wide;
  wide.kind = WeakRankerSum{count, {}};
  wide.preparation.features.count = count;
  wide.preparation.fill.otherwise = {FillRule::Kind::zero};
  save("wide.json", wide);
  std::string values = "0.123456789";
  for (std::size_t f = 1; f < count; ++f) values += ",0.123456789";
  std::string body = R"({"documents":[{"values":[)" + values + "]}";
  for (int doc = 1; doc < 10; ++doc) body += R"(,{"values":[)" + values + "]}";
  start({.memory = std::make_shared<MemoryBudget>(std::size_t{2} << 20U)});
  EXPECT_EQ(ask(post("/v1/models/wide/score", body + "]}")).status, 200);
  EXPECT_EQ(ask(get("/v1/models")).status, 200);
  start({.memory = std::make_shared<MemoryBudget>(100 * count)});
  EXPECT_EQ(ask(get("/v1/models")).status, 413) << "each name takes more";
  EXPECT_EQ(ask(get("/v1/models/wide")).status, 413);
}

TEST_F(ScoreServiceTest, TriesFilesThatFailedAgainWhenItIsAsked) {
  save("shop.json", linear_model(1, 0.5));
  write_file(models() / "bad.json", "{");
  start();
  for (int i = 0; i < 2; ++i) {
    EXPECT_THAT(ask(post("/v1/reload", "")).body,
                AllOf(HasSubstr(R"("loaded":[])"), HasSubstr(R"("failed":[{"model":"bad")")));
  }
}

TEST_F(ScoreServiceTest, LetsPagesOfOtherSitesChangeNothing) {
  save("shop.json", linear_model(1, 0.5));
  start();
  for (const ServeRoute& route : serve_routes()) {
    HttpRequest request = post(std::string(route.pattern), "");
    request.method = route.method;
    request.header["sec-fetch-site"] = "cross-site";
    const bool is_refused = route.access == Access::admin || route.pattern == "/v1/read";
    EXPECT_EQ(ask(request).body.find("pages of other sites") != std::string::npos, is_refused)
        << route.method << " " << route.pattern;
  }
  HttpRequest own = post("/v1/reload", "");
  own.header["sec-fetch-site"] = "same-origin";
  EXPECT_EQ(ask(own).status, 200);
}

TEST_F(ScoreServiceTest, LogsAndCountsWhatTheServerRefuses) {
  std::filesystem::create_directories(models());
  start({.logs_requests = true});
  EXPECT_EQ(service_->refusal(431, "too long", "10.0.0.1").status, 431);
  EXPECT_THAT(log_.back(), HasSubstr(R"("status":431,"problem":"too long","address":"10.0.0.1")"));
  EXPECT_THAT(ask(get("/metrics")).body, HasSubstr("code=\"431\"} 1\n"));
}

TEST_F(ScoreServiceTest, ExplainsBesideScoringWithinItsOwnLimits) {
  save("shop.json", linear_model(1, 0));
  start({.admission = {.working = 0, .waiting = 0}, .explain = {.documents = 2}});
  const auto explained = [&](const std::string& body) {
    return ask(post("/v1/models/shop/explain", body));
  };
  EXPECT_EQ(ask(post("/v1/models/shop/score", three)).status, 429);
  EXPECT_THAT(ranked_ids(explained(three)), ElementsAre("b", "a"));
  const std::string all = R"({"top":3,)" + std::string(three).substr(1);
  EXPECT_THAT(error_of(explained(all)), HasSubstr("at most 2 documents"));
  start({.explain = {.time = std::chrono::milliseconds(0)}});
  EXPECT_EQ(explained(three).status, 503);
  EXPECT_THAT(error_of(explained(three)), HasSubstr("took longer than 0 seconds"));
  start({.explain = {.admission = {.working = 0, .waiting = 0}}});
  EXPECT_EQ(explained(three).status, 429);
  EXPECT_EQ(ask(post("/v1/models/shop/score", three)).status, 200);
}

TEST_F(ScoreServiceTest, GivesUpExplanationsThatNobodyWaitsFor) {
  save("shop.json", linear_model(1, 0));
  start();
  std::stop_source source;
  HttpRequest request = post("/v1/models/shop/explain", three);
  request.stop = source.get_token();
  EXPECT_EQ(ask(request).status, 200);
  source.request_stop();
  EXPECT_EQ(ask(request).status, 503);
  EXPECT_THAT(ask(get("/metrics")).body,
              HasSubstr("podium_rejected_total{reason=\"explain\"} 1\n"));
}

TEST_F(ScoreServiceTest, TakesOtherTokens) {
  save("shop.json", linear_model(1, 0));
  const std::string old = AccessList::add(folder_ / "old", "a", Access::score);
  const std::string other = AccessList::add(folder_ / "new", "b", Access::score);
  start({.access = AccessList::read(folder_ / "old")});
  HttpRequest request = post("/v1/models/shop/score", three);
  request.header["authorization"] = "Bearer " + other;
  EXPECT_EQ(ask(request).status, 401);
  service_->set_access(AccessList::read(folder_ / "new"));
  EXPECT_EQ(ask(request).status, 200);
  request.header["authorization"] = "Bearer " + old;
  EXPECT_EQ(ask(request).status, 401);
}

}  // namespace
}  // namespace podium::serving
