#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "podium/base/error.hpp"

namespace podium {

/// A row that the schema forbids: twice the same key, a reference to nothing.
class ConstraintError : public StorageError {
 public:
  using StorageError::StorageError;
};

/// A value of a column: nothing, a whole number, a real number, or text.
using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string>;

using SqlRow = std::vector<SqlValue>;

/// Where statements run: inside a transaction of Database::write() or a snapshot of read().
class Connection {
 public:
  Connection() = default;
  virtual ~Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  Connection(Connection&&) = delete;
  Connection& operator=(Connection&&) = delete;

  /// Runs one statement with its parameters, written as ? in the text, and gives its rows. Throws
  /// StorageError saying what the database said, ConstraintError when a row may not be as it is,
  /// UsageError for a text that is not UTF-8 or has a NUL in it.
  virtual std::vector<SqlRow> run(std::string_view statement,
                                  std::span<const SqlValue> parameters) = 0;

  std::vector<SqlRow> run(std::string_view statement,
                          std::initializer_list<SqlValue> parameters = {}) {
    return run(statement, std::span(parameters.begin(), parameters.size()));
  }
};

/// Throws UsageError for a text that one of the databases could not keep as it is.
void check_texts(std::span<const SqlValue> values);

/// Which of the two a database is, for the few statements that they spell differently.
enum class Dialect : std::uint8_t { sqlite, postgresql };

/// A database that several threads use at once. Statements are of the SQL that SQLite and
/// PostgreSQL share.
class Database {
 public:
  Database() = default;
  virtual ~Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  Database(Database&&) = delete;
  Database& operator=(Database&&) = delete;

  virtual Dialect dialect() const noexcept = 0;

  /// Runs `work` in a transaction; when it returns the changes are on disk. An exception of `work`
  /// undoes what it did and goes on to the caller. `work` may run on another thread, and again
  /// after a conflict: it must change nothing but the database and what it owns. It must not go on
  /// after an exception of run(), nor call write().
  virtual void write(const std::function<void(Connection&)>& work) = 0;

  /// Runs `work` on a state of the database that does not change meanwhile.
  virtual void read(const std::function<void(Connection&)>& work) = 0;
};

/// Opens or creates a file (write-ahead log, synchronous=FULL). Writes that arrive while others are
/// on their way to the disk go there together: one fsync for all.
std::unique_ptr<Database> open_sqlite(const std::filesystem::path& path);

/// Connects to "postgresql://user:password@host/name". A pool of connections, each with its own
/// transactions.
std::unique_ptr<Database> open_postgresql(const std::string& url);

}  // namespace podium
