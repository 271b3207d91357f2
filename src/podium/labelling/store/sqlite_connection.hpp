#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <sqlite3.h>

#include "podium/labelling/store/database.hpp"

namespace podium::labelling {

/// Another program holds a lock for longer than one waits for it.
class LockedDatabase : public StorageError {
 public:
  using StorageError::StorageError;
};

/// One connection to an SQLite file, for one thread at a time. Statements are compiled once.
class SqliteConnection : public Connection {
 public:
  explicit SqliteConnection(const std::filesystem::path& path);

  const std::string& path() const noexcept { return path_; }

  using Connection::run;
  std::vector<SqlRow> run(std::string_view statement,
                          std::span<const SqlValue> parameters) override;

  /// Also false when SQLite itself has rolled back, as it does when the disk is full.
  bool is_in_transaction() const noexcept { return sqlite3_get_autocommit(handle_.get()) == 0; }

  /// Makes `target` a copy of what has been committed here, also while others write.
  void copy_to(SqliteConnection& target);

  /// Undoes the open transaction, if there is one, and never throws.
  void roll_back() noexcept;

 private:
  struct Close {
    void operator()(sqlite3* handle) const noexcept { sqlite3_close_v2(handle); }
  };
  struct Finalise {
    void operator()(sqlite3_stmt* statement) const noexcept { sqlite3_finalize(statement); }
  };
  using Statement = std::unique_ptr<sqlite3_stmt, Finalise>;

  sqlite3_stmt* compiled(std::string_view text);
  void bind(sqlite3_stmt* statement, std::span<const SqlValue> parameters);
  [[noreturn]] void fail(std::string_view doing) const;

  std::string path_;
  std::unique_ptr<sqlite3, Close> handle_;
  std::unordered_map<std::string, Statement> statements_;
};

}  // namespace podium::labelling
