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

#include "podium/core/base/error.hpp"

namespace podium::labelling {

using RowId = std::int64_t;

/// Milliseconds since 1970 (UTC). The store has no clock: callers pass the time.
using Instant = std::int64_t;

/// The request conflicts with the current state: a name is in use, or settings can no longer be
/// changed.
class ConflictError : public UsageError {
 public:
  using UsageError::UsageError;
};

/// A row that violates the schema: a duplicate key, a reference to a missing row.
class ConstraintError : public StorageError {
 public:
  using StorageError::StorageError;
};

/// A value of a column: null, an integer, a real number, or text.
using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string>;

using SqlRow = std::vector<SqlValue>;

/// Runs statements inside a transaction of Database::write() or a snapshot of read().
class Connection {
 public:
  Connection() = default;
  virtual ~Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  Connection(Connection&&) = delete;
  Connection& operator=(Connection&&) = delete;

  /// Runs one statement with its parameters, written as ? in the text, and returns its rows. Throws
  /// StorageError with the message of the database, ConstraintError when a row violates the schema,
  /// UsageError for a text that is not UTF-8 or contains a NUL.
  virtual std::vector<SqlRow> run(std::string_view statement,
                                  std::span<const SqlValue> parameters) = 0;

  std::vector<SqlRow> run(std::string_view statement,
                          std::initializer_list<SqlValue> parameters = {}) {
    return run(statement, std::span(parameters.begin(), parameters.size()));
  }
};

/// Throws UsageError for a text that one of the databases could not store unchanged.
void check_texts(std::span<const SqlValue> values);

/// The kind of database, for the few statements in which the two differ.
enum class Dialect : std::uint8_t { sqlite, postgresql };

/// A database for use by several threads. Statements use the SQL that SQLite and
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
  /// undoes its changes and is passed to the caller. `work` may run on another thread, and again
  /// after a conflict: it must change nothing but the database and its own objects. It must not
  /// continue after an exception of run(), and must not call write().
  virtual void write(const std::function<void(Connection&)>& work) = 0;

  /// Runs `work` on a snapshot of the database.
  virtual void read(const std::function<void(Connection&)>& work) = 0;
};

/// Opens or creates a file (write-ahead log, synchronous=FULL). Writes that arrive while others are
/// being written are committed together, with one fsync. Throws StorageError for a file without
/// content, and for a missing file whose log is there: both are what is left of a database.
std::unique_ptr<Database> open_sqlite(const std::filesystem::path& path);

/// Connects to "postgresql://user:password@host/name". A pool of connections, each with its own
/// transactions.
std::unique_ptr<Database> open_postgresql(const std::string& url);

}  // namespace podium::labelling
