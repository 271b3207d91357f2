#include <array>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/labelling/service/analysis_messages.hpp"
#include "podium/labelling/service/project_fixture.hpp"
#include "podium/labelling/service/task_sessions.hpp"
#include "podium/labelling/store/export.hpp"

namespace podium::labelling {
namespace {

using testing::HasSubstr;

using Analysis = ProjectFixture;

TEST_F(Analysis, DisagreementsAreShownAndDecided) {
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
  const json shown = get(root_, at + "/disagreements");
  const json queries = shown["queries"];
  ASSERT_EQ(queries.size(), 1U);
  EXPECT_EQ(shown["agreed"], 1) << "q1, on which there is nothing to decide";
  EXPECT_EQ(queries[0]["query"]["name"], "q2");
  EXPECT_EQ(queries[0]["overlap"], 0.5) << "{a, b} and {c, b}";
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

/// Two people, two programs and two documents; nobody has judged yet.
class Disagreements : public testing::Test {
 protected:
  Disagreements() { said_.query.push_back({"q1", {"a", "b"}, {}}); }

  json found() const { return json::parse(disagreements_json(said_, queries_, 1).dump()); }
  std::size_t count() const { return found()["queries"].size(); }

  static constexpr std::uint32_t ann = 0, bob = 1, script = 2, model = 3;
  const TopKResult first_{.top = {{0}}, .rest = {1}, .bad = {}};
  const TopKResult second_{.top = {{1}}, .rest = {0}, .bad = {}};
  Judgements said_{.k = 1, .assessor = {{"ann"}, {"bob"}, {"script", true}, {"model", true}}};
  std::vector<StoredQuery> queries_ = {{.query = sample_query("q1", 2)}};
};

TEST_F(Disagreements, AreThoseOfPeopleUnlessOnlyProgramsJudged) {
  said_.top_k = {{script, 0, second_}, {model, 0, first_}};
  EXPECT_EQ(count(), 1U) << "nobody else judged";
  said_.top_k.push_back({ann, 0, first_});
  EXPECT_EQ(count(), 0U) << "one person alone";
  said_.top_k.push_back({bob, 0, second_});
  const Answer for_first{{0, 1, Purpose::needed}, Verdict::left};
  const Answer for_second{{0, 1, Purpose::needed}, Verdict::right};
  said_.preference = {{ann, 0, for_first}, {script, 0, for_second}, {model, 0, for_second}};
  const json shown = found()["queries"];
  ASSERT_EQ(shown.size(), 1U);
  EXPECT_EQ(shown[0]["lists"].size(), 2U);
  EXPECT_EQ(shown[0]["overlap"], 0.0);
  EXPECT_EQ(shown[0]["suggested"], json::array({0})) << "programs are more, but do not count";
}

TEST_F(Disagreements, AreNotWhereAllSayTheSame) {
  said_.top_k = {{ann, 0, first_}, {bob, 0, first_}};
  EXPECT_EQ(found(), (json{{"queries", json::array()}, {"agreed", 1}}));
  said_.top_k[1].result = {.top = {{1, 0}}, .rest = {}, .bad = {}};
  EXPECT_EQ(count(), 1U) << "a tie is another result";
  said_.top_k[0].result = {.top = {{0, 1}}, .rest = {}, .bad = {}};
  EXPECT_EQ(count(), 0U) << "the same tie";
  said_.adjudication = {{0, {1}}};
  EXPECT_EQ(count(), 1U) << "who decided may want to see it";
}

TEST_F(Disagreements, ComeWorstFirst) {
  said_.k = 2;
  said_.query = {{"q1", {"a", "b", "c"}, {}}, {"q2", {"a", "b", "c"}, {}}};
  queries_ = {{.query = sample_query("q1", 3)}, {.query = sample_query("q2", 3)}};
  const auto list = [](DocIndex one, DocIndex two) {
    return TopKResult{.top = {{one}, {two}}, .rest = {}, .bad = {}};
  };
  said_.top_k = {
      {ann, 0, list(0, 1)}, {bob, 0, list(1, 0)}, {ann, 1, list(0, 1)}, {bob, 1, list(2, 1)}};
  const json shown = found()["queries"];
  ASSERT_EQ(shown.size(), 2U);
  EXPECT_EQ(shown[0]["query"]["name"], "q2");
  EXPECT_EQ(shown[1]["overlap"], 1.0) << "the same documents in another order";
}

TEST_F(Analysis, WhatWasDecidedIsExportedAsAFile) {
  const RowId query = store_.projects.queries(project_).front().id;
  change(root_, "POST", path("/adjudications"), {{"query", query}, {"top", {3, 0}}});
  HttpRequest request = ServiceFixture::request(root_, "GET", path("/export"));
  EXPECT_EQ(service_->handle(request).status, 400) << "it must say what";
  request.query["what"] = "everything";
  EXPECT_EQ(service_->handle(request).status, 400);
  request.query["what"] = "top-k";
  const HttpResponse response = service_->handle(request);
  EXPECT_EQ(response.status, 200) << response.body;
  EXPECT_THAT(response.body, HasSubstr("\"d3\""));
  EXPECT_EQ(response.header.find("Content-Disposition")->second,
            "attachment; filename=\"cats-top-k.jsonl\"");
  EXPECT_EQ(store_.people.audit(1).front().action, "export");
}

TEST_F(Analysis, ExportsAreNamedAndTypedForWhatTheyAre) {
  const RowId query = store_.projects.queries(project_).front().id;
  change(root_, "POST", path("/adjudications"), {{"query", query}, {"top", {3, 0}}});
  change(ann_, "POST", ann_task_ + "/answers", answer_to(get(ann_, ann_task_), "left", "k1"));
  change(bob_, "POST", bob_task_ + "/answers",
         {{"key", "k2"}, {"expected", 0}, {"document", 0}, {"verdict", "grade"}, {"grade", 2}});
  const std::vector<std::array<std::string, 3>> kinds = {
      {"top-k", "jsonl", "application/x-ndjson"},
      {"letor", "txt", "text/plain; charset=utf-8"},
      {"qrels", "txt", "text/plain; charset=utf-8"},
      {"prefs", "txt", "text/plain; charset=utf-8"},
      {"pairs", "csv", "text/csv; charset=utf-8; header=present"},
      {"grades", "csv", "text/csv; charset=utf-8; header=present"},
      {"answers", "csv", "text/csv; charset=utf-8; header=present"}};
  ASSERT_EQ(kinds.size(), export_kind_names.size());
  for (const auto& [what, ending, type] : kinds) {
    HttpRequest request = ServiceFixture::request(root_, "GET", path("/export"));
    request.query["what"] = what;
    const HttpResponse response = service_->handle(request);
    ASSERT_EQ(response.status, 200) << response.body;
    EXPECT_EQ(response.type, type) << what;
    EXPECT_THAT(response.header.find("Content-Disposition")->second,
                testing::EndsWith("cats-" + what + "." + ending + "\""));
  }
}

TEST_F(Analysis, OnlyLabelsAreTakenFromATool) {
  change(ann_, "POST", ann_task_ + "/answers", answer_to(get(ann_, ann_task_), "left", "k1"));
  HttpRequest request = ServiceFixture::request(root_, "GET", path("/export"));
  request.query["what"] = "pairs";
  EXPECT_EQ(service_->handle(request).status, 200);
  request.query["tool"] = "grades";
  const HttpResponse refused = service_->handle(request);
  EXPECT_EQ(refused.status, 400);
  EXPECT_THAT(refused.body, HasSubstr("tool: needs what=letor or what=qrels"));
}

TEST_F(Analysis, LeavesOutTheAnswersOfAccounts) {
  json answer = answer_to(get(ann_, ann_task_), "left", "k1");
  answer["comment"] = "more recent";
  change(ann_, "POST", ann_task_ + "/answers", answer);
  const auto response = [&](const std::string& what, const std::string& parameter,
                            const std::string& ids) {
    HttpRequest request = ServiceFixture::request(root_, "GET", path(what));
    if (what == "/export") request.query["what"] = "pairs";
    if (!parameter.empty()) request.query[parameter] = ids;
    return service_->handle(request);
  };
  const std::string ann = to_text(ann_.account);
  const std::string bob = to_text(bob_.account);
  for (const auto& [parameter, ids] :
       {std::pair<std::string, std::string>{"", ""}, {"without", bob}, {"only", bob + "," + ann}}) {
    const HttpResponse all = response("/export", parameter, ids);
    EXPECT_EQ(all.status, 200) << all.body;
    EXPECT_THAT(all.body, HasSubstr(",more recent\n"));
    const json assessors = json::parse(response("/analysis", parameter, ids).body).at("assessors");
    EXPECT_EQ(assessors[0]["judgements"], 1);
  }
  EXPECT_EQ(response("/export", "without", ann).status, 400) << "nothing is left";
  EXPECT_EQ(json::parse(response("/analysis", "without", bob + "," + ann).body)
                .at("assessors")[0]["judgements"],
            0);
  EXPECT_EQ(response("/disagreements", "only", bob).status, 200);
  for (const char* const wrong : {"", "ann", "99", "1,", "-1"}) {
    const HttpResponse refused = response("/analysis", "without", wrong);
    EXPECT_EQ(refused.status, 400) << wrong;
    EXPECT_THAT(refused.body, HasSubstr("expected the id of an account")) << wrong;
  }
  EXPECT_THAT(response("/analysis", "without", to_text(root_.account)).body,
              HasSubstr("unknown assessor 'root'"));
}

TEST_F(Analysis, AnExportOfWhatOnlyProgramsSaidNamesNoFlagOfTheCommandLine) {
  const RowId script = store_.people.add_account({.name = "script", .is_program = true});
  const RowId query = store_.projects.queries(project_).front().id;
  store_.tasks.add(std::vector<Task>{{.query = query, .account = script}});
  const RowId task = store_.tasks.of_account(script).front().id;
  TaskSessions desk(store_);
  const Work work = desk.current(store_.tasks.get(task));
  const Question asked = *next_question(std::get<Session>(work.session));
  desk.submit(work, 0, {.key = "k1", .action = Answer{asked, Verdict::left}});
  HttpRequest request = ServiceFixture::request(root_, "GET", path("/export"));
  request.query["what"] = "pairs";
  const HttpResponse response = service_->handle(request);
  EXPECT_EQ(response.status, 400);
  EXPECT_THAT(response.body, HasSubstr("1 by programs, which do not count"));
  EXPECT_THAT(response.body, testing::Not(HasSubstr("--")));
}

TEST_F(Analysis, DecisionsThatCannotBeAreRefused) {
  const RowId query = store_.projects.queries(project_).front().id;
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
}  // namespace podium::labelling
