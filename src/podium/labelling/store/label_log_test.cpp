#include <atomic>
#include <set>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/labelling/store/label_store.hpp"
#include "podium/labelling/store/store_fixture.hpp"

namespace podium::labelling {
namespace {

using testing::HasSubstr;

class LabelLogOf : public StoreFixture {
 protected:
  std::unique_ptr<LabelStore> store_ = open_store();
};

INSTANTIATE_TEST_SUITE_P(Databases, LabelLogOf, testing::ValuesIn(databases_there_are()),
                         name_of_database);

TEST_P(LabelLogOf, TasksComeInTheOrderOfAssignment) {
  const SampleProject sample(*store_, 3, 2);
  const auto tasks = store_->tasks.of_account(sample.people[1]);
  ASSERT_EQ(tasks.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(tasks[i].query, sample.queries[i].id);
    EXPECT_EQ(tasks[i].project, sample.project);
    EXPECT_EQ(tasks[i].entries, 0U);
    EXPECT_FALSE(tasks[i].is_done);
  }
  EXPECT_EQ(store_->tasks.in_project(sample.project).size(), 6U);
  EXPECT_EQ(store_->tasks.get(tasks[2].id).query, tasks[2].query);
  EXPECT_THROW(store_->tasks.get(7777), UsageError);
}

TEST_P(LabelLogOf, NobodyMeetsAQueryTwice) {
  const SampleProject sample(*store_, 2, 1);
  const RowId other = store_->people.add_account({.name = "other"});
  const std::vector<Task> tasks = {
      {.query = sample.queries[0].id, .account = other},
      {.query = sample.queries[1].id, .account = sample.people[0], .tool = Tool::grades}};
  EXPECT_THROW(store_->tasks.add(tasks), UsageError);
  EXPECT_TRUE(store_->tasks.of_account(other).empty()) << "all or none";
  EXPECT_THROW(store_->tasks.add(std::vector{Task{.query = 77, .account = other}}), UsageError);
  EXPECT_THROW(store_->tasks.add(std::vector{Task{.query = sample.queries[0].id, .account = 777}}),
               UsageError);
}

TEST_P(LabelLogOf, EntriesOfEveryKindComeBack) {
  const SampleProject sample(*store_, 1, 1);
  const RowId task = store_->tasks.of_account(sample.people[0]).front().id;
  std::vector<StoredEntry> entries;
  for (std::size_t i = 0; i < verdict_names.size(); ++i) {
    entries.push_back(sample_entry("v" + to_text(i), static_cast<Verdict>(i)));
  }
  entries.push_back({.key = "g", .action = Grading{2, Grading::Kind::grade, 4}, .seconds = 0.1});
  entries.push_back({.key = "l", .action = Grading{1, Grading::Kind::later, 0}});
  entries.push_back({.key = "u", .action = Undo{}});
  for (std::size_t i = 0; i < entries.size(); ++i) {
    ASSERT_EQ(store_->tasks.append(task, i, entries[i], false), Appended::stored);
  }
  const auto stored = open_store()->tasks.entries(task);
  ASSERT_EQ(stored.size(), entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    EXPECT_EQ(stored[i].key, entries[i].key);
    EXPECT_EQ(stored[i].action, entries[i].action);
    EXPECT_EQ(stored[i].comment, entries[i].comment);
    EXPECT_EQ(stored[i].seconds, entries[i].seconds);
    EXPECT_EQ(stored[i].paused, entries[i].paused);
    EXPECT_EQ(stored[i].at, entries[i].at);
  }
  EXPECT_EQ(store_->tasks.entries(task, 9).size(), 2U);
  EXPECT_EQ(store_->tasks.get(task).entries, entries.size());
  EXPECT_EQ(store_->tasks.get(task).answered, entries.size() - 2) << "one was taken back";
}

TEST_P(LabelLogOf, TheSameKeyIsStoredOnceAndAnOldStateIsAConflict) {
  const SampleProject sample(*store_, 1, 1);
  const RowId task = store_->tasks.of_account(sample.people[0]).front().id;
  EXPECT_EQ(store_->tasks.append(task, 1, sample_entry("early"), false), Appended::conflict);
  EXPECT_EQ(store_->tasks.append(task, 0, sample_entry("a"), true), Appended::stored);
  EXPECT_TRUE(store_->tasks.get(task).is_done);
  EXPECT_EQ(store_->tasks.append(task, 0, sample_entry("a"), false), Appended::repeated);
  EXPECT_EQ(store_->tasks.append(task, 1, sample_entry("a"), false), Appended::repeated);
  EXPECT_TRUE(store_->tasks.get(task).is_done) << "a repeated entry changes nothing";
  EXPECT_EQ(store_->tasks.append(task, 0, sample_entry("b"), false), Appended::conflict);
  EXPECT_EQ(store_->tasks.append(task, 1, {.key = "u", .action = Undo{}}, false), Appended::stored);
  EXPECT_FALSE(store_->tasks.get(task).is_done);
  EXPECT_EQ(store_->tasks.entries(task).size(), 2U);
  EXPECT_THROW(store_->tasks.append(777, 0, sample_entry("a"), false), UsageError);
}

TEST_P(LabelLogOf, ManyThreadsLoseNothingAndKeepNothingTwice) {
  constexpr std::size_t threads = 16;
  constexpr std::size_t answers = 12;
  const SampleProject sample(*store_, 1, threads + 1);
  const auto tasks = store_->tasks.in_project(sample.project);
  const RowId common = tasks.back().id;
  const auto second_server = open_store();
  std::atomic<std::size_t> conflicts = 0;
  std::vector<std::thread> running;
  for (std::size_t t = 0; t < threads; ++t) {
    running.emplace_back([&, t] {
      LabelStore& store = t % 2 == 0 ? *store_ : *second_server;
      for (std::size_t i = 0; i < answers; ++i) {
        const std::string key = "k" + to_text(t) + "-" + to_text(i);
        ASSERT_EQ(store.tasks.append(tasks[t].id, i, sample_entry(key), false), Appended::stored);
        for (;;) {
          const std::size_t length = store.tasks.get(common).entries;
          const Appended outcome = store.tasks.append(common, length, sample_entry(key), false);
          ASSERT_NE(outcome, Appended::repeated);
          if (outcome == Appended::stored) break;
          ++conflicts;
        }
      }
    });
  }
  for (std::thread& thread : running) thread.join();
  for (std::size_t t = 0; t < threads; ++t) {
    const auto entries = store_->tasks.entries(tasks[t].id);
    ASSERT_EQ(entries.size(), answers);
    EXPECT_EQ(entries.back().key, "k" + to_text(t) + "-" + to_text(answers - 1));
  }
  std::set<std::string> keys;
  for (const StoredEntry& entry : store_->tasks.entries(common)) keys.insert(entry.key);
  EXPECT_EQ(keys.size(), threads * answers);
  EXPECT_EQ(store_->tasks.entries(common).size(), threads * answers);
  EXPECT_EQ(store_->tasks.get(common).entries, threads * answers);
  EXPECT_GT(conflicts, 0U) << "sixteen threads on one log must meet";
}

TEST_P(LabelLogOf, TheSameEntrySentByManyAtOnceIsStoredOnce) {
  const SampleProject sample(*store_, 1, 1);
  const RowId task = store_->tasks.of_account(sample.people[0]).front().id;
  const auto second_server = open_store();
  for (std::size_t round = 0; round < 10; ++round) {
    std::atomic<int> stored = 0;
    std::atomic<int> repeated = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t) {
      threads.emplace_back([&, t] {
        LabelStore& store = t % 2 == 0 ? *store_ : *second_server;
        const Appended outcome =
            store.tasks.append(task, round, sample_entry("k" + to_text(round)), false);
        if (outcome == Appended::stored) ++stored;
        if (outcome == Appended::repeated) ++repeated;
      });
    }
    for (std::thread& thread : threads) thread.join();
    ASSERT_EQ(stored, 1);
    ASSERT_EQ(repeated, 7) << "the same key is never a conflict";
  }
}

TEST_P(LabelLogOf, AnAdjudicationMustBeOfTheQuerysDocuments) {
  const SampleProject sample(*store_, 1, 1);
  const RowId query = sample.queries[0].id;
  const auto adjudicate = [&](RowId of, const std::vector<DocIndex>& top) {
    store_->tasks.adjudicate(of, sample.people[0], top, 1);
  };
  adjudicate(query, {2, 0});
  EXPECT_THROW(adjudicate(query, {2, 2}), UsageError);
  EXPECT_THROW(adjudicate(query, {3}), UsageError);
  EXPECT_THROW(adjudicate(777, {0}), UsageError);
}

}  // namespace
}  // namespace podium::labelling
