#include <set>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/labelling/service/service_fixture.hpp"

namespace podium::labelling {
namespace {

using testing::HasSubstr;
using testing::Not;

class Tasks : public ServiceFixture {
 protected:
  Tasks() { set_up_project(); }

  json answer(const json& state, const std::string& verdict, const std::string& key) {
    return change(ann_, "POST", ann_task_ + "/answers", answer_to(state, verdict, key));
  }

  std::size_t entry_count() const {
    return store_.tasks.entries(store_.tasks.of_account(ann_.account).front().id).size();
  }
};

TEST_F(Tasks, AreListedForTheirAssessor) {
  const json tasks = get(ann_, "/api/tasks")["tasks"];
  ASSERT_EQ(tasks.size(), 2U);
  EXPECT_EQ(tasks[0]["project"], "cats");
  EXPECT_EQ(tasks[0]["query"]["id"], "q1");
  EXPECT_EQ(tasks[0]["tool"], "preferences");
  EXPECT_EQ(tasks[0]["done"], false);
  EXPECT_EQ(tasks[0]["answered"], 0);
  EXPECT_EQ(get(bob_, "/api/tasks")["tasks"][1]["tool"], "grades");
  EXPECT_EQ(get(root_, "/api/tasks")["tasks"].size(), 0U);
}

TEST_F(Tasks, OfOthersAreNotThere) {
  for (const Client& other : {bob_, root_}) {
    EXPECT_EQ(send(other, "GET", ann_task_).status, 404);
    EXPECT_EQ(send(other, "GET", ann_task_ + "/documents/0").status, 404);
    EXPECT_EQ(send(other, "POST", ann_task_ + "/undo", {{"key", "k"}, {"expected", 0}}).status,
              404);
    const json body = answer_to(get(ann_, ann_task_), "left", "k");
    EXPECT_EQ(send(other, "POST", ann_task_ + "/answers", body).status, 404);
  }
  EXPECT_EQ(entry_count(), 0U);
}

TEST_F(Tasks, ShowTheQuestionWithoutItsPurpose) {
  const json state = get(ann_, ann_task_);
  EXPECT_EQ(state["query"]["description"], "description of q1");
  EXPECT_EQ(state["entries"], 0);
  EXPECT_EQ(state["can_undo"], false);
  EXPECT_EQ(state["ties"], true);
  EXPECT_EQ(state["scale"].size(), 5U);
  EXPECT_GT(state["progress"]["remaining"].get<double>(), 0.0);
  const json card = state["question"]["left"];
  EXPECT_EQ(card["frame"], ann_task_ + "/documents/" + card["index"].dump());
  EXPECT_EQ(card["title"], "title of " + card["id"].get<std::string>());
  EXPECT_THAT(state.dump(), Not(HasSubstr("purpose")));
  EXPECT_THAT(state.dump(), Not(HasSubstr("needed")));
}

class Undoing : public ServiceFixture {
 protected:
  Undoing() {
    ProjectSettings settings{.name = "cats"};
    settings.session.strategy = Strategy::insertion;
    set_up_project(settings);
  }
};

// Else a check would be the question after which another answer changes nothing.
TEST_F(Undoing, ShowsTheSameAgainWhateverIsAnsweredThen) {
  const json start = get(ann_, ann_task_);
  const json first = change(ann_, "POST", ann_task_ + "/answers", answer_to(start, "left", "a"));
  const json back =
      change(ann_, "POST", ann_task_ + "/undo", {{"key", "u"}, {"expected", first["entries"]}});
  EXPECT_EQ(back["question"], start["question"]);
  const json second = change(ann_, "POST", ann_task_ + "/answers", answer_to(back, "right", "b"));
  EXPECT_EQ(second["question"], first["question"]);
  EXPECT_EQ(second["progress"], first["progress"]);

  // What the strategy would have asked next was not shown, so nobody can answer it.
  const Session anew = answered(
      Session(session_setup(store_.projects.get(project_),
                            store_.projects.queries(project_).front().query, "ann")),
      {{start["question"]["left"]["index"], start["question"]["right"]["index"]}, Verdict::right});
  const Question hidden = next_question(anew).value();
  json guess = answer_to(second, "left", "c");
  ASSERT_NE((std::pair<DocIndex, DocIndex>(guess["left"], guess["right"])),
            std::pair(hidden.left, hidden.right));
  guess["left"] = hidden.left;
  guess["right"] = hidden.right;
  EXPECT_EQ(send(ann_, "POST", ann_task_ + "/answers", guess).status, 400);
}

TEST_F(Tasks, AreAnsweredToTheEnd) {
  json state = get(ann_, ann_task_);
  int answers = 0;
  while (!state["question"].is_null()) {
    pass(5000);
    state = answer(state, "left", "key-" + std::to_string(answers));
    EXPECT_EQ(state["entries"], ++answers);
    EXPECT_EQ(state["progress"]["answered"], answers);
  }
  EXPECT_EQ(state["task"]["done"], true);
  EXPECT_EQ(state["progress"]["remaining"], 0.0);
  EXPECT_TRUE(store_.tasks.of_account(ann_.account).front().is_done);
  EXPECT_EQ(json::parse(made_service()->handle(request(ann_, "GET", ann_task_)).body), state)
      << "another server folds the same";
  EXPECT_EQ(
      send(ann_, "POST", ann_task_ + "/answers",
           {{"key", "more"}, {"expected", answers}, {"left", 0}, {"right", 1}, {"verdict", "left"}})
          .status,
      400);
}

TEST_F(Tasks, AnAnswerThatComesTwiceIsStoredOnce) {
  const json first = get(ann_, ann_task_);
  const json second = answer(first, "left", "same");
  EXPECT_EQ(answer(first, "left", "same"), second) << "a client that did not hear tries again";
  EXPECT_EQ(answer(second, "right", "same"), second);
  EXPECT_EQ(entry_count(), 1U);
  const json third = answer(second, "right", "other");
  EXPECT_EQ(answer(first, "left", "same"), third);
}

TEST_F(Tasks, AnAnswerToAnOldQuestionIsAConflictThatShowsTheNewOne) {
  const json first = get(ann_, ann_task_);
  const json second = answer(first, "left", "a");
  for (const int expected : {0, 2, 99}) {
    json late = answer_to(first, "right", "b");
    late["expected"] = expected;
    const HttpResponse response = send(ann_, "POST", ann_task_ + "/answers", late);
    EXPECT_EQ(response.status, 409);
    EXPECT_EQ(json::parse(response.body)["state"], second);
  }
  EXPECT_EQ(entry_count(), 1U);
}

TEST_F(Tasks, SeveralServersShareATask) {
  const auto other = made_service();
  const auto send_other = [&](const json& body) {
    return other->handle(request(ann_, "POST", ann_task_ + "/answers", body.dump()));
  };
  const json first = get(ann_, ann_task_);
  EXPECT_EQ(json::parse(other->handle(request(ann_, "GET", ann_task_)).body), first);
  const json second = answer(first, "left", "a");
  EXPECT_EQ(send_other(answer_to(first, "right", "b")).status, 409);
  const json third = json::parse(send_other(answer_to(second, "right", "c")).body);
  EXPECT_EQ(get(ann_, ann_task_), third);
  EXPECT_EQ(answer(third, "tie", "d")["entries"], 3);
}

TEST_F(Tasks, UndoIsAnEntryThatBringsTheQuestionBack) {
  const json first = get(ann_, ann_task_);
  const json second = answer(first, "left", "a");
  EXPECT_EQ(second["can_undo"], true);
  const json undo = {{"key", "u"}, {"expected", 1}};
  const json back = change(ann_, "POST", ann_task_ + "/undo", undo);
  EXPECT_EQ(back["question"], first["question"]);
  EXPECT_EQ(back["entries"], 2);
  EXPECT_EQ(back["progress"], first["progress"]);
  EXPECT_EQ(change(ann_, "POST", ann_task_ + "/undo", undo), back);
  EXPECT_EQ(send(ann_, "POST", ann_task_ + "/undo", {{"key", "v"}, {"expected", 2}}).status, 400)
      << "nothing is left to take back";
  EXPECT_EQ(entry_count(), 2U);
}

TEST_F(Tasks, AnUndoneEndOpensTheTaskAgain) {
  json state = get(ann_, ann_task_);
  for (int i = 0; !state["question"].is_null(); ++i) {
    state = answer(state, "left", "k" + std::to_string(i));
  }
  const json body = {{"key", "u"}, {"expected", state["entries"]}};
  state = change(ann_, "POST", ann_task_ + "/undo", body);
  EXPECT_EQ(state["task"]["done"], false);
  EXPECT_FALSE(store_.tasks.of_account(ann_.account).front().is_done);
}

TEST_F(Tasks, AnswersThatDoNotFitAreRefused) {
  const json state = get(ann_, ann_task_);
  const auto status_with = [&](const char* name, const json& value) {
    json body = answer_to(state, "left", "k");
    body[name] = value;
    return send(ann_, "POST", ann_task_ + "/answers", body).status;
  };
  EXPECT_EQ(status_with("left", 99), 400);
  EXPECT_EQ(status_with("left", -1), 400);
  EXPECT_EQ(status_with("right", state["question"]["left"]["index"]), 400);
  EXPECT_EQ(status_with("verdict", "best"), 400);
  EXPECT_EQ(status_with("verdict", "grade"), 400);
  EXPECT_EQ(status_with("key", ""), 400);
  EXPECT_EQ(status_with("key", "a b"), 400);
  EXPECT_EQ(status_with("key", std::string(65, 'k')), 400);
  EXPECT_EQ(status_with("seconds", "5"), 400);
  EXPECT_EQ(status_with("comment", std::string(10'001, 'c')), 400);
  EXPECT_EQ(entry_count(), 0U);
  EXPECT_EQ(status_with("comment", "why"), 200);
}

TEST_F(Tasks, TimesThatCannotBeAreClipped) {
  const RowId task = store_.tasks.of_account(ann_.account).front().id;
  json state = get(ann_, ann_task_);
  const auto stored_times = [&](double seconds, double paused, const char* key) {
    json body = answer_to(state, "left", key);
    body["seconds"] = seconds;
    body["paused"] = paused;
    state = change(ann_, "POST", ann_task_ + "/answers", body);
    const StoredEntry entry = store_.tasks.entries(task).back();
    return std::pair(entry.seconds, entry.paused);
  };
  EXPECT_EQ(stored_times(5.25, 0, "a"), std::pair(5.25, 0.0));
  pass(4000);
  EXPECT_EQ(stored_times(1e9, -3, "b"), std::pair(4.0, 0.0));
  pass(4000);
  EXPECT_EQ(stored_times(1.5, 100, "c"), std::pair(1.5, 4.0));
}

TEST_F(Tasks, SettingTheClockChangesNoTimeOfAnAnswer) {
  const RowId task = store_.tasks.of_account(ann_.account).front().id;
  json state = get(ann_, ann_task_);
  const auto stored = [&](double seconds, const char* key) {
    json body = answer_to(state, "left", key);
    body["seconds"] = seconds;
    state = change(ann_, "POST", ann_task_ + "/answers", body);
    return store_.tasks.entries(task).back();
  };
  const Instant first = stored(2.0, "a").at;
  pass(4000);
  now_ -= 3'600'000;
  const StoredEntry back = stored(3.5, "b");
  EXPECT_EQ(back.seconds, 3.5);
  EXPECT_EQ(back.at, first);
  pass(4000);
  now_ += 7'200'000;
  EXPECT_EQ(stored(5000.0, "c").seconds, 4.0) << "an hour did not pass";
  now_ -= 7'200'000;
  service_ = made_service();
  EXPECT_EQ(stored(3.0, "d").seconds, 3.0) << "after a restart, which knows the stored times only";
}

TEST_F(Tasks, ARefusedAnswerDoesNotSayWhyTheQuestionWasAsked) {
  ProjectSettings settings{.name = "checked"};
  settings.session.repeat_every = 2;
  settings.session.gold_every = 2;
  const RowId project = store_.projects.create(settings, now_);
  store_.projects.add_queries(project, std::vector{sample_query("q", 6)});
  const RowId query = store_.projects.queries(project).front().id;
  store_.tasks.add(std::vector<Task>{{.query = query, .account = ann_.account}});
  const RowId task = store_.tasks.of_account(ann_.account).back().id;
  const std::string path = "/api/tasks/" + to_text(task);
  json state = get(ann_, path);
  for (int i = 0; !state["question"].is_null(); ++i) {
    json wrong = answer_to(state, "left", "w");
    std::swap(wrong["left"], wrong["right"]);
    const HttpResponse refused = send(ann_, "POST", path + "/answers", wrong);
    EXPECT_EQ(refused.status, 400);
    for (const std::string_view purpose : purpose_names) {
      EXPECT_THAT(refused.body, Not(HasSubstr(std::string(purpose))));
    }
    state = change(ann_, "POST", path + "/answers", answer_to(state, "left", "k" + to_text(i)));
  }
  std::set<Purpose> met;
  for (const StoredEntry& entry : store_.tasks.entries(task)) {
    met.insert(std::get<Answer>(entry.action).question.purpose);
  }
  EXPECT_EQ(met.size(), purpose_names.size());
}

TEST_F(Tasks, GradesAreGivenOneByOne) {
  json state = get(bob_, bob_task_);
  const std::vector<json> answers = {{{"verdict", "grade"}, {"grade", 4}},
                                     {{"verdict", "later"}},
                                     {{"verdict", "cannot-judge"}},
                                     {{"verdict", "grade"}, {"grade", 0}},
                                     {{"verdict", "grade"}, {"grade", 2}}};
  for (std::size_t i = 0; i < answers.size(); ++i) {
    json body = answers[i];
    body["key"] = "k" + to_text(i);
    body["expected"] = state["entries"];
    body["document"] = state["question"]["document"]["index"];
    state = change(bob_, "POST", bob_task_ + "/answers", body);
  }
  EXPECT_TRUE(state["question"].is_null());
  EXPECT_EQ(state["task"]["done"], true);
  json wrong = {{"key", "w"}, {"expected", 0}, {"document", 0}, {"verdict", "grade"}, {"grade", 9}};
  EXPECT_EQ(send(bob_, "POST", bob_task_ + "/answers", wrong).status, 409);
}

TEST_F(Tasks, AGradeBeyondTheScaleIsRefused) {
  const json body = {
      {"key", "w"}, {"expected", 0}, {"document", 0}, {"verdict", "grade"}, {"grade", 5}};
  EXPECT_EQ(send(bob_, "POST", bob_task_ + "/answers", body).status, 400);
}

TEST_F(Tasks, ADocumentIsShownWhereItCanDoNoHarm) {
  const HttpResponse response = send(ann_, "GET", ann_task_ + "/documents/0");
  EXPECT_EQ(response.status, 200);
  EXPECT_THAT(response.type, HasSubstr("text/html"));
  EXPECT_THAT(response.body, HasSubstr("<p>body of d0</p>"));
  const std::string policy = response.header.find("Content-Security-Policy")->second;
  EXPECT_THAT(policy, HasSubstr("sandbox;"));
  EXPECT_THAT(policy, HasSubstr("default-src 'none'"));
  EXPECT_THAT(policy, Not(HasSubstr("allow-")));
  EXPECT_THAT(policy, Not(HasSubstr("script")));
  EXPECT_EQ(response.header.count("Content-Security-Policy"), 1U);
}

TEST_F(Tasks, ScriptsInADocumentDoNotArrive) {
  LabelQuery hostile = sample_query("hostile", 2);
  hostile.document[0].body = "<img src=x onerror=alert(1)><script>steal()</script>";
  hostile.document[0].is_html = true;
  hostile.document[0].title = "<script>steal()</script>";
  store_.projects.add_queries(project_, std::vector{hostile});
  const RowId query = store_.projects.queries(project_).back().id;
  store_.tasks.add(std::vector<Task>{{.query = query, .account = ann_.account}});
  const RowId task = store_.tasks.of_account(ann_.account).back().id;
  const HttpResponse page = send(ann_, "GET", "/api/tasks/" + to_text(task) + "/documents/0");
  EXPECT_THAT(page.body, Not(HasSubstr("<script")));
  EXPECT_THAT(page.header.find("Content-Security-Policy")->second, HasSubstr("sandbox;"));
}

TEST_F(Tasks, AStoreThatFailsIsNotAnsweredAsSaved) {
  const json state = get(ann_, ann_task_);
  database_.open()->write([](Connection& connection) { connection.run("DROP TABLE entries"); });
  const HttpResponse response =
      send(ann_, "POST", ann_task_ + "/answers", answer_to(state, "left", "k"));
  EXPECT_EQ(response.status, 503);
  EXPECT_THAT(response.body, HasSubstr("not saved"));
}

TEST_F(Tasks, TheAdministratorGetsTheDetailsOfAFailureAndClientsDoNot) {
  std::vector<std::string> reported;
  ServiceOptions options = cheap_options();
  options.report = [&](const std::string& problem) { reported.push_back(problem); };
  LabelService service(store_, options, [this] { return now_; });
  database_.open()->write([](Connection& connection) { connection.run("DROP TABLE logins"); });
  const HttpResponse response = service.handle(request(ann_, "GET", "/api/me"));
  EXPECT_EQ(response.status, 503);
  EXPECT_THAT(response.body, testing::Not(HasSubstr(database_.path().parent_path().string())));
  EXPECT_THAT(response.body, testing::Not(HasSubstr("logins")));
  EXPECT_THAT(reported, testing::ElementsAre(HasSubstr("logins")));
}

}  // namespace
}  // namespace podium::labelling
