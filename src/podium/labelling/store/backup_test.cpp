#include "podium/labelling/store/backup.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/io/file.hpp"
#include "podium/labelling/store/store_fixture.hpp"

namespace podium::labelling {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

class Backup : public testing::Test {
 protected:
  /// A task of one assessor, and its first answers.
  void answer(LabelStore& store, std::size_t count) {
    if (task_ == 0) {
      const RowId project = store.projects.create({.name = "cats"}, 1);
      store.projects.add_queries(project, std::vector{sample_query("q", 4)});
      const RowId ann = store.people.add_account({.name = "ann"});
      store.tasks.add(std::vector{Task{.query = store.projects.queries(project).front().id,
                                       .account = ann,
                                       .tool = Tool::preferences}});
      task_ = store.tasks.of_account(ann).front().id;
    }
    for (std::size_t more = 0; more < count; ++more, ++answers_) {
      store.tasks.append(task_, answers_, {.key = to_text(answers_), .action = Undo{}, .at = 1},
                         false);
    }
  }

  std::filesystem::path folder() const { return file_.path().parent_path(); }
  std::string other() const { return (folder() / "other").string(); }

  TestSqlite file_;
  RowId task_ = 0;
  std::size_t answers_ = 0;
};

TEST_F(Backup, HasWhatWasSavedWhileTheDatabaseIsInUse) {
  LabelStore store(file_.open());
  answer(store, 30);
  back_up_sqlite(file_.path(), folder() / "b");
  answer(store, 5);
  std::filesystem::copy_file(file_.path(), folder() / "copied");
  restore_sqlite(folder() / "b", other());
  const LabelStore restored(open_database(other(), ""));
  EXPECT_EQ(restored.tasks.entries(task_, 0).size(), 30U);
  EXPECT_EQ(store.tasks.entries(task_, 0).size(), 35U);
  EXPECT_THAT([&] { restore_sqlite(folder() / "copied", other() + "2"); },
              ThrowsMessage<UsageError>(HasSubstr("not a backup")));
  EXPECT_EQ(std::filesystem::status(folder() / "b").permissions() & std::filesystem::perms(0077),
            std::filesystem::perms::none);
}

TEST_F(Backup, ReplacesNothingButFiles) {
  LabelStore store(file_.open());
  answer(store, 1);
  const std::filesystem::path link = folder() / "link";
  std::filesystem::create_symlink(folder() / "elsewhere", link);
  EXPECT_THAT([&] { back_up_sqlite(file_.path(), link); },
              ThrowsMessage<StorageError>(HasSubstr("link: found no regular file")));
  EXPECT_TRUE(std::filesystem::is_symlink(link));
}

TEST_F(Backup, IsWholeWhileAnswersComeIn) {
  LabelStore store(file_.open());
  answer(store, 1);
  std::atomic<std::size_t> confirmed = 1;
  std::atomic<bool> is_enough = false;
  std::thread writer([&] {
    while (!is_enough) {
      answer(store, 1);
      confirmed = answers_;
    }
  });
  for (int time = 0; time < 10; ++time) {
    const std::size_t before = confirmed;
    back_up_sqlite(file_.path(), folder() / "b");  // replaces the last one
    const std::string there = other() + to_text(time);
    restore_sqlite(folder() / "b", there);
    EXPECT_GE(LabelStore(open_database(there, "")).tasks.entries(task_, 0).size(), before);
  }
  is_enough = true;
  writer.join();
}

TEST_F(Backup, IsNeverRestoredOntoProjects) {
  LabelStore(file_.open()).projects.create({.name = "cats"}, 1);
  back_up_sqlite(file_.path(), folder() / "b");
  EXPECT_THAT([&] { restore_sqlite(folder() / "b", folder().string()); },
              ThrowsMessage<UsageError>(HasSubstr("restore into another folder")));
  write_file(folder() / "text", std::string(5000, 'x'));
  EXPECT_THAT(complaint([&] { restore_sqlite(folder() / "text", other()); }),
              HasSubstr("damaged, or no database"));
  write_file(folder() / "empty", "");
  EXPECT_THAT([&] { restore_sqlite(folder() / "empty", other()); },
              ThrowsMessage<UsageError>(HasSubstr("is not a backup")));
  EXPECT_THAT(complaint([&] { restore_sqlite(folder() / "none", other()); }),
              HasSubstr("cannot open"));
  EXPECT_FALSE(std::filesystem::exists(other())) << "nothing is left of a refused restore";
}

TEST_F(Backup, IsNotRestoredWithAnotherByte) {
  LabelStore(file_.open()).projects.create({.name = "cats"}, 1);
  back_up_sqlite(file_.path(), folder() / "b");
  const std::string whole(MappedFile(folder() / "b").bytes());
  const std::size_t name = whole.find("cats");
  ASSERT_NE(name, std::string::npos);
  for (const std::size_t place : {name, std::size_t{60}, std::size_t{63}, whole.size() - 1}) {
    std::string changed = whole;
    changed[place] = static_cast<char>(changed[place] ^ 1);
    write_file(folder() / "changed", changed);
    EXPECT_THAT(complaint([&] { restore_sqlite(folder() / "changed", other()); }),
                HasSubstr("changed: the file was damaged or changed after the backup was made"))
        << place;
  }
  EXPECT_FALSE(std::filesystem::exists(other()));
  std::string without = whole;  // as backups were before
  without.replace(60, 4, 4, '\0');
  write_file(folder() / "without", without);
  EXPECT_FALSE(restore_sqlite(folder() / "without", other()).has_checksum);
  back_up_sqlite(other() + "/podium.db", folder() / "again");
  EXPECT_TRUE(restore_sqlite(folder() / "again", other() + "2").has_checksum);
}

TEST_F(Backup, OfANewerPodiumIsNotRestored) {
  LabelStore(file_.open()).projects.create({.name = "cats"}, 1);
  file_.open()->write([](Connection& connection) {
    connection.run("INSERT INTO schema_steps (step) VALUES (100)");
  });
  back_up_sqlite(file_.path(), folder() / "b");
  EXPECT_THAT(complaint([&] { restore_sqlite(folder() / "b", other()); }),
              HasSubstr("written by a newer podium"));
  EXPECT_FALSE(std::filesystem::exists(other()));
}

}  // namespace
}  // namespace podium::labelling
