#include "podium/labelling/store/sqlite_connection.hpp"

#include <system_error>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

namespace podium::labelling {

namespace {

constexpr int busy_timeout_ms = 5000;

/// Resets a statement for its next use, also after an exception.
class ResetAtEnd {
 public:
  explicit ResetAtEnd(sqlite3_stmt* statement) : statement_(statement) {}
  ~ResetAtEnd() {
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
  }
  ResetAtEnd(const ResetAtEnd&) = delete;
  ResetAtEnd& operator=(const ResetAtEnd&) = delete;
  ResetAtEnd(ResetAtEnd&&) = delete;
  ResetAtEnd& operator=(ResetAtEnd&&) = delete;

 private:
  sqlite3_stmt* statement_;
};

SqlValue value_of(sqlite3_stmt* statement, int column) {
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
      return std::int64_t{sqlite3_column_int64(statement, column)};
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement, column);
    case SQLITE_NULL:
      return std::monostate{};
    default: {
      // The text first: asking for it may change the number of bytes.
      const void* text = sqlite3_column_blob(statement, column);
      const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
      return size == 0 ? std::string() : std::string(static_cast<const char*>(text), size);
    }
  }
}

}  // namespace

SqliteConnection::SqliteConnection(const std::filesystem::path& path) : path_(path.string()) {
  sqlite3* handle = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
  const int code = sqlite3_open_v2(path_.c_str(), &handle, flags, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK) fail("open");
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, busy_timeout_ms);
  run("PRAGMA foreign_keys = ON");
  run("PRAGMA synchronous = FULL");
}

std::vector<SqlRow> SqliteConnection::run(std::string_view statement,
                                          std::span<const SqlValue> parameters) {
  sqlite3_stmt* const compiled_statement = compiled(statement);
  const ResetAtEnd reset(compiled_statement);
  bind(compiled_statement, parameters);
  std::vector<SqlRow> rows;
  int code = sqlite3_step(compiled_statement);
  for (; code == SQLITE_ROW; code = sqlite3_step(compiled_statement)) {
    SqlRow& row = rows.emplace_back();
    for (int column = 0; column < sqlite3_column_count(compiled_statement); ++column) {
      row.push_back(value_of(compiled_statement, column));
    }
  }
  if (code != SQLITE_DONE) fail("use");
  return rows;
}

void SqliteConnection::copy_to(SqliteConnection& target) {
  // All pages in one step: a copy in several would begin anew with each change by another program.
  sqlite3_backup* const copy =
      sqlite3_backup_init(target.handle_.get(), "main", handle_.get(), "main");
  if (copy == nullptr) target.fail("write");
  sqlite3_backup_step(copy, -1);
  if (sqlite3_backup_finish(copy) != SQLITE_OK) target.fail("write");
}

void SqliteConnection::roll_back() noexcept {
  if (is_in_transaction()) sqlite3_exec(handle_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

sqlite3_stmt* SqliteConnection::compiled(std::string_view text) {
  Statement& statement = statements_[std::string(text)];
  if (!statement) {
    sqlite3_stmt* made = nullptr;
    const int code = sqlite3_prepare_v3(handle_.get(), text.data(), static_cast<int>(text.size()),
                                        SQLITE_PREPARE_PERSISTENT, &made, nullptr);
    if (code != SQLITE_OK) fail("use");
    statement.reset(made);
  }
  return statement.get();
}

void SqliteConnection::bind(sqlite3_stmt* statement, std::span<const SqlValue> parameters) {
  expects(sqlite3_bind_parameter_count(statement) == static_cast<int>(parameters.size()),
          "a value for each parameter of a statement");
  check_texts(parameters);
  int place = 0;
  for (const SqlValue& parameter : parameters) {
    ++place;
    const int code = std::visit(
        [&](const auto& value) {
          using Value = std::decay_t<decltype(value)>;
          if constexpr (std::is_same_v<Value, std::int64_t>) {
            return sqlite3_bind_int64(statement, place, value);
          } else if constexpr (std::is_same_v<Value, double>) {
            return sqlite3_bind_double(statement, place, value);
          } else if constexpr (std::is_same_v<Value, std::string>) {
            return sqlite3_bind_text64(statement, place, value.data(), value.size(), SQLITE_STATIC,
                                       SQLITE_UTF8);
          } else {
            return sqlite3_bind_null(statement, place);
          }
        },
        parameter);
    if (code != SQLITE_OK) fail("use");
  }
}

void SqliteConnection::fail(std::string_view doing) const {
  const std::string reason = sqlite3_errmsg(handle_.get());
  switch (sqlite3_errcode(handle_.get()) & 0xff) {
    case SQLITE_CONSTRAINT:
      throw ConstraintError(fmt::format("{}: {}", path_, reason));
    case SQLITE_FULL:
      throw StorageError(fmt::format("{}: the disk is full; the change was not saved", path_));
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw LockedDatabase(fmt::format(
          "{}: the database is locked by another program; the change was not saved", path_));
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      throw StorageError(fmt::format("{}: the database is damaged, or no database", path_));
    case SQLITE_READONLY:
      throw StorageError(fmt::format("{}: the database cannot be written", path_));
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR: {
      const int number = sqlite3_system_errno(handle_.get());
      throw StorageError(fmt::format(
          "cannot {} {}: {}", doing, path_,
          number == 0 ? "the file system failed" : std::generic_category().message(number)));
    }
    default:
      throw StorageError(fmt::format("cannot {} {}: {}", doing, path_, reason));
  }
}

}  // namespace podium::labelling
