#include <functional>
#include <memory>
#include <set>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/service/analysis_messages.hpp"
#include "podium/service/service_fixture.hpp"

namespace podium {
namespace {

using testing::HasSubstr;

class Projects : public ServiceFixture {
 protected:
  Projects() { set_up_project(); }

  std::string path(const std::string& rest = "") const {
    return "/api/projects/" + to_text(project_) + rest;
  }

  /// A project of the administrator with queries but without tasks.
  std::string new_project(const json& queries) {
    const json made =
        change(root_, "POST", "/api/projects", {{"name", "dogs"}, {"options", {{"k", "2"}}}});
    const std::string at = "/api/projects/" + made["id"].dump();
    change(root_, "POST", at + "/import", {{"queries", queries}});
    return at;
  }

  static json query(const std::string& id) {
    return {{"id", id},
            {"text", "text of " + id},
            {"documents",
             {{{"id", "a"}, {"title", "A"}, {"text", "plain"}},
              {{"id", "b"}, {"html", "<p>b</p>"}, {"url", "http://b"}},
              {{"id", "c"}, {"snippet", "see"}}}},
            {"gold", json::array({json::array({"b", "a"})})}};
  }
};

/// A database in which something happens just before each change.
class WatchedDatabase : public Database {
 public:
  WatchedDatabase(std::unique_ptr<Database> inner, const std::function<void()>& before)
      : inner_(std::move(inner)), before_(before) {}

  Dialect dialect() const noexcept override { return inner_->dialect(); }
  void write(const std::function<void(Connection&)>& work) override {
    before_();
    inner_->write(work);
  }
  void read(const std::function<void(Connection&)>& work) override { inner_->read(work); }

 private:
  std::unique_ptr<Database> inner_;
  const std::function<void()>& before_;
};

TEST_F(Projects, AreMadeFromSettingsAndListed) {
  const json settings = {{"name", "dogs"},
                         {"guidelines", "be fair"},
                         {"options", {{"k", "3"}, {"strategy", "heap"}, {"ties", "false"}}},
                         {"scale", {"no", "yes"}},
                         {"seed", 7},
                         {"overlap", 2}};
  const json made = change(root_, "POST", "/api/projects", settings);
  EXPECT_EQ(send(root_, "POST", "/api/projects", settings).status, 409) << "the name is taken";
  const json shown = get(root_, "/api/projects/" + made["id"].dump());
  EXPECT_EQ(shown["settings"]["guidelines"], "be fair");
  EXPECT_EQ(shown["settings"]["options"]["strategy"], "heap");
  EXPECT_EQ(shown["settings"]["options"]["votes"], "1") << "defaults are shown, too";
  EXPECT_EQ(shown["settings"]["scale"], settings["scale"]);
  EXPECT_EQ(shown["settings"]["seed"], 7);
  EXPECT_EQ(shown["settings"]["overlap"], 2);
  const json projects = get(root_, "/api/projects")["projects"];
  ASSERT_EQ(projects.size(), 2U);
  EXPECT_EQ(projects[0]["name"], "cats");
  EXPECT_EQ(projects[0]["queries"], 2);
  EXPECT_EQ(projects[0]["tasks"], 4);
  EXPECT_EQ(projects[0]["done"], 0);
}

TEST_F(Projects, ShowHowFarEveryTaskIs) {
  const json state = get(ann_, ann_task_);
  change(ann_, "POST", ann_task_ + "/answers", answer_to(state, "left", "k"));
  const json shown = get(root_, path());
  ASSERT_EQ(shown["tasks"].size(), 4U);
  EXPECT_EQ(shown["tasks"][0]["account"], ann_.account);
  EXPECT_EQ(shown["tasks"][0]["answered"], 1);
  EXPECT_GT(shown["tasks"][0]["remaining"].get<double>(), 0.0);
  EXPECT_EQ(shown["tasks"][1]["tool"], "grades");
  EXPECT_EQ(shown["queries"][0]["name"], "q1");
  EXPECT_EQ(shown["queries"][0]["documents"], 4);
  EXPECT_EQ(shown["accounts"].size(), 3U);
}

TEST_F(Projects, SessionOptionsAreFixedOnceThereAreTasks) {
  json settings = get(root_, path())["settings"];
  settings["guidelines"] = "new words";
  change(root_, "PUT", path(), settings);
  EXPECT_EQ(get(ann_, ann_task_)["guidelines"], "new words");
  for (const auto& [name, value] : {std::pair<std::string, json>{"seed", 2},
                                    {"options", {{"k", "3"}}},
                                    {"scale", {"no", "yes"}}}) {
    json changed = settings;
    changed[name] = value;
    EXPECT_EQ(send(root_, "PUT", path(), changed).status, 409) << name;
  }
}

TEST_F(Projects, ATaskThatComesJustBeforeAChangeFixesTheSettings) {
  const std::string at = new_project(json::array({query("q1")}));
  const RowId asked = store_.queries(store_.find_project("dogs")->id).front().id;
  std::function<void()> before = [] {};
  LabelStore watched(std::make_unique<WatchedDatabase>(database_.open(), before));
  LabelService service(watched, cheap_options(), [this] { return now_; });
  before = [&] {
    before = [] {};
    store_.add_tasks(std::vector<Task>{{.query = asked, .account = ann_.account}});
  };
  json settings = get(root_, at)["settings"];
  settings["seed"] = 99;
  EXPECT_EQ(service.handle(request(root_, "PUT", at, settings.dump())).status, 409);
  EXPECT_EQ(get(root_, at)["settings"]["seed"], 1);
}

TEST_F(Projects, QueriesAreImportedWholeOrNotAtAll) {
  const std::string at = new_project({query("q1"), query("q2")});
  EXPECT_EQ(get(root_, at)["queries"].size(), 2U);
  const auto error_of = [&](const json& bad) {
    const Response response =
        send(root_, "POST", at + "/import", {{"queries", {query("q9"), bad}}});
    EXPECT_EQ(response.status, 400);
    return response.body;
  };
  json unknown_gold = query("q3");
  unknown_gold["gold"] = json::array({json::array({"a", "z"})});
  EXPECT_THAT(error_of(unknown_gold), HasSubstr("query 2: gold"));
  json no_text = query("q3");
  no_text.erase("text");
  EXPECT_THAT(error_of(no_text), HasSubstr("query 2: text"));
  json twice = query("q3");
  twice["documents"][1]["id"] = "a";
  error_of(twice);
  error_of(query("q1"));
  error_of(3);
  EXPECT_EQ(get(root_, at)["queries"].size(), 2U);
}

TEST_F(Projects, WorkIsAssignedSoThatNobodyMeetsAQueryTwice) {
  const std::string at = new_project({query("q1"), query("q2"), query("q3"), query("q4")});
  const json body = {{"assessors", {ann_.account, bob_.account}},
                     {"tools", {"preferences", "grades"}},
                     {"overlap", 1},
                     {"cap", 0}};
  EXPECT_EQ(change(root_, "POST", at + "/assign", body)["tasks"], 8);
  EXPECT_EQ(change(root_, "POST", at + "/assign", body)["tasks"], 0) << "nothing is missing";
  std::set<std::pair<json, json>> met;
  const json tasks = get(root_, at)["tasks"];
  for (const json& task : tasks) {
    EXPECT_TRUE(met.emplace(task["account"], task["query"]).second);
  }
  EXPECT_EQ(get(ann_, "/api/tasks")["tasks"].size(), 2U + 4U);
}

TEST_F(Projects, OnlyPeopleWhoMayStillWorkCountAsAssessorsOfAQuery) {
  const std::string at = new_project({query("q1"), query("q2")});
  const RowId script = store_.add_account({.name = "script", .is_program = true});
  const auto assigned = [&](const json& assessors, int overlap) {
    return change(root_, "POST", at + "/assign",
                  {{"assessors", assessors}, {"tools", {"grades"}}, {"overlap", overlap}})["tasks"];
  };
  EXPECT_EQ(assigned(json::array({script}), 1), 2);
  EXPECT_EQ(assigned(json::array({script}), 1), 0) << "programs count where programs are asked for";
  EXPECT_EQ(assigned(json::array({ann_.account}), 1), 2) << "the program is no person";
  EXPECT_EQ(assigned({ann_.account, bob_.account}, 1), 0);
  change(root_, "PUT", "/api/accounts/" + to_text(ann_.account), {{"enabled", false}});
  EXPECT_EQ(assigned(json::array({bob_.account}), 1), 2) << "ann may not finish hers";
  const Response mixed = send(root_, "POST", at + "/assign",
                              {{"assessors", {bob_.account, script}}, {"tools", {"grades"}}});
  EXPECT_EQ(mixed.status, 400);
  EXPECT_THAT(mixed.body, HasSubstr("people or programs alone"));
}

TEST_F(Projects, ImpossibleAssignmentsAreRefused) {
  const std::string at = new_project({query("q1"), query("q2")});
  const auto status = [&](const json& assessors, const json& tools, int overlap, int cap) {
    return send(root_, "POST", at + "/assign",
                {{"assessors", assessors}, {"tools", tools}, {"overlap", overlap}, {"cap", cap}})
        .status;
  };
  const json both = {ann_.account, bob_.account};
  EXPECT_EQ(status(json::array(), {"grades"}, 1, 0), 400);
  EXPECT_EQ(status({999}, {"grades"}, 1, 0), 400);
  EXPECT_EQ(status({ann_.account, ann_.account}, {"grades"}, 1, 0), 400);
  EXPECT_EQ(status(both, json::array(), 1, 0), 400);
  EXPECT_EQ(status(both, {"stars"}, 1, 0), 400);
  EXPECT_EQ(status(both, {"grades"}, 3, 0), 400) << "there are but two";
  EXPECT_EQ(status(both, {"grades"}, 1, 0), 200);
}

TEST_F(Projects, DisagreementsAreShownWorstFirstAndDecided) {
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

TEST_F(Projects, WhatWasDecidedIsExportedAsAFile) {
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
            "attachment; filename=\"cats-top-k.txt\"");
  EXPECT_EQ(store_.audit(1).front().action, "export");
}

TEST_F(Projects, DecisionsThatCannotBeAreRefused) {
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
