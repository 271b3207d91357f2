#include <atomic>
#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/io/file.hpp"
#include "podium/labelling/store/fields.hpp"
#include "podium/labelling/store/label_store.hpp"
#include "podium/labelling/store/postgresql_connection.hpp"
#include "podium/labelling/store/sqlite_connection.hpp"
#include "podium/labelling/store/store_fixture.hpp"

namespace podium::labelling {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// A database that a test can damage while a store uses it.
class SpoiltDatabase : public Database {
 public:
  explicit SpoiltDatabase(Database& database) : database_(database) {}
  Dialect dialect() const noexcept override { return database_.dialect(); }
  void write(const std::function<void(Connection&)>& work) override { database_.write(work); }
  void read(const std::function<void(Connection&)>& work) override { database_.read(work); }

 private:
  Database& database_;
};

class SqliteFaults : public testing::Test {
 protected:
  /// Changes a setting of the writer's connection.
  void set(const std::string& pragma) {
    database_->write([&](Connection& connection) { connection.run("PRAGMA " + pragma); });
  }

  TestSqlite file_;
  std::unique_ptr<Database> database_ = file_.open();
  LabelStore store_{std::make_unique<SpoiltDatabase>(*database_)};
  SampleProject sample_{store_, 1, 8};
  std::vector<Task> tasks_ = store_.tasks.in_project(sample_.project);
};

TEST_F(SqliteFaults, AFullDiskIsSaidAndLosesNothingConfirmed) {
  std::vector<std::size_t> confirmed(tasks_.size(), 0);
  set("max_page_count = 60");
  StoredEntry entry = sample_entry("");
  entry.comment = std::string(2000, 'x');
  std::atomic<int> full = 0;
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < tasks_.size(); ++t) {
    threads.emplace_back([&, t] {
      StoredEntry mine = entry;
      for (std::size_t i = 0; i < 60; ++i) {
        mine.key = "k" + to_text(i);
        const std::string said = complaint([&] {
          ASSERT_EQ(store_.tasks.append(tasks_[t].id, confirmed[t], mine, false), Appended::stored);
          ++confirmed[t];
        });
        if (said == "accepted") continue;
        EXPECT_THAT(said, HasSubstr("the disk is full; the change was not saved"));
        ++full;
        return;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(full, 8);
  const auto check = [&](const LabelStore& store) {
    for (std::size_t t = 0; t < tasks_.size(); ++t) {
      EXPECT_EQ(store.tasks.entries(tasks_[t].id).size(), confirmed[t]);
      EXPECT_EQ(store.tasks.get(tasks_[t].id).entries, confirmed[t]);
    }
  };
  check(store_);
  check(LabelStore(file_.open()));
  set("max_page_count = 1000000");
  entry.key = "after";
  EXPECT_EQ(store_.tasks.append(tasks_[0].id, confirmed[0], entry, false), Appended::stored)
      << "work goes on when there is room again";
}

TEST_F(SqliteFaults, ALockedDatabaseIsSaidAndReadingGoesOn) {
  store_.tasks.append(tasks_[0].id, 0, sample_entry("a"), false);
  set("busy_timeout = 30");
  {
    SqliteConnection other(file_.path());
    other.run("BEGIN EXCLUSIVE");
    EXPECT_THAT(complaint([&] { store_.tasks.append(tasks_[0].id, 1, sample_entry("b"), false); }),
                HasSubstr("the database is locked by another program"));
    EXPECT_EQ(store_.tasks.entries(tasks_[0].id).size(), 1U);
    other.roll_back();
  }
  EXPECT_EQ(store_.tasks.append(tasks_[0].id, 1, sample_entry("b"), false), Appended::stored);
}

TEST_F(SqliteFaults, WaitsForAnotherProgramThatIsSoonDone) {
  SqliteConnection other(file_.path());
  other.run("BEGIN EXCLUSIVE");
  std::thread releases([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    other.roll_back();
  });
  EXPECT_EQ(store_.tasks.append(tasks_[0].id, 0, sample_entry("a"), false), Appended::stored);
  releases.join();
}

TEST_F(SqliteFaults, NothingIsConfirmedIntoAFileThatIsGone) {
  store_.tasks.append(tasks_[0].id, 0, sample_entry("a"), false);
  const auto aside = file_.path().parent_path() / "aside.db";
  std::filesystem::rename(file_.path(), aside);
  const auto append = [&] { store_.tasks.append(tasks_[0].id, 1, sample_entry("b"), false); };
  EXPECT_THAT(complaint(append), HasSubstr("removed or replaced"));
  write_file(file_.path(), "another file");
  EXPECT_THAT(complaint(append), HasSubstr("removed or replaced"));
  std::filesystem::rename(aside, file_.path());
  EXPECT_EQ(complaint(append), "accepted") << "it is there again";
}

TEST(NumberedParameters, AreThoseOutsideQuotes) {
  EXPECT_EQ(with_numbered_parameters("a = ? AND b = '?' AND \"?\" = ? AND c = 'it''s ?' OR ?"),
            "a = $1 AND b = '?' AND \"?\" = $2 AND c = 'it''s ?' OR $3");
}

// --- a server that goes away ---

class PostgresqlFaults : public testing::Test {
 protected:
  void SetUp() override {
    if (postgresql_url().empty())
      GTEST_SKIP()
          << "no PostgreSQL server: tests/with_postgresql.py runs this with one of its own";
    database_ = std::make_unique<TestPostgresql>();
    store_ = std::make_unique<LabelStore>(database_->open());
  }

  /// Ends the server's side of every connection of other programs.
  static void end_connections() {
    open_postgresql(postgresql_url())->write([](Connection& connection) {
      connection.run(
          "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity "
          "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'");
    });
  }

  std::unique_ptr<TestPostgresql> database_;
  std::unique_ptr<LabelStore> store_;
};

TEST_F(PostgresqlFaults, TheNextCallsWorkAfterTheServerEndedAllConnections) {
  const SampleProject sample(*store_, 1, 8);
  const auto tasks = store_->tasks.in_project(sample.project);
  for (std::size_t round = 0; round < 3; ++round) {
    std::vector<std::thread> threads;
    for (const Task& task : tasks) {
      threads.emplace_back([&, id = task.id] {
        EXPECT_EQ(store_->tasks.append(id, round, sample_entry("k" + to_text(round)), false),
                  Appended::stored);
      });
    }
    for (std::thread& thread : threads) thread.join();
    end_connections();
  }
  for (const Task& task : tasks) EXPECT_EQ(store_->tasks.entries(task.id).size(), 3U);
}

TEST_F(PostgresqlFaults, AnAnswerWhoseServerGoesAwayIsStoredOnceWhenSentAgain) {
  const SampleProject sample(*store_, 1, 4);
  const auto tasks = store_->tasks.in_project(sample.project);
  std::atomic<bool> is_over = false;
  std::thread disturbs([&] {
    while (!is_over) end_connections();
  });
  std::vector<std::thread> threads;
  for (const Task& task : tasks) {
    threads.emplace_back([&, id = task.id] {
      for (std::size_t i = 0; i < 25;) {
        try {
          const Appended outcome =
              store_->tasks.append(id, i, sample_entry("k" + to_text(i)), false);
          ASSERT_NE(outcome, Appended::conflict);
          ++i;
        } catch (const StorageError&) {
          continue;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  is_over = true;
  disturbs.join();
  for (const Task& task : tasks) EXPECT_EQ(store_->tasks.entries(task.id).size(), 25U);
}

TEST_F(PostgresqlFaults, SaysWhatWasTriedAndWhatTheServerSays) {
  std::string url = postgresql_url();
  url.replace(url.find("/postgres?"), 10, "/nothing?");
  EXPECT_THAT(complaint([&] { open_postgresql(url); }),
              AllOf(HasSubstr("cannot connect to the database 'nothing' of the server at"),
                    HasSubstr("as 'podium': the server refused: database \"nothing\" does not "
                              "exist; check user")));
  EXPECT_THAT(complaint([&] {
                database_->open()->write([](Connection& connection) {
                  connection.run("SET TRANSACTION READ ONLY");
                  connection.run("CREATE TABLE late (value INTEGER)");
                });
              }),
              HasSubstr("the server is read-only"));
}

TEST_F(PostgresqlFaults, ADeadlockIsTriedAgain) {
  const auto database = database_->open();
  database->write([](Connection& connection) {
    connection.run("CREATE TABLE cells (id BIGINT PRIMARY KEY, value BIGINT NOT NULL)");
    connection.run("INSERT INTO cells (id, value) VALUES (0, 0), (1, 0)");
  });
  std::atomic<int> arrived = 0;
  const auto swap_over = [&](std::int64_t first) {
    database->write([&, first](Connection& connection) {
      connection.run("UPDATE cells SET value = value + 1 WHERE id = ?", {first});
      ++arrived;
      while (arrived < 2) std::this_thread::yield();
      connection.run("UPDATE cells SET value = value + 1 WHERE id = ?", {1 - first});
    });
  };
  std::thread other([&] { swap_over(1); });
  swap_over(0);
  other.join();
  database->read([](Connection& connection) {
    EXPECT_EQ(Fields(connection.run("SELECT MIN(value) FROM cells").at(0)).whole(), 2);
  });
  EXPECT_GE(arrived, 3) << "one of the two was undone and ran again";
}

}  // namespace
}  // namespace podium::labelling
