#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>
#include <thread>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/labelling/service/task_sessions.hpp"
#include "podium/labelling/store/store_fixture.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;

/// A project "cats" of one query with five documents d0 ... d4, of which the earlier are better.
class LabelAsk : public testing::Test {
 protected:
  LabelAsk() : folder_(database_.path().parent_path()) {
    const labelling::ProjectSettings settings{.name = "cats", .session = {.k = 3}};
    const labelling::RowId project = store().projects.create(settings, 1);
    store().projects.add_queries(project, std::vector{labelling::sample_query("q1", 5)});
  }

  labelling::LabelStore store() const { return labelling::LabelStore(database_.open()); }

  CliResult ask(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments = {"label",  "ask",  "--project",  folder_.string(),
                                          "--name", "cats", "--assessor", "judge"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_in_process(arguments);
  }

  /// A judge in Python: `answer` is the body of a function of the question and of how many came
  /// before it.
  CliResult judged_by(const std::string& answer) const {
    const auto script = folder_ / "judge.py";
    std::ofstream(script) << "import json, os, sys\n"
                             "log = open(os.path.join(os.path.dirname(__file__), 'asked'), 'a')\n"
                             "def answer(question, number):\n"
                          << answer
                          << "\nfor number, line in enumerate(sys.stdin):\n"
                             "    log.write(line)\n"
                             "    log.flush()\n"
                             "    print(answer(json.loads(line), number), flush=True)\n";
    return ask({"--judge", "python3 " + script.string(), "--patience", "20"});
  }

  std::vector<std::string> asked_lines() const {
    std::ifstream stream(folder_ / "asked");
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
  }

  std::vector<labelling::StoredEntry> entries() const {
    const labelling::LabelStore opened = store();
    const auto account = opened.people.find_account("judge");
    return opened.tasks.entries(opened.tasks.of_account(account->id).front().id);
  }

  static constexpr const char* consistent =
      "    verdict = 'left' if question['left']['id'] < question['right']['id'] else 'right'\n"
      "    return json.dumps({'verdict': verdict})\n";

  labelling::TestSqlite database_;
  std::filesystem::path folder_;
};

TEST_F(LabelAsk, AConsistentProgramFindsTheTop) {
  const CliResult result = judged_by(consistent);
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("1 of 1 tasks are done"));
  const labelling::Judgements said = store().tasks.judgements(1);
  ASSERT_EQ(said.top_k.size(), 1U);
  EXPECT_EQ(said.top_k[0].result.top, (std::vector<std::vector<DocIndex>>{{0}, {1}, {2}}));
  EXPECT_TRUE(said.assessor[0].is_program);
  EXPECT_EQ(asked_lines().size(), 2 * entries().size()) << "each pair from both sides";
}

TEST_F(LabelAsk, AProgramThatAlwaysSaysLeftSaysNothing) {
  const CliResult result = judged_by("    return json.dumps({'verdict': 'left'})\n");
  ASSERT_EQ(result.code, 0) << result.err;
  for (const labelling::StoredEntry& entry : entries()) {
    EXPECT_EQ(std::get<labelling::Answer>(entry.action).verdict, labelling::Verdict::tie);
    EXPECT_EQ(entry.comment, "left, but right when sides were swapped");
  }
}

TEST_F(LabelAsk, AProgramMayGiveReasons) {
  const CliResult result = judged_by(
      "    side = question['left']['id']\n"
      "    return json.dumps({'verdict': 'left', 'comment': 'I like ' + side})\n");
  ASSERT_EQ(result.code, 0) << result.err;
  ASSERT_FALSE(entries().empty());
  for (const labelling::StoredEntry& entry : entries()) {
    const labelling::Question& question = std::get<labelling::Answer>(entry.action).question;
    EXPECT_EQ(entry.comment, "left, but right when sides were swapped; I like d" +
                                 to_text(question.left) + "; swapped: I like d" +
                                 to_text(question.right));
  }
}

TEST_F(LabelAsk, RefusesAReasonThatIsNoText) {
  for (const char* const reason : {"7", "'x' * 10001", "['x']"}) {
    const CliResult result = judged_by(std::string("    return json.dumps({'verdict': 'left', "
                                                   "'comment': ") +
                                       reason + "})\n");
    EXPECT_EQ(result.code, 3) << reason;
    EXPECT_THAT(result.err, HasSubstr("at most 10000 bytes as its \"comment\"")) << reason;
  }
}

TEST_F(LabelAsk, AProgramThatDiesLosesNothingAndIsNotAskedAgain) {
  const CliResult died = judged_by("    if number == 5: sys.exit(1)\n" + std::string(consistent));
  EXPECT_EQ(died.code, 5);
  EXPECT_THAT(died.err, HasSubstr("has ended"));
  EXPECT_EQ(entries().size(), 2U) << "the two pairs that were answered from both sides";
  const std::vector<std::string> before = asked_lines();
  const CliResult resumed = judged_by(consistent);
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  const std::vector<std::string> all = asked_lines();
  for (std::size_t i = before.size(); i < all.size(); ++i) {
    for (std::size_t j = 0; j < 4; ++j) EXPECT_NE(all[i], before[j]) << "it was answered";
  }
}

TEST_F(LabelAsk, RubbishIsRefusedWithItsLine) {
  for (const char* const rubbish :
       {"hello", "", "[]", "{}", "{\"verdict\": 3}", "{\"verdict\": \"best\"}",
        "{\"verdict\": \"later\"}", "{\"verdict\": \"left\""}) {
    const CliResult result = judged_by("    return '" + std::string(rubbish) +
                                       "' if number == 0 else json.dumps("
                                       "{'verdict': 'tie'})\n");
    EXPECT_EQ(result.code, 3) << rubbish;
    EXPECT_THAT(result.err, HasSubstr(":1: found '")) << rubbish;
    EXPECT_THAT(result.err, HasSubstr("expected ")) << rubbish;
  }
}

TEST_F(LabelAsk, AnAnswerOfAnyDepthIsRefused) {
  for (const char* const deep : {"'[' * 999000", "'{\"verdict\":' * 80000 + '}' * 80000",
                                 "'{\"verdict\":' + '[' * 480000 + ']' * 480000 + '}'"}) {
    const CliResult result = judged_by("    return " + std::string(deep) + "\n");
    EXPECT_EQ(result.code, 3) << deep;
    EXPECT_THAT(result.err, HasSubstr("expected a JSON object on one line, at most 32 deep"));
    EXPECT_LT(result.err.size(), 1000U) << deep;
  }
}

TEST_F(LabelAsk, ACommandThatIsNotThereIsSaid) {
  const CliResult result = ask({"--judge", "/no/such/program 2>/dev/null"});
  EXPECT_EQ(result.code, 5);
  EXPECT_THAT(result.err, HasSubstr("has ended"));
}

TEST_F(LabelAsk, ASilentProgramIsNotWaitedForForever) {
  const CliResult result = ask({"--judge", "sleep 5", "--patience", "0.3"});
  EXPECT_EQ(result.code, 5);
  EXPECT_THAT(result.err, HasSubstr("did not answer in 0.3 seconds"));
}

TEST_F(LabelAsk, AProgramThatDoesNotReadIsNotWaitedForForever) {
  labelling::LabelQuery query = labelling::sample_query("q2", 2);
  for (labelling::LabelDocument& document : query.document) document.body.assign(2'000'000, 'x');
  store().projects.add_queries(1, std::vector{query});
  const CliResult result = ask({"--query", "q2", "--judge", "sleep 20", "--patience", "0.3"});
  EXPECT_EQ(result.code, 5);
  EXPECT_THAT(result.err, HasSubstr("did not answer in 0.3 seconds"));
}

TEST_F(LabelAsk, AProgramMayTalkBeforeItHasReadAll) {
  labelling::LabelQuery query = labelling::sample_query("q2", 2);
  for (labelling::LabelDocument& document : query.document) document.body.assign(1'000'000, 'x');
  store().projects.add_queries(1, std::vector{query});
  const CliResult result =
      ask({"--query", "q2", "--patience", "20", "--judge",
           "while true; do printf '{\"verdict\": \"tie\", \"why\": \"%0300000d\"}\\n' 0; "
           "read line || exit; done"});
  EXPECT_EQ(result.code, 0) << result.err;
}

TEST_F(LabelAsk, AnAnswerMayEndWithTheProgram) {
  store().projects.add_queries(1, std::vector{labelling::sample_query("q2", 2)});
  const CliResult result = ask({"--query", "q2", "--judge",
                                "read a; echo '{\"verdict\": \"left\"}'; read b; "
                                "printf '{\"verdict\": \"right\"}'"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(std::get<labelling::Answer>(entries().front().action).verdict,
            labelling::Verdict::left);
}

TEST_F(LabelAsk, IsEndedWhileAProgramThinksWithAllThatItStarted) {
  const std::string started = (folder_ / "started").string();
  const std::string judge = "sleep 60 & echo $! > " + started + "; wait";
  std::thread interrupting([&] {
    for (int i = 0; i < 100 && !std::filesystem::exists(started); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    ::kill(::getpid(), SIGTERM);
  });
  const CliResult result = ask({"--judge", judge, "--patience", "15"});
  interrupting.join();
  EXPECT_EQ(result.code, 143) << result.err;
  pid_t child = 0;
  std::ifstream(started) >> child;
  ASSERT_GT(child, 0);
  // Whoever inherits what was ended may take a moment to notice.
  const auto is_running = [&] {
    std::ifstream stat("/proc/" + to_text(child) + "/stat");
    std::string number;
    std::string name;
    std::string state;
    return stat >> number >> name >> state && state != "Z";
  };
  for (int i = 0; i < 40 && is_running(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_FALSE(is_running());
}

TEST_F(LabelAsk, ProgramsGradeToo) {
  const labelling::RowId judge = store().people.add_account({.name = "judge", .is_program = true});
  store().tasks.add(std::vector<labelling::Task>{
      {.query = 1, .account = judge, .tool = labelling::Tool::grades}});
  const CliResult result =
      judged_by("    return json.dumps({'grade': number % 5, 'comment': 'so so'})\n");
  ASSERT_EQ(result.code, 0) << result.err;
  ASSERT_EQ(entries().size(), 5U);
  EXPECT_EQ(std::get<labelling::Grading>(entries()[3].action).grade, 3U);
  EXPECT_EQ(entries()[3].comment, "so so");
}

TEST_F(LabelAsk, MakesTasksOfTheToolThatIsWanted) {
  store().projects.add_queries(1, std::vector{labelling::sample_query("q2")});
  const std::vector<std::string> grade = {"--judge", "while read a; do echo '{\"grade\": 1}'; done",
                                          "--tool", "grades", "--query"};
  const auto asked_for = [&](const char* query) {
    std::vector<std::string> arguments = grade;
    arguments.emplace_back(query);
    return ask(arguments);
  };
  const CliResult first = asked_for("q1");
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(store().tasks.judgements(1).grades.size(), 1U);
  EXPECT_EQ(ask({grade[0], grade[1]}).code, 0) << "the tool of the task that is there";
  EXPECT_EQ(store().tasks.judgements(1).grades.size(), 2U);
}

TEST_F(LabelAsk, NobodyMeetsAQueryWithBothTools) {
  store().projects.add_queries(1, std::vector{labelling::sample_query("q2")});
  const std::vector<std::string> tie = {"--judge",
                                        "while read a; do echo '{\"verdict\": \"tie\"}'; done"};
  ASSERT_EQ(ask({tie[0], tie[1], "--query", "q1"}).code, 0);
  const std::string grading = "while read a; do echo '{\"grade\": 1}'; done";
  const CliResult refused = ask({"--judge", grading, "--tool", "grades", "--query", "q1"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("an assessor judges a query only once"));
  const CliResult others = ask({"--judge", grading, "--tool", "grades"});
  EXPECT_EQ(others.code, 0) << others.err;
  EXPECT_THAT(others.err, HasSubstr("1 query is assigned to 'judge' with the other tool"));
  EXPECT_THAT(others.err, HasSubstr("1 of 1 tasks are done"));
}

TEST_F(LabelAsk, NamesThatAreNotThereAreRefused) {
  EXPECT_EQ(ask({"--query", "q9"}).code, 2);
  const CliResult result = run_in_process(
      {"label", "ask", "--project", folder_.string(), "--name", "dogs", "--assessor", "x"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("cats"));
  store().people.add_account({.name = "judge"});
  EXPECT_THAT(ask({"--judge", "true"}).err, HasSubstr("is the account of a person"));
}

TEST_F(LabelAsk, AddsTheTasksThatAreMissing) {
  store().projects.add_queries(
      1, std::vector{labelling::sample_query("q2"), labelling::sample_query("q3")});
  const std::vector<std::string> tie = {"--judge",
                                        "while read a; do echo '{\"verdict\": \"tie\"}'; done"};
  EXPECT_THAT(ask({"--query", "q2", tie[0], tie[1]}).err, HasSubstr("1 of 1 tasks are done"));
  const CliResult all = ask(tie);
  EXPECT_THAT(all.err, HasSubstr("2 tasks added for 'judge'"));
  EXPECT_THAT(all.err, HasSubstr("3 of 3 tasks are done"));
}

TEST_F(LabelAsk, APersonWhoLogsInIsAssignedTasks) {
  store().projects.add_queries(1, std::vector{labelling::sample_query("q2")});
  const labelling::RowId person =
      store().people.add_account({.name = "judge", .password_hash = "x"});
  store().tasks.add(std::vector<labelling::Task>{{.query = 1, .account = person}});
  EXPECT_THAT(ask({}).err, HasSubstr("0 of 1 tasks are done"));
}

TEST_F(LabelAsk, OtherSpellingsOfANameAreTheSameAccount) {
  store().people.add_account({.name = "judge", .is_program = true});
  for (const char* const name : {"Judge", "JUDGE", "\uff4audge", "judg\u0435"}) {
    const CliResult result =
        run_in_process({"label", "ask", "--project", folder_.string(), "--name", "cats",
                        "--assessor", name, "--judge", "cat"});
    EXPECT_EQ(result.code, 3) << "the judge is asked, and repeats the question: " << result.err;
  }
  EXPECT_EQ(store().people.accounts().size(), 1U);
}

TEST_F(LabelAsk, ADisabledAccountIsRefused) {
  const labelling::RowId judge = store().people.add_account({.name = "judge", .is_program = true});
  store().people.set_enabled(judge, false);
  const CliResult result = judged_by(consistent);
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("'judge' is disabled"));
}

TEST_F(LabelAsk, AddsNoMoreAssessorsThanTheOverlap) {
  store().projects.add_queries(1, std::vector{labelling::sample_query("q2")});
  const auto asked = [&](const std::string& name, const std::vector<std::string>& more,
                         const std::string& answer = "{\"verdict\": \"tie\"}") {
    std::vector<std::string> arguments = {
        "label",      "ask",
        "--project",  folder_.string(),
        "--name",     "cats",
        "--assessor", name,
        "--judge",    "while read a; do echo '" + answer + "'; done"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_in_process(arguments);
  };
  ASSERT_EQ(asked("first", {"--query", "q1"}).code, 0);
  const CliResult second = asked("second", {});
  EXPECT_EQ(second.code, 0) << second.err;
  EXPECT_THAT(second.err, HasSubstr("1 query has the 1 assessor of the project's overlap already"));
  EXPECT_THAT(second.err, HasSubstr("1 task added for 'second'"));
  EXPECT_THAT(second.err, HasSubstr("1 of 1 tasks are done"));
  const CliResult third = asked("third", {});
  EXPECT_EQ(third.code, 2);
  EXPECT_THAT(third.err,
              HasSubstr("2 queries have the 1 assessor of the project's overlap already"));
  EXPECT_EQ(asked("first", {"--query", "q1"}).code, 0) << "a task that is there stays";
  EXPECT_EQ(asked("third", {"--tool", "grades"}, "{\"grade\": 1}").code, 0)
      << "each tool has its own";
  const labelling::RowId first = store().people.find_account("first")->id;
  store().people.set_enabled(first, false);
  EXPECT_THAT(asked("fourth", {}).err, HasSubstr("1 task added")) << "the work of one who left";
  labelling::ProjectSettings wider = store().projects.find("cats")->settings;
  wider.overlap = 2;
  store().projects.change(1, wider);
  EXPECT_THAT(asked("fifth", {}).err, HasSubstr("2 tasks added"));
}

TEST_F(LabelAsk, TwoThatBeginAtOnceShareTheAccount) {
  labelling::ProjectSettings wide = store().projects.find("cats")->settings;
  wide.overlap = 8;
  store().projects.change(1, wide);
  for (int round = 0; round < 8; ++round) {
    const auto begin = [&] {
      return run_in_process({"label", "ask", "--project", folder_.string(), "--name", "cats",
                             "--assessor", "new" + to_text(round), "--judge", "exit 0"});
    };
    CliResult other;
    std::thread beside([&] { other = begin(); });
    const CliResult mine = begin();
    beside.join();
    EXPECT_EQ(mine.code, 5) << mine.err;
    EXPECT_EQ(other.code, 5) << other.err;
  }
}

// --- at the terminal ---

class LabelAskTerminal : public LabelAsk {
 protected:
  CliResult typed(const std::string& keys, const std::vector<std::string>& more = {}) const {
    std::istringstream in(keys);
    return read_from(*in.rdbuf(), more);
  }

  CliResult read_from(std::streambuf& keys, const std::vector<std::string>& more = {}) const {
    std::streambuf* const before = std::cin.rdbuf(&keys);
    const CliResult result = ask(more);
    std::cin.rdbuf(before);
    std::cin.clear();
    return result;
  }
};

TEST_F(LabelAskTerminal, AnswersUndoAndResume) {
  const CliResult first = typed("u\nl\nx\nu\nr\nq\n");
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_THAT(first.out, HasSubstr("query q1: text of q1"));
  EXPECT_THAT(first.out, HasSubstr("left: title of d"));
  EXPECT_THAT(first.out, HasSubstr("there is no answer to undo"));
  EXPECT_THAT(first.err, HasSubstr("0 of 1 tasks are done"));
  ASSERT_EQ(entries().size(), 3U);
  EXPECT_EQ(std::get<labelling::Answer>(entries()[2].action).verdict, labelling::Verdict::right);
  const CliResult second = typed("l\nl\nl\nl\nl\nl\nl\nl\nl\nl\nl\n");
  EXPECT_THAT(second.err, HasSubstr("1 of 1 tasks are done"));
}

/// Keys of which the first is pressed when something else has been done.
class KeysAfter : public std::stringbuf {
 public:
  KeysAfter(const std::string& keys, std::function<void()> first)
      : keys_(keys), first_(std::move(first)) {}

 protected:
  int_type underflow() override {
    if (first_) {
      std::exchange(first_, nullptr)();
      str(keys_);
    }
    return std::stringbuf::underflow();
  }

 private:
  std::string keys_;
  std::function<void()> first_;
};

TEST_F(LabelAskTerminal, SaysWhenAnAnswerCameTooLate) {
  KeysAfter keys("l\nq\n", [&] {
    labelling::LabelStore elsewhere = store();
    labelling::TaskSessions desk(elsewhere);
    const labelling::RowId account = elsewhere.people.find_account("judge")->id;
    const labelling::Work work = desk.current(elsewhere.tasks.of_account(account).front());
    const labelling::Question asked =
        *labelling::next_question(std::get<labelling::Session>(work.session));
    desk.submit(work, 0,
                {.key = "ask-0", .action = labelling::Answer{asked, labelling::Verdict::right}});
  });
  const CliResult result = read_from(keys);
  EXPECT_THAT(result.err, HasSubstr("not saved: the question was answered elsewhere"));
  ASSERT_EQ(entries().size(), 1U);
  EXPECT_EQ(std::get<labelling::Answer>(entries()[0].action).verdict, labelling::Verdict::right);
}

TEST_F(LabelAskTerminal, ShowsGuidelinesAndTextsAndTakesComments) {
  labelling::Project project = *store().projects.find("cats");
  project.settings.guidelines = "Look closely.\nTwice.";
  store().projects.change(project.id, project.settings);
  labelling::LabelQuery query = labelling::sample_query("q2", 2);
  query.text = "cat\x1B[2J";
  for (labelling::LabelDocument& document : query.document) document.title = "\x1B]0;owned\x07";
  store().projects.add_queries(1, std::vector{query});
  const CliResult result = typed("c Both are Old\nl\n", {"--query", "q2"});
  EXPECT_THAT(result.out, HasSubstr("Look closely.\nTwice.\n"));
  EXPECT_THAT(result.out, HasSubstr("  body of d0\n"));
  EXPECT_THAT(result.out, HasSubstr("  <p>body of d1</p>\n")) << "plain text is shown as it is";
  EXPECT_EQ(result.out.find('\x1B'), std::string::npos);
  ASSERT_EQ(entries().size(), 1U);
  EXPECT_EQ(entries()[0].comment, "Both are Old");
}

TEST_F(LabelAskTerminal, TakesGrades) {
  const CliResult result = typed("4\n0\nq\n", {"--tool", "grades"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("4: perfect"));
  ASSERT_EQ(entries().size(), 2U);
  EXPECT_EQ(std::get<labelling::Grading>(entries()[0].action).grade, 4U);
}

TEST_F(LabelAskTerminal, IsEndedAtThePrompt) {
  KeysAfter nothing("", [] { ::kill(::getpid(), SIGINT); });
  const CliResult result = read_from(nothing);
  EXPECT_EQ(result.code, 130);
  EXPECT_THAT(result.err, HasSubstr("all answers are saved"));
}

TEST_F(LabelAskTerminal, EndsWithItsInput) {
  EXPECT_EQ(typed("l\n").code, 0);
  EXPECT_EQ(entries().size(), 1U);
}

}  // namespace
}  // namespace podium::cli
