#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
            {"gold", {{"b", "a"}}}};
  }
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
  unknown_gold["gold"] = {{"a", "z"}};
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

}  // namespace
}  // namespace podium
