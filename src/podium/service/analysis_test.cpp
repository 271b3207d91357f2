#include <array>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/service/analysis_messages.hpp"
#include "podium/service/project_fixture.hpp"
#include "podium/service/work_desk.hpp"
#include "podium/store/export.hpp"

namespace podium {
namespace {

using testing::HasSubstr;

using Analysis = ProjectFixture;

TEST_F(Analysis, DisagreementsAreShownWorstFirstAndDecided) {
  const std::string at = new_project({query("q1"), query("q2")});
  const json everybody = {
      {"assessors", {ann_.account, bob_.account}}, {"tools", {"preferences"}}, {"overlap", 2}};
  change(root_, "POST", at + "/assign", everybody);
  EXPECT_EQ(get(root_, at + "/disagreements")["queries"].size(), 0U) << "nobody has finished";
  const json tasks = get(root_, at)["tasks"];
  for (const json& task : tasks) {
    const Client& who = task["account"] == ann_.account ? ann_ : bob_;
    const std::string path = "/api/tasks/" + task["id"].dump();
    json state = get(who, path);
    // Both prefer the first; of q2 bob says the opposite.
    const bool is_turned = who.account == bob_.account && state["query"]["id"] == "q2";
    for (int i = 0; !state["question"].is_null(); ++i) {
      const bool is_left_first =
          state["question"]["left"]["index"] < state["question"]["right"]["index"];
      state = change(
          who, "POST", path + "/answers",
          answer_to(state, is_left_first != is_turned ? "left" : "right", "k" + std::to_string(i)));
    }
  }
  const json queries = get(root_, at + "/disagreements")["queries"];
  ASSERT_EQ(queries.size(), 2U);
  EXPECT_EQ(queries[0]["query"]["name"], "q2");
  EXPECT_EQ(queries[0]["overlap"], 0.5) << "{a, b} and {c, b}";
  EXPECT_EQ(queries[1]["overlap"], 1.0);
  EXPECT_EQ(queries[1]["suggested"], json({0, 1}));
  // Borda's points are 2, 2, 2; first-stage order breaks the tie.
  EXPECT_EQ(queries[0]["suggested"], json({0, 1}));
  EXPECT_THAT(queries[0]["lists"],
              testing::UnorderedElementsAre(json{{"assessor", "ann"}, {"top", {0, 1}}},
                                            json{{"assessor", "bob"}, {"top", {2, 1}}}));
  EXPECT_EQ(queries[0]["documents"][2]["id"], "c");
  EXPECT_TRUE(queries[0]["adjudicated"].is_null());
  const json decision = {{"query", queries[0]["query"]["id"]}, {"top", {1, 2}}};
  change(root_, "POST", at + "/adjudications", decision);
  EXPECT_EQ(get(root_, at + "/disagreements")["queries"][0]["adjudicated"], json({1, 2}));

  const json analysis = get(root_, at + "/analysis");
  EXPECT_EQ(analysis["tools"][0]["tool"], "preferences");
  EXPECT_EQ(analysis["tools"][0]["queries_judged_twice"], 2);
  EXPECT_EQ(analysis["tools"][0]["table"].size(), 3U);
  EXPECT_TRUE(analysis["tools"][1]["overall"].is_null()) << "nobody graded";
  EXPECT_EQ(analysis["assessors"].size(), 2U);
  EXPECT_EQ(analysis["progress"].size(), 1U);
  EXPECT_EQ(analysis["progress"][0]["at"].get<Instant>() % 3'600'000, 0);
  EXPECT_FALSE(analysis["text"].get<std::string>().empty());
}

TEST(Disagreements, AreThoseOfPeopleUnlessOnlyProgramsJudged) {
  Judgements said{.k = 1, .assessor = {{"ann"}, {"bob"}, {"script", true}, {"model", true}}};
  said.query.push_back({"q1", {"a", "b"}, {}});
  const TopKResult first{.top = {{0}}, .rest = {1}};
  const TopKResult second{.top = {{1}}, .rest = {0}};
  const std::vector<StoredQuery> queries = {{.query = sample_query("q1", 2)}};
  said.top_k = {{2, 0, first}, {3, 0, second}};
  EXPECT_EQ(disagreements_json(said, queries, 1).size(), 1U) << "nobody else judged";
  said.top_k.push_back({0, 0, first});
  EXPECT_EQ(disagreements_json(said, queries, 1).size(), 0U) << "one person alone";
  said.top_k.push_back({1, 0, first});
  const Answer for_first{{0, 1, Purpose::needed}, Verdict::left};
  const Answer for_second{{0, 1, Purpose::needed}, Verdict::right};
  said.preference = {{0, 0, for_first}, {2, 0, for_second}, {3, 0, for_second}};
  const Json found = disagreements_json(said, queries, 1);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0]["lists"].size(), 2U);
  EXPECT_EQ(found[0]["overlap"], 1.0);
  EXPECT_EQ(found[0]["suggested"], json({0})) << "programs are more, but do not count";
}

TEST_F(Analysis, WhatWasDecidedIsExportedAsAFile) {
  const RowId query = store_.queries(project_).front().id;
  change(root_, "POST", path("/adjudications"), {{"query", query}, {"top", {3, 0}}});
  Request request = ServiceFixture::request(root_, "GET", path("/export"));
  EXPECT_EQ(service_->handle(request).status, 400) << "it must say what";
  request.query["what"] = "everything";
  EXPECT_EQ(service_->handle(request).status, 400);
  request.query["what"] = "top-k";
  const Response response = service_->handle(request);
  EXPECT_EQ(response.status, 200) << response.body;
  EXPECT_THAT(response.body, HasSubstr("\"d3\""));
  EXPECT_EQ(response.header.find("Content-Disposition")->second,
            "attachment; filename=\"cats-top-k.jsonl\"");
  EXPECT_EQ(store_.audit(1).front().action, "export");
}

TEST_F(Analysis, ExportsAreNamedAndTypedForWhatTheyAre) {
  const RowId query = store_.queries(project_).front().id;
  change(root_, "POST", path("/adjudications"), {{"query", query}, {"top", {3, 0}}});
  change(ann_, "POST", ann_task_ + "/answers", answer_to(get(ann_, ann_task_), "left", "k1"));
  const std::vector<std::array<std::string, 3>> kinds = {
      {"top-k", "jsonl", "application/x-ndjson"},
      {"letor", "txt", "text/plain; charset=utf-8"},
      {"qrels", "txt", "text/plain; charset=utf-8"},
      {"prefs", "txt", "text/plain; charset=utf-8"},
      {"pairs", "csv", "text/csv; charset=utf-8; header=present"}};
  ASSERT_EQ(kinds.size(), export_kind_names.size());
  for (const auto& [what, ending, type] : kinds) {
    Request request = ServiceFixture::request(root_, "GET", path("/export"));
    request.query["what"] = what;
    const Response response = service_->handle(request);
    ASSERT_EQ(response.status, 200) << response.body;
    EXPECT_EQ(response.type, type) << what;
    EXPECT_THAT(response.header.find("Content-Disposition")->second,
                testing::EndsWith("cats-" + what + "." + ending + "\""));
  }
}

TEST_F(Analysis, AnExportOfWhatOnlyProgramsSaidNamesNoFlagOfTheCommandLine) {
  const RowId script = store_.add_account({.name = "script", .is_program = true});
  const RowId query = store_.queries(project_).front().id;
  store_.add_tasks(std::vector<Task>{{.query = query, .account = script}});
  const RowId task = store_.tasks_of(script).front().id;
  WorkDesk desk(store_);
  const Work work = desk.current(store_.task(task));
  const Question asked = *next_question(std::get<Session>(work.session));
  desk.submit(work, 0, {.key = "k1", .action = Answer{asked, Verdict::left}});
  Request request = ServiceFixture::request(root_, "GET", path("/export"));
  request.query["what"] = "pairs";
  const Response response = service_->handle(request);
  EXPECT_EQ(response.status, 400);
  EXPECT_THAT(response.body, HasSubstr("1 by programs, which do not count"));
  EXPECT_THAT(response.body, testing::Not(HasSubstr("--")));
}

TEST_F(Analysis, DecisionsThatCannotBeAreRefused) {
  const RowId query = store_.queries(project_).front().id;
  const auto status = [&](const json& id, const json& top) {
    return send(root_, "POST", path("/adjudications"), {{"query", id}, {"top", top}}).status;
  };
  EXPECT_EQ(status(query, json::array()), 400);
  EXPECT_EQ(status(query, {0, 0}), 400);
  EXPECT_EQ(status(query, {4}), 400);
  EXPECT_EQ(status(query, {-1}), 400);
  EXPECT_EQ(status(999, {0}), 400);
  EXPECT_EQ(status(query, {3, 0}), 200);
}

}  // namespace
}  // namespace podium
