#include <atomic>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/serving/serve_fixture.hpp"

namespace podium::serving {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace fs = std::filesystem;

class StoringTest : public ServeFixture {
 protected:
  StoringTest() {
    fs::create_directories(models());
    admin_ = AccessList::add(folder_ / "tokens", "ops", Access::admin);
    scorer_ = AccessList::add(folder_ / "tokens", "shop", Access::score);
  }

  void start(ModelSources plan, ScoreServiceOptions options = {}) {
    if (!options.access) options.access = AccessList::read(folder_ / "tokens");
    options.log = [this](const Json& entry) {
      const std::lock_guard lock(mutex_);
      log_.push_back(entry.dump());
    };
    registry_.emplace(std::move(plan));
    service_.emplace(*registry_, std::move(options));
    service_->refresh();
  }

  void start() { start({.files = {}, .folder = models(), .aliases = {}}); }

  HttpResponse change(const std::string& method, const std::string& name,
                      const std::string& body = "",
                      const std::map<std::string, std::string, std::less<>>& query = {}) {
    HttpRequest request = post("/v1/models/" + name, body);
    request.method = method;
    request.query = query;
    request.header["authorization"] = "Bearer " + admin_;
    return service_->handle(request);
  }

  HttpResponse put(const std::string& name, const RankingModel& model) {
    return change("PUT", name, to_json(model));
  }

  /// The score of a document with the values 1 and 1; 0 if there is no such model.
  double score(const std::string& reference) const {
    const ModelHandle model = registry_->find(reference);
    if (!model) return 0.0;
    std::vector<float> rows = {1.0F, 1.0F};
    double value = 0.0;
    Workspace workspace;
    model->scorer.score(rows, std::span(&value, 1), workspace);
    return value;
  }

  /// All that is in the folder of models, in order.
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(models())) {
      names.push_back(entry.path().lexically_relative(models()).string());
    }
    std::ranges::sort(names);
    return names;
  }

  std::string text(const std::string& name) const {
    return std::string(InputText(models() / name).view());
  }

  std::string admin_;
  std::string scorer_;
  std::optional<ModelRegistry> registry_;
  std::optional<ScoreService> service_;
  std::mutex mutex_;
  std::vector<std::string> log_;
};

TEST_F(StoringTest, StoresAndServesAModel) {
  start();
  const HttpResponse stored = put("shop", linear_model(1, 2));
  EXPECT_EQ(stored.status, 200) << stored.body;
  const std::string version = registry_->find("shop")->version;
  EXPECT_EQ(stored.body, R"({"model":"shop","version":")" + version + R"(","default":true})");
  EXPECT_EQ(score("shop"), 3.0);
  EXPECT_THAT(files(), ElementsAre("shop.json"));
  EXPECT_EQ(text("shop.json"), to_json(linear_model(1, 2)));
  EXPECT_THAT(log_.back(), HasSubstr(R"("event":"loaded","model":"shop")"));
  EXPECT_THAT(service_->refresh(), IsEmpty());  // it is not read a second time
  ModelRegistry another({.files = {}, .folder = models(), .aliases = {}});
  another.refresh();
  EXPECT_EQ(another.find("shop")->version, version);
  const ModelHandle before = registry_->find("shop");
  EXPECT_EQ(put("shop", linear_model(4, 2)).status, 200);
  EXPECT_EQ(score("shop"), 6.0);
  EXPECT_NE(registry_->find("shop")->version, before->version);
  EXPECT_EQ(before->name, "shop");  // a request that has it goes on with it
  EXPECT_THAT(service_->refresh(), IsEmpty());
}

TEST_F(StoringTest, StoresVersionsByTheirLabels) {
  start();
  for (const char* label : {"v10", "v9"}) {
    const RankingModel model = linear_model(label == std::string("v9") ? 9 : 10, 0);
    const std::string body = change("PUT", "shop", to_json(model), {{"label", label}}).body;
    EXPECT_THAT(body, HasSubstr(label == std::string("v9") ? R"("label":"v9")" : "v10"));
    EXPECT_THAT(body, HasSubstr(label == std::string("v9") ? "\"default\":false" : "true"));
  }
  EXPECT_THAT(files(), ElementsAre("shop", "shop/v10.json", "shop/v9.json"));
  EXPECT_EQ(score("shop"), 10.0);
  EXPECT_EQ(score("shop:v9"), 9.0);
  const HttpResponse unlabelled = change("DELETE", "shop");
  EXPECT_EQ(unlabelled.status, 404);
  EXPECT_THAT(error_of(unlabelled), HasSubstr("shop:v10"));
  EXPECT_EQ(change("DELETE", "shop", "", {{"label", "v10"}}).body, R"({"removed":"shop:v10"})");
  EXPECT_EQ(score("shop"), 9.0);
  EXPECT_EQ(change("DELETE", "shop", "", {{"label", "v9"}}).status, 200);
  EXPECT_THAT(files(), IsEmpty());  // its folder, too
  EXPECT_EQ(registry_->find("shop"), nullptr);
}

TEST_F(StoringTest, StoresNothingForAClientThatHasLeft) {
  start();
  std::stop_source left;
  left.request_stop();
  HttpRequest request = post("/v1/models/shop", to_json(linear_model(1, 2)));
  request.method = "PUT";
  request.header["authorization"] = "Bearer " + admin_;
  request.stop = left.get_token();
  EXPECT_EQ(service_->handle(request).status, 503);
  EXPECT_THAT(files(), IsEmpty());
  EXPECT_EQ(put("shop", linear_model(1, 2)).status, 200);
}

TEST_F(StoringTest, DeletesAModelThatARequestMayStillHave) {
  save("shop.json", linear_model(1, 2));
  save("news.json", linear_model(5, 2));
  start();
  const ModelHandle held = registry_->find("shop");
  EXPECT_EQ(change("DELETE", "shop").status, 200);
  EXPECT_THAT(log_.back(), HasSubstr(R"("event":"removed","model":"shop")"));
  EXPECT_EQ(registry_->find("shop"), nullptr);
  EXPECT_THAT(files(), ElementsAre("news.json"));
  EXPECT_EQ(held->columns.count(), 2U);
  EXPECT_EQ(change("DELETE", "shop").status, 404);
  EXPECT_THAT(service_->refresh(), IsEmpty());
  write_file(models() / "bad.json", "{");  // one that could never be loaded, or was not yet seen
  EXPECT_EQ(change("DELETE", "bad").status, 200);
  EXPECT_THAT(files(), ElementsAre("news.json"));
}

TEST_F(StoringTest, RefusesADamagedModelAndChangesNothing) {
  save("shop.json", linear_model(1, 2));
  start();
  const std::string whole = to_json(linear_model(7, 7));
  RandomStream random(1, "", "rubbish");
  std::vector<std::string> bodies = {
      "",         "{}", "null", "\x1f\x8b\x08 no gzip", "(\xb5/\xfd no zstd", std::string(3, '\0'),
      whole + "}"};
  for (int i = 0; i < 200; ++i) bodies.push_back(whole.substr(0, random.below(whole.size() - 1)));
  const ModelHandle before = registry_->find("shop");
  for (const std::string& body : bodies) {
    for (const char* label : {"", "new"}) {
      const HttpResponse response = *label == '\0'
                                        ? change("PUT", "shop", body)
                                        : change("PUT", "shop", body, {{"label", label}});
      EXPECT_EQ(response.status, 400) << body;
      EXPECT_THAT(error_of(response), HasSubstr("body")) << body;
    }
  }
  EXPECT_EQ(registry_->find("shop"), before);
  EXPECT_THAT(files(), ElementsAre("shop.json"));
  EXPECT_EQ(text("shop.json"), to_json(linear_model(1, 2)));
  EXPECT_THAT(log_.back(), HasSubstr(R"("event":"not loaded","model":"shop:new")"));
  const HttpResponse unusable = put("shop", model_without_finite_scores());
  EXPECT_EQ(unusable.status, 422);
  EXPECT_THAT(error_of(unusable), HasSubstr("expected a finite one"));
  EXPECT_EQ(registry_->find("shop"), before);
}

TEST_F(StoringTest, RefusesNamesThatAreNotSafe) {
  start();
  const std::string model = to_json(linear_model(1, 2));
  const std::string longest(100, 'a');
  for (const std::string& name :
       {std::string(".."), std::string("."), std::string(".x"), std::string("a b"),
        std::string("shop:v1"), std::string("shop@1"), std::string("a\\b"), std::string("ä"),
        std::string("a\0b", 3), longest + "a", std::string("a\n"), std::string("*")}) {
    for (const char* method : {"PUT", "DELETE"}) {
      const HttpResponse as_name = change(method, name, model);
      EXPECT_EQ(as_name.status, 400) << name;
      EXPECT_THAT(error_of(as_name), HasSubstr("found the name")) << name;
      const HttpResponse as_label = change(method, "shop", model, {{"label", name}});
      EXPECT_EQ(as_label.status, 400) << name;
      EXPECT_THAT(error_of(as_label), HasSubstr("found the label")) << name;
    }
  }
  for (const char* label : {"", "a/b", "../x", "/tmp/x"}) {
    EXPECT_EQ(change("PUT", "shop", model, {{"label", label}}).status, 400) << label;
  }
  for (const char* path : {"", "a/b", "../x", "a/../../x"}) {
    EXPECT_EQ(change("PUT", path, model).status, 404) << path;
  }
  EXPECT_EQ(change("PUT", "a/score", model).status, 405);
  const HttpResponse parameter = change("PUT", "shop", model, {{"lable", "v1"}});
  EXPECT_EQ(parameter.status, 400);
  EXPECT_THAT(error_of(parameter), HasSubstr("'lable', expected label"));
  EXPECT_THAT(files(), IsEmpty());
  EXPECT_EQ(change("PUT", longest, model, {{"label", longest}}).status, 200);
  EXPECT_EQ(change("PUT", "a.json", model).status, 200);
  EXPECT_NE(registry_->find("a.json"), nullptr);
  EXPECT_NE(registry_->find(longest + ":" + longest), nullptr);
}

TEST_F(StoringTest, NeedsATokenOfAnAdministratorAndAFolder) {
  save("shop.json", linear_model(1, 2));
  start();
  for (const char* method : {"PUT", "DELETE"}) {
    HttpRequest request = post("/v1/models/shop", to_json(linear_model(3, 4)));
    request.method = method;
    EXPECT_EQ(service_->handle(request).status, 401);
    request.header["authorization"] = "Bearer " + scorer_;
    EXPECT_EQ(service_->handle(request).status, 403);
  }
  EXPECT_EQ(score("shop"), 3.0);
  ModelRegistry open({.files = {}, .folder = models(), .aliases = {}});
  ScoreService without_tokens(open, {});
  HttpRequest request = post("/v1/models/shop", to_json(linear_model(3, 4)));
  request.method = "PUT";
  const HttpResponse refused = without_tokens.handle(request);
  EXPECT_EQ(refused.status, 403);
  EXPECT_THAT(error_of(refused), HasSubstr("--tokens"));
  start({.files = {{"shop", models() / "shop.json"}}, .folder = {}, .aliases = {}});
  const HttpResponse homeless = put("news", linear_model(3, 4));
  EXPECT_EQ(homeless.status, 409);
  EXPECT_THAT(error_of(homeless), HasSubstr("--models"));
}

TEST_F(StoringTest, LeavesFilesAloneThatAreNotTheFolders) {
  save("shop.json", linear_model(1, 2));
  save("real.json", linear_model(2, 2));
  fs::create_directories(folder_ / "elsewhere");
  fs::create_symlink("real.json", models() / "link.json");
  fs::create_directory_symlink(folder_ / "elsewhere", models() / "linked");
  folder_.file("named.json", to_json(linear_model(5, 0)));
  start({.files = {{"named", folder_ / "named.json"}, {"other", models() / "shop.json"}},
         .folder = models(),
         .aliases = {{"best", "real"}}});
  for (const char* method : {"PUT", "DELETE"}) {
    const auto refused = [&](const std::string& name) {
      const HttpResponse response = change(method, name, to_json(linear_model(9, 9)));
      EXPECT_EQ(response.status, 409) << method << " " << name;
      return error_of(response);
    };
    EXPECT_THAT(refused("named"), HasSubstr("'named' is a file that was named"));
    EXPECT_THAT(refused("shop"), HasSubstr("that of the model 'other'"));
    EXPECT_THAT(refused("link"), HasSubstr("symbolic link"));
    EXPECT_THAT(refused("best"), HasSubstr("alias of 'real'"));
  }
  EXPECT_EQ(change("PUT", "linked", to_json(linear_model(9, 9)), {{"label", "a"}}).status, 409);
  EXPECT_TRUE(fs::is_empty(folder_ / "elsewhere"));
  EXPECT_EQ(text("shop.json"), to_json(linear_model(1, 2)));
  EXPECT_EQ(score("real"), 4.0);
}

TEST_F(StoringTest, DoesNotWaitForTheReaderOfAPipe) {
  fs::create_directories(models() / "label");
  for (const char* name : {"plain.json", "zstd.json.zst", "gzip.json.gz", "label/v1.json"}) {
    ASSERT_EQ(::mkfifo((models() / name).c_str(), 0600), 0);
  }
  start();
  for (const char* name : {"plain", "zstd", "gzip", "label"}) {
    std::map<std::string, std::string, std::less<>> query;
    if (name == std::string("label")) query.emplace("label", "v1");
    const HttpResponse refused = change("PUT", name, to_json(linear_model(1, 2)), query);
    EXPECT_EQ(refused.status, 409) << name;
    EXPECT_THAT(error_of(refused), HasSubstr("is a pipe"));
    EXPECT_EQ(change("DELETE", name, "", query).status, 200) << name;
    EXPECT_EQ(change("PUT", name, to_json(linear_model(1, 2)), query).status, 200) << name;
  }
}

TEST_F(StoringTest, KeepsTheFormOfAPackedFile) {
  save("shop.json.zst", linear_model(1, 2));
  start();
  EXPECT_EQ(put("shop", linear_model(3, 4)).status, 200);
  EXPECT_THAT(files(), ElementsAre("shop.json.zst"));
  EXPECT_EQ(text("shop.json.zst"), to_json(linear_model(3, 4)));
  EXPECT_TRUE(packing_of(MappedFile(models() / "shop.json.zst").bytes()).has_value());
  EXPECT_EQ(score("shop"), 7.0);
  EXPECT_THAT(service_->refresh(), IsEmpty());
  // An upload may be packed, whatever the file is.
  const std::string packed(MappedFile(models() / "shop.json.zst").bytes());
  EXPECT_EQ(change("PUT", "news", packed).status, 200);
  EXPECT_EQ(text("news.json"), to_json(linear_model(3, 4)));
  EXPECT_EQ(registry_->find("news")->version, registry_->find("shop")->version);
  save("shop.json", linear_model(1, 2));
  const HttpResponse unclear = put("shop", linear_model(5, 5));
  EXPECT_EQ(unclear.status, 409);
  EXPECT_THAT(error_of(unclear), HasSubstr("2 files of 'shop'"));
  EXPECT_EQ(change("DELETE", "shop").status, 200);
  EXPECT_THAT(files(), ElementsAre("news.json"));
}

TEST_F(StoringTest, ReadsWhatTheFolderReads) {
  const std::string model = to_json(linear_model(3, 4));
  std::string wide = "\xFF\xFE";
  for (const char byte : model) wide += {byte, '\0'};
  const std::vector<std::string> bodies = {model, "\xEF\xBB\xBF" + model, wide};
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    write_file(models() / ("file" + to_text(i) + ".json"), bodies[i]);
  }
  start();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const HttpResponse stored = change("PUT", "body" + to_text(i), bodies[i]);
    EXPECT_EQ(stored.status, 200) << stored.body;
    for (const char* name : {"file", "body"}) {
      EXPECT_EQ(registry_->find(name + to_text(i))->version, registry_->find("file0")->version);
    }
  }
  EXPECT_THAT(error_of(change("PUT", "half", wide + "x")), HasSubstr("body: damaged UTF-16"));
}

TEST_F(StoringTest, LimitsTheSizeOfAModel) {
  start({.files = {}, .folder = models(), .aliases = {}},
        {.body_bytes = 10, .model_bytes = 70'000});
  HttpRequest request = post("/v1/models/shop", "");
  request.method = "PUT";
  EXPECT_EQ(service_->plan(request).limit, std::size_t{64} << 10U);
  request.header["authorization"] = "Bearer " + scorer_;
  EXPECT_EQ(service_->plan(request).limit, std::size_t{64} << 10U);
  request.header["authorization"] = "Bearer " + admin_;
  EXPECT_EQ(service_->plan(request).limit, 70'000U);
  request.is_cut = true;
  const HttpResponse cut = service_->handle(request);
  EXPECT_EQ(cut.status, 413);
  EXPECT_THAT(error_of(cut), HasSubstr("70000 bytes"));
  // What is small, but not when it is unpacked.
  const fs::path path = folder_ / "large.json.gz";
  write_file(path, to_json(linear_model(1, 2)) + std::string(80'000, ' '));
  const HttpResponse large = change("PUT", "shop", std::string(MappedFile(path).bytes()));
  EXPECT_EQ(large.status, 400);
  EXPECT_THAT(error_of(large), HasSubstr("more than 70000 bytes, the limit"));
  EXPECT_THAT(files(), IsEmpty());
}

TEST_F(StoringTest, SaysThatTheFolderCannotBeWritten) {
  write_file(models() / "shop", "a file where the folder of labels would be");
  start();
  const HttpResponse response =
      change("PUT", "shop", to_json(linear_model(1, 2)), {{"label", "v1"}});
  EXPECT_EQ(response.status, 500);
  EXPECT_THAT(error_of(response), HasSubstr("cannot create"));
  EXPECT_THAT(files(), ElementsAre("shop"));
  fs::remove_all(models());
  EXPECT_THAT(error_of(put("shop", linear_model(1, 2))), HasSubstr("models"));
  fs::create_directories(models());
}

TEST_F(StoringTest, TakesUploadsFromSeveralThreads) {
  save("shop.json", linear_model(1, 0));
  start();
  constexpr int rounds = 15;
  std::atomic<bool> is_ending = false;
  std::atomic<int> wrong = 0;
  std::thread reader([&] {
    while (!is_ending) {
      const double value = score("shop");
      if (value < 1.0 || value > 400.0) ++wrong;
      service_->refresh();
    }
  });
  std::vector<std::thread> writers;
  for (int writer = 0; writer < 3; ++writer) {
    writers.emplace_back([&, writer] {
      for (int i = 0; i < rounds; ++i) {
        if (put("shop", linear_model(100 * (writer + 1) + i, 0)).status != 200) ++wrong;
        if (change("PUT", "shop", "{").status != 400) ++wrong;
        const std::string own = "own" + to_text(writer);
        if (put(own, linear_model(i + 1, 0)).status != 200) ++wrong;
        if (score(own) != i + 1) ++wrong;
        if (i + 1 < rounds && change("DELETE", own).status != 200) ++wrong;
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  is_ending = true;
  reader.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_THAT(files(), ElementsAre("own0.json", "own1.json", "own2.json", "shop.json"));
  // What is served is what the folder has.
  ModelRegistry another({.files = {}, .folder = models(), .aliases = {}});
  another.refresh();
  EXPECT_EQ(another.find("shop")->version, registry_->find("shop")->version);
}

}  // namespace
}  // namespace podium::serving
