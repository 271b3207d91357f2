#include "podium/labelling/store/database.hpp"

#include <atomic>
#include <stdexcept>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/labelling/store/fields.hpp"
#include "podium/labelling/store/store_fixture.hpp"

namespace podium::labelling {
namespace {

using testing::HasSubstr;

class DatabaseOf : public StoreFixture {
 protected:
  DatabaseOf() {
    open_ = database_->open();
    open_->write([](Connection& connection) {
      connection.run("CREATE TABLE numbers (value BIGINT PRIMARY KEY)");
    });
  }

  void add(std::int64_t value) { add_to(*open_, value); }
  static void add_to(Database& database, std::int64_t value) {
    database.write([&](Connection& connection) {
      connection.run("INSERT INTO numbers (value) VALUES (?)", {value});
    });
  }
  static std::int64_t count(Connection& connection) {
    return Fields(connection.run("SELECT COUNT(*) FROM numbers").at(0)).whole();
  }
  std::int64_t count() const {
    std::int64_t result = 0;
    open_->read([&](Connection& connection) { result = count(connection); });
    return result;
  }

  std::unique_ptr<Database> open_;
};

INSTANTIATE_TEST_SUITE_P(Databases, DatabaseOf, testing::ValuesIn(databases_there_are()),
                         name_of_database);

TEST_P(DatabaseOf, ValuesOfEveryKindComeBack) {
  open_->write([](Connection& connection) {
    connection.run("CREATE TABLE things (a BIGINT, b DOUBLE PRECISION, c TEXT, d TEXT)");
    connection.run("INSERT INTO things (a, b, c, d) VALUES (?, ?, ?, ?)",
                   {std::int64_t{-9223372036854775807} - 1, 0.1, std::string("it's ? \"x\""),
                    std::monostate{}});
    const auto rows = connection.run("SELECT a, b, c, d, '?' FROM things WHERE c = ?",
                                     {std::string("it's ? \"x\"")});
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0], (SqlRow{std::int64_t{-9223372036854775807} - 1, 0.1,
                               std::string("it's ? \"x\""), std::monostate{}, std::string("?")}));
  });
}

TEST_P(DatabaseOf, AnExceptionUndoesTheWorkAndGoesToItsCaller) {
  EXPECT_THROW(open_->write([](Connection& connection) {
    connection.run("INSERT INTO numbers (value) VALUES (1)");
    throw std::out_of_range("mine");
  }),
               std::out_of_range);
  EXPECT_EQ(count(), 0);
}

TEST_P(DatabaseOf, AForbiddenRowIsAConstraintErrorAndTheNextWriteWorks) {
  add(1);
  EXPECT_THROW(add(1), ConstraintError);
  add(2);
  EXPECT_EQ(count(), 2);
}

TEST_P(DatabaseOf, AMalformedStatementSaysWhatTheDatabaseSaid) {
  try {
    open_->write([](Connection& connection) { connection.run("SELEC 1"); });
    FAIL() << "accepted";
  } catch (const StorageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("syntax error"));
  }
}

TEST_P(DatabaseOf, AReaderSeesOneStateHoweverLongItLooks) {
  add(1);
  open_->read([&](Connection& connection) {
    EXPECT_EQ(count(connection), 1);
    add(2);
    EXPECT_EQ(count(connection), 1);
  });
  EXPECT_EQ(count(), 2);
}

TEST_P(DatabaseOf, AReaderCannotWrite) {
  EXPECT_THROW(open_->read([](Connection& connection) {
    connection.run("INSERT INTO numbers (value) VALUES (1)");
  }),
               StorageError);
  EXPECT_EQ(count(), 0);
}

TEST_P(DatabaseOf, OnlyTheCallerOfABadWorkHearsOfIt) {
  constexpr std::int64_t threads = 24;
  std::atomic<int> refused = 0;
  std::vector<std::thread> running;
  for (std::int64_t t = 0; t < threads; ++t) {
    running.emplace_back([&, t] {
      try {
        for (std::int64_t i = 0; i < 4; ++i) {
          open_->write([&](Connection& connection) {
            connection.run("INSERT INTO numbers (value) VALUES (?)", {t * 4 + i});
            if (t % 3 == 0) throw std::out_of_range("mine");
          });
        }
      } catch (const std::out_of_range&) {
        ++refused;
      }
    });
  }
  for (std::thread& thread : running) thread.join();
  EXPECT_EQ(refused, threads / 3);
  EXPECT_EQ(count(), threads / 3 * 2 * 4);
}

TEST_P(DatabaseOf, TwoProgramsWriteToTheSameDatabase) {
  const auto other = database_->open();
  std::vector<std::thread> running;
  for (std::int64_t t = 0; t < 8; ++t) {
    running.emplace_back([&, t] {
      for (std::int64_t i = 0; i < 10; ++i) add_to(t % 2 == 0 ? *open_ : *other, t * 10 + i);
    });
  }
  for (std::thread& thread : running) thread.join();
  EXPECT_EQ(count(), 80);
}

}  // namespace
}  // namespace podium::labelling
