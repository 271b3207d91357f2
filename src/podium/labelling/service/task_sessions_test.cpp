#include "podium/labelling/service/task_sessions.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/labelling/service/service_fixture.hpp"

namespace podium::labelling {
namespace {

using testing::HasSubstr;

class TaskSessionsTest : public ServiceFixture {
 protected:
  TaskSessionsTest() { set_up_project(); }
};

TEST_F(TaskSessionsTest, AFullCacheChangesNothing) {
  TaskSessions sessions(store_, steady_milliseconds, 2);
  std::vector<LabelQuery> more;
  for (int i = 0; i < 8; ++i) more.push_back(sample_query("more" + std::to_string(i), 3));
  store_.projects.add_queries(project_, more);
  std::vector<Task> tasks;
  for (const StoredQuery& query : store_.projects.queries(project_)) {
    if (query.query.id.starts_with("more")) {
      tasks.push_back({.query = query.id, .account = ann_.account});
    }
  }
  store_.tasks.add(tasks);
  for (int round = 0; round < 3; ++round) {
    for (const Task& task : store_.tasks.of_account(ann_.account)) {
      const Work work = sessions.current(task);
      const auto question = next_question(std::get<Session>(work.session));
      if (!question) continue;
      const StoredEntry entry{.key = "k" + std::to_string(round),
                              .action = Answer{*question, Verdict::left}};
      EXPECT_EQ(sessions.submit(work, work.entries, entry).appended, Appended::stored);
      EXPECT_EQ(std::get<Session>(sessions.current(store_.tasks.get(task.id)).session).log().size(),
                work.entries + 1);
    }
  }
}

TEST_F(TaskSessionsTest, ReplaysOnlyTheNewEntriesOfALog) {
  for (const Client& client : {ann_, bob_}) {
    const Task task = store_.tasks.of_account(client.account).front();
    TaskSessions first(store_);
    TaskSessions second(store_);
    for (unsigned i = 0; i < 3; ++i) {
      const Work seen = first.current(store_.tasks.get(task.id));
      EXPECT_EQ(seen.entries, 2U * i);
      // The other one adds two entries, so that this one has two to replay.
      for (int more = 0; more < 2; ++more) {
        const Work work = second.current(store_.tasks.get(task.id));
        StoredEntry entry{.key = to_text(work.entries), .action = Undo{}, .at = now_ + i};
        if (more == 0 && task.tool == Tool::preferences) {
          entry.action = Answer{*next_question(std::get<Session>(work.session)), Verdict::left};
        } else if (more == 0) {
          entry.action = Grading{.document = *next_document(std::get<GradedSession>(work.session))};
        }
        ASSERT_EQ(second.submit(work, work.entries, entry).appended, Appended::stored);
      }
      EXPECT_EQ(answer_count(seen.session), 0U);
    }
    const Work folded = first.current(store_.tasks.get(task.id));
    EXPECT_EQ(folded.entries, 6U);
    EXPECT_EQ(folded.last_entry, now_ + 2);
    EXPECT_TRUE(has_question(folded.session));
  }
}

TEST_F(TaskSessionsTest, ReportsTheEntryOfALogThatCannotBeReplayed) {
  const Task task = store_.tasks.of_account(ann_.account).front();
  TaskSessions sessions(store_);
  const Work work = sessions.current(task);
  const Question asked = *next_question(std::get<Session>(work.session));
  store_.tasks.append(task.id, 0, {.key = "1", .action = Answer{asked, Verdict::left}}, false);
  store_.tasks.append(task.id, 1, {.key = "2", .action = Undo{}}, false);
  store_.tasks.append(task.id, 2, {.key = "3", .action = Undo{}}, false);
  try {
    sessions.current(store_.tasks.get(task.id));
    FAIL() << "there was nothing to undo";
  } catch (const StorageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("cannot be replayed: entry 3: "));
  }
}

TEST_F(TaskSessionsTest, TheTimesOfALogNeverDecrease) {
  const Task task = store_.tasks.of_account(ann_.account).front();
  TaskSessions sessions(store_, [this] { return steady_; });
  for (const Instant at : {now_, now_ - 3'600'000, now_ + 1}) {
    const Work work = sessions.current(store_.tasks.get(task.id));
    const Question asked = *next_question(std::get<Session>(work.session));
    const StoredEntry entry{
        .key = to_text(work.entries), .action = Answer{asked, Verdict::left}, .at = at};
    steady_ += 10;
    EXPECT_EQ(sessions.submit(work, work.entries, entry).now.last_steady, steady_);
  }
  std::vector<Instant> times;
  for (const StoredEntry& entry : store_.tasks.entries(task.id)) times.push_back(entry.at);
  EXPECT_EQ(times, (std::vector<Instant>{now_, now_, now_ + 1}));
  EXPECT_EQ(TaskSessions(store_).current(store_.tasks.get(task.id)).last_steady, std::nullopt)
      << "the entry came from elsewhere";
}

TEST_F(TaskSessionsTest, OneCopyOfAQueryServesAllWhoJudgeIt) {
  TaskSessions sessions(store_);
  const auto work_of = [&](const Client& client) {
    return sessions.current(store_.tasks.of_account(client.account).front());
  };
  const Work ann = work_of(ann_);
  const Work bob = work_of(bob_);
  ASSERT_EQ(ann.task.query, bob.task.query);
  EXPECT_EQ(ann.query.get(), bob.query.get());
}

}  // namespace
}  // namespace podium::labelling
