#pragma once

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "podium/core/base/text.hpp"
#include "podium/labelling/store/label_store.hpp"

namespace podium::labelling {

/// The message of the StorageError of a call, or "accepted".
template <class Call>
std::string complaint(Call&& call) {
  try {
    call();
  } catch (const StorageError& error) {
    return error.what();
  }
  return "accepted";
}

/// A database for one test, deleted when the test ends. It may be opened several times: each
/// connection is like another program to the others.
class TestDatabase {
 public:
  virtual ~TestDatabase() = default;
  virtual std::unique_ptr<Database> open() const = 0;
};

class TestSqlite : public TestDatabase {
 public:
  TestSqlite() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string(test->test_suite_name()) + test->name();
    for (char& c : name) c = c == '/' ? '-' : c;
    folder_ = std::filesystem::temp_directory_path() /
              ("podium-store-" + to_text(::getpid()) + "-" + name);
    std::filesystem::create_directories(folder_);
  }
  ~TestSqlite() override { std::filesystem::remove_all(folder_); }
  TestSqlite(const TestSqlite&) = delete;
  TestSqlite& operator=(const TestSqlite&) = delete;
  TestSqlite(TestSqlite&&) = delete;
  TestSqlite& operator=(TestSqlite&&) = delete;

  std::filesystem::path path() const { return folder_ / "podium.db"; }
  std::unique_ptr<Database> open() const override { return open_sqlite(path()); }

 private:
  std::filesystem::path folder_;
};

/// The address of a PostgreSQL server from the environment, or nothing.
inline std::string postgresql_url() {
  const char* url = std::getenv("PODIUM_POSTGRESQL");
  return url == nullptr ? std::string() : std::string(url);
}

/// A schema of its own in the server's database.
class TestPostgresql : public TestDatabase {
 public:
  TestPostgresql() {
    open_postgresql(postgresql_url())->write([&](Connection& connection) {
      connection.run("CREATE SCHEMA " + schema_);
    });
  }
  ~TestPostgresql() override {
    open_postgresql(postgresql_url())->write([&](Connection& connection) {
      connection.run("DROP SCHEMA " + schema_ + " CASCADE");
    });
  }
  TestPostgresql(const TestPostgresql&) = delete;
  TestPostgresql& operator=(const TestPostgresql&) = delete;
  TestPostgresql(TestPostgresql&&) = delete;
  TestPostgresql& operator=(TestPostgresql&&) = delete;

  std::string url() const {
    const std::string base = postgresql_url();
    const char* mark = base.find('?') == std::string::npos ? "?" : "&";
    return base + mark + "options=-csearch_path%3D" + schema_;
  }
  std::unique_ptr<Database> open() const override { return open_postgresql(url()); }

 private:
  std::string schema_ = "podium_test_" + to_text(::getpid());
};

/// For tests that run with every available database.
class StoreFixture : public testing::TestWithParam<std::string> {
 protected:
  StoreFixture() {
    if (GetParam() == "sqlite") {
      database_ = std::make_unique<TestSqlite>();
    } else {
      database_ = std::make_unique<TestPostgresql>();
    }
  }

  std::unique_ptr<LabelStore> open_store() const {
    return std::make_unique<LabelStore>(database_->open());
  }

  std::unique_ptr<TestDatabase> database_;
};

inline std::vector<std::string> databases_there_are() {
  std::vector<std::string> names = {"sqlite"};
  if (!postgresql_url().empty()) names.emplace_back("postgresql");
  return names;
}

inline std::string name_of_database(const testing::TestParamInfo<std::string>& info) {
  return info.param;
}

// --- things to store ---

inline LabelQuery sample_query(const std::string& id, std::size_t documents = 3) {
  LabelQuery query{.id = id, .text = "text of " + id, .description = "description of " + id};
  for (std::size_t i = 0; i < documents; ++i) {
    const std::string name = "d" + to_text(i);
    query.document.push_back({.id = name,
                              .title = "title of " + name,
                              .url = "https://example.org/" + name,
                              .snippet = "snippet",
                              .body = "<p>body of " + name + "</p>",
                              .is_html = i % 2 == 0});
  }
  query.gold = {{0, 1}};
  return query;
}

/// A project of some queries and people, each with a task for each query.
struct SampleProject {
  RowId project = 0;
  std::vector<StoredQuery> queries;
  std::vector<RowId> people;

  SampleProject(LabelStore& store, std::size_t query_count, std::size_t people_count,
                Tool tool = Tool::preferences, const ProjectSettings& settings = {.name = "p"}) {
    project = store.projects.create(settings, 1000);
    std::vector<LabelQuery> added;
    for (std::size_t i = 0; i < query_count; ++i) added.push_back(sample_query("q" + to_text(i)));
    store.projects.add_queries(project, added);
    queries = store.projects.queries(project);
    std::vector<Task> tasks;
    for (std::size_t i = 0; i < people_count; ++i) {
      people.push_back(store.people.add_account({.name = "person" + to_text(i), .created = 5}));
      for (const StoredQuery& query : queries) {
        tasks.push_back({.query = query.id, .account = people.back(), .tool = tool});
      }
    }
    store.tasks.add(tasks);
  }
};

inline StoredEntry sample_entry(const std::string& key, Verdict verdict = Verdict::left) {
  return {.key = key,
          .action = Answer{{0, 1, Purpose::needed}, verdict},
          .comment = "why not",
          .seconds = 2.5,
          .paused = 0.25,
          .at = 1234567890123};
}

}  // namespace podium::labelling
