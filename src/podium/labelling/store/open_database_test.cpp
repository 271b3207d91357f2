#include <array>
#include <chrono>
#include <csignal>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "podium/core/base/io/file.hpp"
#include "podium/core/base/io/temporary_files.hpp"
#include "podium/labelling/store/label_store.hpp"
#include "podium/labelling/store/store_fixture.hpp"

namespace podium::labelling {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(SqliteFile, WhatIsNoDatabaseIsRefusedAndLeftAsItIs) {
  const TestSqlite file;
  EXPECT_THAT(complaint([&] { open_sqlite(file.path().parent_path()); }), HasSubstr("cannot open"));
  const std::string text(5000, 'x');
  write_file(file.path(), text);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THAT(complaint([&] { open_sqlite(file.path()); }),
              HasSubstr("the database is damaged, or no database"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1))
      << "only locks are waited for";
  EXPECT_EQ(InputText(file.path()).view(), text);
}

TEST(SqliteFile, WithoutContentIsNoNewDatabase) {
  const TestSqlite file;
  write_file(file.path(), "");
  EXPECT_THAT(complaint([&] { open_sqlite(file.path()); }), HasSubstr("has no content"));
  EXPECT_EQ(std::filesystem::file_size(file.path()), 0U) << "it is left as it is";
  const std::string folder = file.path().parent_path().string();
  EXPECT_THAT(complaint([&] { open_database(folder, ""); }), HasSubstr("restore it"));
}

TEST(SqliteFile, TheLogOfAMissingOneIsNotTakenForAnother) {
  const TestSqlite file;
  const std::string log = file.path().string() + "-wal";
  write_file(log, "answers");
  EXPECT_THAT(complaint([&] { open_sqlite(file.path()); }), HasSubstr("is missing, but its log"));
  EXPECT_FALSE(std::filesystem::exists(file.path()));
  EXPECT_EQ(InputText(log).view(), "answers");
}

TEST(SqliteFile, HasContentAsSoonAsItHasItsName) {
  const TestSqlite file;
  const auto folder = file.path().parent_path();
  file.open().reset();
  EXPECT_GT(std::filesystem::file_size(file.path()), 0U);
  std::size_t files = 0;
  for (const auto& left : std::filesystem::directory_iterator(folder)) files += left.exists();
  EXPECT_EQ(files, 1U);
  EXPECT_THAT(complaint([&] { open_sqlite(folder / "no" / "podium.db"); }),
              HasSubstr("cannot create"));
}

// --- ended in the middle ---

constexpr int was_ended = 7;  ///< the exit codes of a program that creates a database
constexpr int was_refused = 8;
constexpr int was_created = 9;

/// Creates a database in a program that may write no file longer than this, and ends it: at the
/// first write that is too long, by a signal or by an exception.
[[noreturn]] void create_with_limit(const TestSqlite& file, rlim_t longest, bool by_signal) {
  std::signal(SIGXFSZ, by_signal ? [](int) {
    remove_temporary_files();  // as the handlers of the program do
    ::_exit(was_ended);
  } : SIG_IGN);
  const rlimit limit{longest, longest};
  ::setrlimit(RLIMIT_FSIZE, &limit);
  ::_exit(complaint([&] { file.open().reset(); }) == "accepted" ? was_created : was_refused);
}

/// The exit code of that program.
int code_of_creation(const TestSqlite& file, rlim_t longest, bool by_signal) {
  const pid_t program = ::fork();
  if (program == 0) create_with_limit(file, longest, by_signal);
  int status = 0;
  EXPECT_EQ(::waitpid(program, &status, 0), program);
  EXPECT_TRUE(WIFEXITED(status));
  return WEXITSTATUS(status);
}

TEST(SqliteFile, LeavesNothingWhenASignalEndsItsCreation) {
  const TestSqlite file;
  const auto folder = file.path().parent_path();
  std::set<int> seen;
  for (rlim_t longest = 0; longest <= 40'000; longest += 4'000) {
    seen.insert(code_of_creation(file, longest, true));
    if (longest == 0) {
      EXPECT_TRUE(std::filesystem::is_empty(folder));
    }
    for (const auto& left : std::filesystem::directory_iterator(folder)) {
      EXPECT_THAT(left.path().string(), Not(HasSubstr(".part-"))) << longest;
      std::filesystem::remove(left.path());
    }
  }
  EXPECT_EQ(seen, (std::set{was_ended, was_created}));
}

TEST(SqliteFile, LeavesNothingWhenItCannotBeCreated) {
  const TestSqlite file;
  EXPECT_EQ(code_of_creation(file, 0, false), was_refused);
  EXPECT_TRUE(std::filesystem::is_empty(file.path().parent_path()));
}

TEST(OpenDatabase, WhatItMakesIsForItsOwnerAlone) {
  using std::filesystem::perms;
  const TestSqlite file;
  const auto folder = file.path().parent_path() / "new";
  const LabelStore store(open_database(folder.string(), ""));
  EXPECT_EQ(std::filesystem::status(folder).permissions(), perms::owner_all);
  std::size_t files = 0;
  for (const auto& made : std::filesystem::directory_iterator(folder)) {
    EXPECT_EQ(made.status().permissions(), perms::owner_read | perms::owner_write) << made.path();
    ++files;
  }
  EXPECT_GE(files, 2U) << "the database and its log";
}

TEST(OpenDatabase, RefusesAnotherKindOfAddressWithoutShowingIt) {
  for (const std::string url :
       {"mysql://ann:secret@host/name", "postgresql://ann:sec%zzret@host/",
        "postgresql://ann:x@secret@host/name", "postgresql://ann:1/secret@host/name",
        "postgresql://ann:secret", "postgresql:secret@"}) {
    try {
      open_database("unused", url);
      FAIL() << "accepted";
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), HasSubstr("postgresql://"));
      EXPECT_THAT(error.what(), Not(HasSubstr("sec")));
    }
  }
}

TEST(OpenDatabase, AServerThatIsNotThereIsAStorageErrorWithoutThePassword) {
  const std::string said = complaint([] {
    open_database("unused", "postgresql://ann:secret@/podium?host=%2Fnonexistent&port=5432");
  });
  EXPECT_THAT(said, HasSubstr("cannot connect to the database 'podium' of the server at "
                              "'/nonexistent', port '5432', as 'ann': no server answers there"));
  EXPECT_THAT(said, Not(HasSubstr("secret")));
  EXPECT_THAT(said, Not(HasSubstr("Is the server running"))) << "words of libpq";
}

}  // namespace
}  // namespace podium::labelling
