#include "podium/serving/record/query_recorder.hpp"

#include <algorithm>
#include <future>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/format/read.hpp"
#include "podium/learning/model/random_model_fixture.hpp"
#include "podium/learning/model/row_scores.hpp"
#include "podium/serving/serve_fixture.hpp"

namespace podium::serving {
namespace {

using testing::HasSubstr;

using RecordQueue = BackgroundQueue<RecordedQuery>;

class QueryRecorderTest : public ServeFixture {
 protected:
  std::filesystem::path path() const { return folder_ / "record.txt"; }

  static ModelHandle shop(const RankingModel& model) {
    return std::make_shared<const LoadedModel>("shop", "", to_json(model), "test");
  }

  static RecordedQuery query_of(const ModelHandle& model, const std::string& name) {
    return {.model = model,
            .query = name,
            .ids = {"a"},
            .values = {.width = 2, .listed = {1, 2}, .list_width = 2}};
  }

  void start(ScoreServiceOptions options) {
    service_.reset();  // before its models
    registry_.emplace(ModelSources{.files = {}, .folder = models(), .aliases = {}});
    service_.emplace(*registry_, std::move(options));
    service_->refresh();
  }

  std::string metrics() { return service_->handle(get("/metrics")).body; }

  std::optional<ModelRegistry> registry_;
  std::optional<ScoreService> service_;
};

/// Features of a query as a request has them, in JSON of all digits.
std::string request_body(const std::string& query, std::span<const float> rows, std::size_t width) {
  std::string body = R"({"query":")" + query + R"(","documents":[)";
  for (std::size_t begin = 0; begin < rows.size(); begin += width) {
    body += begin == 0 ? "" : ",";
    body += R"({"id":"d )" + to_text(begin) + R"(","values":[)";
    for (std::size_t f = 0; f < width; ++f) {
      const float value = rows[begin + f];
      body += (f == 0 ? "" : ",") + (std::isnan(value) ? "null" : to_text(value));
    }
    body += "]}";
  }
  return body + "]}";
}

TEST_F(QueryRecorderTest, LeavesOutQueriesWithADocumentTwice) {
  save("shop.json", linear_model(1, 0));
  std::vector<std::string> log;
  start({.records = {{"shop", path(), 1.0}},
         .log = [&](const Json& entry) { log.push_back(entry.dump()); }});
  for (const char* second : {"b", "a", "c"}) {
    EXPECT_EQ(service_
                  ->handle(post("/v1/models/shop/score",
                                R"({"documents":[{"id":"a","values":[1,2]},{"id":")" +
                                    std::string(second) + R"(","values":[3,4]}]})"))
                  .status,
              200);
  }
  service_->finish_records();
  EXPECT_EQ(read_dataset(path()).query_count(), 2U);
  EXPECT_THAT(metrics(),
              HasSubstr("podium_record_dropped_total{model=\"shop\",reason=\"ids\"} 1\n"));
  EXPECT_THAT(log, testing::Contains(HasSubstr("a query has the document 'a' twice")));
}

/// The regression test that records are made for: the file, read as a data set, gives the scores of
/// the answers, bit by bit, also of a model that normalises by query.
TEST_F(QueryRecorderTest, RecordsDataThatGiveTheScoresOfTheAnswers) {
  RandomStream random(11, "", "test");
  constexpr std::size_t width = 5;
  RankingModel model;
  model.kind = LinearModel{{width}, random_parameters(width, random)};
  model.preparation.features = {.count = width, .first_id = 1, .names = {}};
  model.preparation.fill.otherwise = {FillRule::Kind::min};
  model.training.algorithm = "ranksvm";
  save("shop.json", model);
  start({.records = {{"shop", path(), 1.0}}});
  std::vector<double> answered;
  for (int q = 0; q < 30; ++q) {
    const std::vector<float> rows = random_values(width * (1 + random.below(20)), random);
    // Each name comes twice: a query that is asked again is another one.
    const HttpResponse response = service_->handle(
        post("/v1/models/shop/score", request_body("q " + to_text(q / 2), rows, width)));
    ASSERT_EQ(response.status, 200) << response.body;
    const Json json = json_of(response);
    for (const Json& value : *json.find("scores")->as<Json::Array>()) {
      answered.push_back(value.number());
    }
  }
  service_->finish_records();
  EXPECT_THAT(metrics(), HasSubstr("podium_recorded_queries_total{model=\"shop\"} 30\n"));
  const Dataset data = read_dataset(path());
  EXPECT_EQ(data.query_count(), 30U);
  EXPECT_THAT(std::string(data[0].id), testing::StartsWith("q%200@"));
  EXPECT_EQ(data.columns().document_id[0], "d%200");
  EXPECT_EQ(scores_by_input(data, model_row_scores(model, "shop", data)), answered);
}

TEST_F(QueryRecorderTest, RecordsAQueryAlwaysOrNeverWhoeverAnswers) {
  save("shop.json", linear_model(1, 0));
  save("new.json", linear_model(0, 1));
  start({.canaries = {{"shop", "new", 0.5}}, .records = {{"shop", path(), 0.25}}});
  for (int round = 0; round < 2; ++round) {
    for (int q = 0; q < 400; ++q) {
      service_->handle(post("/v1/models/shop/score", R"({"query":"q)" + to_text(q) +
                                                         R"(","documents":[{"values":[1,2]}]})"));
      service_->finish_records();
    }
  }
  service_->handle(post("/v1/models/new/score", R"({"documents":[{"values":[1,2]}]})"));
  service_->handle(post("/v1/models/shop/score", R"({"documents":[]})"));
  service_->finish_records();
  const Dataset data = read_dataset(path());
  std::map<std::string, int> times;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    ++times[std::string(data[q].id.substr(0, data[q].id.find('@')))];
  }
  for (const auto& [name, count] : times) EXPECT_EQ(count, 2) << name;
  EXPECT_NEAR(static_cast<double>(times.size()), 100, 45);  // five standard deviations
}

TEST_F(QueryRecorderTest, WritesWhatIsLeftBeforeItEnds) {
  save("shop.json", linear_model(1, 0));
  start({.records = {{"shop", path(), 1.0}}});
  for (int q = 0; q < 20; ++q) {
    service_->handle(post("/v1/models/shop/rank", R"({"documents":[{"values":[1,2]}]})"));
  }
  service_.reset();
  EXPECT_EQ(read_dataset(path()).query_count(), 20U);
}

TEST_F(QueryRecorderTest, DoesNotRecordWhatCannotBeScored) {
  RankingModel model = linear_model(1, 0);
  model.preparation.fill.otherwise = {FillRule::Kind::keep};
  save("shop.json", model);
  start({.records = {{"shop", path(), 1.0}}});
  EXPECT_EQ(service_->handle(post("/v1/models/shop/rank", R"({"documents":[{"values":[1,null]}]})"))
                .status,
            422);
  service_->finish_records();
  EXPECT_THAT(metrics(), HasSubstr("podium_recorded_queries_total{model=\"shop\"} 0\n"));
}

TEST_F(QueryRecorderTest, OpensAFileAgainThatWasMovedAway) {
  const ModelHandle model = shop(linear_model(1, 0));
  QueryRecorder recorder({{"shop", path(), 1.0}}, [](const std::string&) {});
  recorder.offer(query_of(model, "q1"));
  recorder.finish();
  recorder.reopen();  // nothing to do
  std::filesystem::rename(path(), folder_ / "old.txt");
  recorder.offer(query_of(model, "q2"));
  recorder.finish();
  recorder.reopen();
  recorder.offer(query_of(model, "q3"));
  recorder.finish();
  EXPECT_EQ(read_dataset(folder_ / "old.txt").query_count(), 2U);
  EXPECT_EQ(read_dataset(path()).query_count(), 1U);
}

TEST_F(QueryRecorderTest, StaysWithItsFileIfThereIsNoOther) {
  const ModelHandle model = shop(linear_model(1, 0));
  QueryRecorder recorder({{"shop", path(), 1.0}}, [](const std::string&) {});
  std::filesystem::rename(path(), folder_ / "old.txt");
  folder_.file("record.txt", "1 qid:1 1:1\n");
  EXPECT_THROW(recorder.reopen(), UsageError);
  recorder.offer(query_of(model, "q1"));
  recorder.finish();
  EXPECT_EQ(read_dataset(folder_ / "old.txt").query_count(), 1U);
}

/// The writer is held by its complaint, so that the queue behind it is full.
TEST_F(QueryRecorderTest, DropsAndCountsWhatItHasNoPlaceForAndWhatDoesNotFit) {
  RankingModel other = linear_model(1, 0);
  other.preparation.features.names = {"bm25", "price"};
  const ModelHandle model = shop(linear_model(1, 0));
  std::promise<std::string> complaint;
  std::promise<void> gate;
  QueryRecorder recorder({{"shop", path(), 1.0}}, [&](const std::string& problem) {
    complaint.set_value(problem);
    gate.get_future().wait();
  });
  recorder.offer(query_of(model, "q1"));
  recorder.offer(query_of(shop(other), "q2"));
  EXPECT_THAT(complaint.get_future().get(), HasSubstr("shop has other features"));
  recorder.offer(query_of(shop(other), "q3"));  // of the same kind: nothing more is said
  for (std::size_t i = 1; i < RecordQueue::longest + 5; ++i) recorder.offer(query_of(model, "q"));
  gate.set_value();
  recorder.finish();
  const std::string text = recorder.metrics_text();
  EXPECT_THAT(text, HasSubstr("podium_recorded_queries_total{model=\"shop\"} " +
                              to_text(RecordQueue::longest) + "\n"));
  const std::string dropped = "podium_record_dropped_total{model=\"shop\",reason=";
  EXPECT_THAT(text, HasSubstr(dropped + "\"busy\"} 5\n"));
  EXPECT_THAT(text, HasSubstr(dropped + "\"features\"} 2\n"));
  EXPECT_THAT(text, HasSubstr(dropped + "\"disk\"} 0\n"));
  EXPECT_EQ(read_dataset(path()).query_count(), RecordQueue::longest);
}

TEST_F(QueryRecorderTest, LeavesOutWords) {
  RankingModel model = linear_model(1, 1);
  model.preparation.categories = {{.feature = "title",
                                   .value = {0, 1},
                                   .mean = {0.1, 0.2},
                                   .has_words = true,
                                   .word = {"acme", "bolt"},
                                   .count = {1, 1}}};
  std::promise<std::string> complaint;
  {
    QueryRecorder recorder({{"shop", path(), 1.0}},
                           [&](const std::string& problem) { complaint.set_value(problem); });
    recorder.offer(query_of(shop(model), "q"));
    recorder.finish();
  }
  EXPECT_THAT(complaint.get_future().get(), HasSubstr("shop has features of words"));
  EXPECT_EQ(std::filesystem::file_size(path()), 0U);
}

TEST_F(QueryRecorderTest, LimitsTheNamesOfQueries) {
  const ModelHandle model = shop(linear_model(1, 0));
  std::promise<std::string> complaint;
  std::promise<void> gate;
  QueryRecorder recorder({{"shop", path(), 1.0}}, [&](const std::string& problem) {
    complaint.set_value(problem);
    gate.get_future().wait();
  });
  recorder.offer(query_of(model, std::string(1001, 'q')));
  EXPECT_THAT(complaint.get_future().get(), HasSubstr("a name of 1001 bytes, expected at most"));
  const std::string large(RecordQueue::largest / 2 + 1, 'q');
  for (int i = 0; i < 2; ++i) recorder.offer(query_of(model, large));
  recorder.offer(query_of(model, std::string(1000, 'q')));
  gate.set_value();
  recorder.finish();
  const std::string text = recorder.metrics_text();
  EXPECT_THAT(text, HasSubstr("podium_recorded_queries_total{model=\"shop\"} 1\n"));
  const std::string dropped = "podium_record_dropped_total{model=\"shop\",reason=";
  EXPECT_THAT(text, HasSubstr(dropped + "\"ids\"} 2\n"));
  EXPECT_THAT(text, HasSubstr(dropped + "\"busy\"} 1\n")) << "memory is counted";
}

TEST_F(QueryRecorderTest, DoesNothingWithoutRules) {
  QueryRecorder recorder({}, [](const std::string&) {});
  EXPECT_EQ(recorder.rule_of("shop"), nullptr);
  recorder.finish();
  EXPECT_EQ(recorder.metrics_text(), "");
}

}  // namespace
}  // namespace podium::serving
