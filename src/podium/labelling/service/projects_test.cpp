#include <functional>
#include <memory>
#include <set>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/format/file_fixture.hpp"
#include "podium/labelling/service/project_fixture.hpp"
#include "podium/labelling/store/import.hpp"
#include "podium/labelling/store/label_id.hpp"

namespace podium::labelling {
namespace {

using testing::HasSubstr;

using Projects = ProjectFixture;

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
  const RowId asked = store_.projects.queries(store_.projects.find("dogs")->id).front().id;
  std::function<void()> before = [] {};
  LabelStore watched(std::make_unique<WatchedDatabase>(database_.open(), before));
  LabelService service(watched, cheap_options(), [this] { return now_; });
  bool has_come = false;
  before = [&] {
    if (std::exchange(has_come, true)) return;
    store_.tasks.add(std::vector<Task>{{.query = asked, .account = ann_.account}});
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
    const HttpResponse response =
        send(root_, "POST", at + "/import", {{"queries", {query("q9"), bad}}});
    EXPECT_EQ(response.status, 400);
    return response.body;
  };
  json unknown_gold = query("q3");
  unknown_gold["gold"] = json::array({json::array({"a", "z"})});
  EXPECT_THAT(error_of(unknown_gold), HasSubstr("queries[1].gold[0][1]: found"));
  json circle = query("q3");
  circle["gold"] = json::array({json::array({"a", "b"}), json::array({"b", "a"})});
  EXPECT_THAT(error_of(circle),
              HasSubstr("queries[1].gold[1]: found a gold pair that contradicts"));
  json no_text = query("q3");
  no_text.erase("text");
  EXPECT_THAT(error_of(no_text), HasSubstr("queries[1]: found no 'text'"));
  json twice = query("q3");
  twice["documents"][1]["id"] = "a";
  error_of(twice);
  error_of(query("q1"));
  error_of(3);
  EXPECT_EQ(get(root_, at)["queries"].size(), 2U);
}

/// Whether the command line would import these ids.
bool can_be_imported_from_files(const std::string& query, const std::string& document) {
  const TemporaryFolder folder;
  const ImportFiles files{
      .queries = folder.file("q", json{{"qid", query}, {"text", "t"}}.dump() + "\n"),
      .documents =
          folder.file("d", json{{"docid", document}}.dump() + "\n{\"docid\":\"other\"}\n")};
  try {
    import_queries(files, {.kind = text::CorpusFormat::jsonl});
    return true;
  } catch (const DataError&) {
    return false;
  }
}

TEST_F(Projects, RefuseTheIdsThatTheCommandLineRefuses) {
  const std::string at = new_project(json::array());
  const std::vector<std::pair<std::string, bool>> ids = {
      {"q-7", true},
      {"http://a/b?c=d#e", true},
      {"\u00fc", true},
      {std::string(longest_label_id, 'x'), true},
      {std::string(longest_label_id + 1, 'x'), false},
      {"a b", false},
      {"a\tb", false},
      {"a\nb", false},
      {"a\x01", false},
      {"a\x7f", false},
      {"", false}};
  for (const auto& [id, is_good] : ids) {
    json with_query = query(id);
    json with_document = query("q" + to_text(id.size()) + std::string(is_good ? "good" : "bad"));
    with_document["documents"][2]["id"] = id;
    for (const json& made : {with_query, with_document}) {
      const HttpResponse response =
          send(root_, "POST", at + "/import", {{"queries", json::array({made})}});
      EXPECT_EQ(response.status, is_good ? 200 : 400) << id << ": " << response.body;
      if (!is_good) EXPECT_THAT(response.body, HasSubstr("without blanks")) << id;
    }
    EXPECT_EQ(can_be_imported_from_files(id, "d"), is_good) << id;
    EXPECT_EQ(can_be_imported_from_files("q", id), is_good) << id;
  }
}

TEST_F(Projects, AnAssessorGetsAQueryOnlyOnce) {
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
  const RowId script = store_.people.add_account({.name = "script", .is_program = true});
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
  const HttpResponse mixed = send(root_, "POST", at + "/assign",
                                  {{"assessors", {bob_.account, script}}, {"tools", {"grades"}}});
  EXPECT_EQ(mixed.status, 400);
  EXPECT_THAT(mixed.body, HasSubstr("both people and programs"));
}

TEST_F(Projects, MembersOfAnImportThatWouldBeDroppedAreRefused) {
  const std::string at = new_project(json::array({query("q1")}));
  const auto error_of = [&](const json& queries) {
    const HttpResponse response = send(root_, "POST", at + "/import", {{"queries", queries}});
    EXPECT_EQ(response.status, 400) << response.body;
    return response.body;
  };
  json named = query("q2");
  named["title"] = "t";
  EXPECT_THAT(error_of(json::array({named})), HasSubstr("queries[0]: found the key 'title'"));
  json with_rank = query("q2");
  with_rank["documents"][1]["rank"] = 3;
  EXPECT_THAT(error_of(json::array({with_rank})),
              HasSubstr("queries[0].documents[1]: found the key 'rank'"));
  json twofold = query("q2");
  twofold["documents"][1]["text"] = "b";
  EXPECT_THAT(error_of(json::array({twofold})), HasSubstr("found 'html' beside 'text'"));
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
  EXPECT_EQ(status(both, {"grades"}, 3, 0), 400) << "there are only two";
  EXPECT_EQ(status(both, {"grades"}, 1, 0), 200);
}

}  // namespace
}  // namespace podium::labelling
