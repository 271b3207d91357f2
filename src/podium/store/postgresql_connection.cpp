#include "podium/store/postgresql_connection.hpp"

#include <array>
#include <cstdlib>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "podium/base/text.hpp"

namespace podium {

namespace {

// Object identifiers of types, which PostgreSQL never changes.
constexpr Oid whole_2 = 21;
constexpr Oid whole_4 = 23;
constexpr Oid whole_8 = 20;
constexpr Oid real_4 = 700;
constexpr Oid real_8 = 701;

/// A confirmed change is on disk whatever the server's default is, and waits for locks are limited.
constexpr const char* session_settings =
    "SET synchronous_commit TO on; SET lock_timeout TO '5s'; SET client_min_messages TO error";

std::string message_of(const PGconn* handle) {
  std::string message(trimmed(PQerrorMessage(handle)));
  while (!message.empty() && (message.back() == '\n' || message.back() == ' ')) message.pop_back();
  return message;
}

bool is_address(const std::string& url) {
  char* problem = nullptr;
  PQconninfoOption* const options = PQconninfoParse(url.c_str(), &problem);
  PQconninfoFree(options);
  PQfreemem(problem);
  return options != nullptr;
}

SqlValue value_of(const PGresult* result, int row, int column) {
  if (PQgetisnull(result, row, column) != 0) return std::monostate{};
  const std::string_view text(PQgetvalue(result, row, column),
                              static_cast<std::size_t>(PQgetlength(result, row, column)));
  switch (PQftype(result, column)) {
    case whole_2:
    case whole_4:
    case whole_8:
      return parse_number<std::int64_t>(text).value();
    case real_4:
    case real_8:
      return parse_number<double>(text).value();
    default:
      return std::string(text);
  }
}

std::string text_of(const SqlValue& value) {
  return std::visit(
      [](const auto& held) -> std::string {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, std::string>) {
          return held;
        } else if constexpr (std::is_same_v<Held, std::monostate>) {
          return {};
        } else {
          return to_text(held);
        }
      },
      value);
}

}  // namespace

std::string with_numbered_parameters(std::string_view statement) {
  std::string numbered;
  std::size_t number = 0;
  char quote = '\0';
  for (const char c : statement) {
    if (c == '?' && quote == '\0') {
      numbered += "$" + to_text(++number);
      continue;
    }
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '\'' || c == '"') {
      quote = c;
    }
    numbered += c;
  }
  return numbered;
}

PostgresqlConnection::PostgresqlConnection(const std::string& url) {
  if (!is_address(url)) {
    throw UsageError("malformed database address, expected postgresql://user:password@host/name");
  }
  // Settings before the address are defaults that the address may override.
  const std::array<const char*, 6> names = {"connect_timeout",  "tcp_user_timeout",
                                            "application_name", "dbname",
                                            "client_encoding",  nullptr};
  const std::array<const char*, 6> values = {"10", "30000", "podium", url.c_str(), "UTF8", nullptr};
  handle_.reset(PQconnectdbParams(names.data(), values.data(), 1));
  if (PQstatus(handle_.get()) != CONNECTION_OK) {
    throw StorageError(
        fmt::format("cannot connect to the database: {}", message_of(handle_.get())));
  }
  PQsetNoticeProcessor(
      handle_.get(), [](void* /*unused*/, const char* /*message*/) {}, nullptr);
  check(Result(PQexec(handle_.get(), session_settings)).get());
}

std::vector<SqlRow> PostgresqlConnection::run(std::string_view statement,
                                              std::span<const SqlValue> parameters) {
  check_texts(parameters);
  const std::string& name = prepared(statement);
  std::vector<std::string> texts;
  for (const SqlValue& parameter : parameters) texts.push_back(text_of(parameter));
  std::vector<const char*> values;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const bool is_null = std::holds_alternative<std::monostate>(parameters[i]);
    values.push_back(is_null ? nullptr : texts[i].c_str());
  }
  const Result result(PQexecPrepared(handle_.get(), name.c_str(), static_cast<int>(values.size()),
                                     values.data(), nullptr, nullptr, 0));
  check(result.get());
  std::vector<SqlRow> rows;
  for (int row = 0; row < PQntuples(result.get()); ++row) {
    SqlRow& values_of_row = rows.emplace_back();
    for (int column = 0; column < PQnfields(result.get()); ++column) {
      values_of_row.push_back(value_of(result.get(), row, column));
    }
  }
  return rows;
}

void PostgresqlConnection::commit() {
  const Result result(PQexec(handle_.get(), "COMMIT"));
  check(result.get());
  if (std::string_view(PQcmdStatus(result.get())) != "COMMIT") {
    throw StorageError("the database rolled back a change after a failed statement");
  }
}

void PostgresqlConnection::roll_back() noexcept {
  const PGTransactionStatusType status = PQtransactionStatus(handle_.get());
  if (status == PQTRANS_INTRANS || status == PQTRANS_INERROR) {
    PQclear(PQexec(handle_.get(), "ROLLBACK"));
  }
}

bool PostgresqlConnection::is_ready() const noexcept {
  return PQstatus(handle_.get()) == CONNECTION_OK &&
         PQtransactionStatus(handle_.get()) == PQTRANS_IDLE;
}

const std::string& PostgresqlConnection::prepared(std::string_view statement) {
  const auto found = names_.find(std::string(statement));
  if (found != names_.end()) return found->second;
  std::string name = "s" + to_text(names_.size());
  const std::string text = with_numbered_parameters(statement);
  check(Result(PQprepare(handle_.get(), name.c_str(), text.c_str(), 0, nullptr)).get());
  return names_.emplace(statement, std::move(name)).first->second;
}

void PostgresqlConnection::check(const PGresult* result) const {
  const ExecStatusType status = PQresultStatus(result);
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return;
  if (PQstatus(handle_.get()) != CONNECTION_OK) {
    throw LostConnection("the connection to the database was lost; the change was not saved");
  }
  const char* const code_text = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const std::string_view code = code_text == nullptr ? "" : code_text;
  const char* const message_text = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  const std::string message = message_text == nullptr ? message_of(handle_.get()) : message_text;
  if (code.starts_with("23")) throw ConstraintError("database error: " + message);
  if (code == "40001" || code == "40P01") throw Collision("database error: " + message);
  if (code == "53100") {
    throw StorageError("the disk of the database is full; the change was not saved");
  }
  if (code == "55P03") {
    throw StorageError("the database is locked by another program; the change was not saved");
  }
  throw StorageError("database error: " + message);
}

}  // namespace podium
