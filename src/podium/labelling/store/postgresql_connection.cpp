#include "podium/labelling/store/postgresql_connection.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/text.hpp"

namespace podium::labelling {

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

/// Whether libpq takes a part of a password for something else, which messages would show: an @ or
/// a / of the password ends it, and without a host the password is a port.
bool shows_password(std::string_view url, const PQconninfoOption* options) {
  const std::string_view address = url.substr(std::min(url.size(), url.find("//") + 2));
  const std::size_t at = address.find('@');
  const bool has_at = at != std::string_view::npos;
  if (has_at && (at != address.rfind('@') || at > address.find('/'))) return true;
  for (; options->keyword != nullptr; ++options) {
    if (std::string_view(options->keyword) != "port" || options->val == nullptr) continue;
    return std::string_view(options->val).find_first_not_of("0123456789,") != std::string::npos;
  }
  return false;
}

void check_address(const std::string& url) {
  char* problem = nullptr;
  PQconninfoOption* const options = PQconninfoParse(url.c_str(), &problem);
  const bool is_good = options != nullptr && !shows_password(url, options);
  PQconninfoFree(options);
  PQfreemem(problem);
  if (is_good) return;
  throw UsageError(
      "malformed database address, expected postgresql://user:password@host:port/name, where @ and "
      "/ of a password are written as %40 and %2F");
}

/// A part of an address; libpq has none where it was refused early.
std::string shown(const char* part) {
  return in_quotes(part == nullptr ? "" : part);
}

/// What the handle is, or was to be, connected to.
std::string described(const PGconn* handle) {
  return fmt::format("the database {} of the server at {}, port {}", shown(PQdb(handle)),
                     shown(PQhost(handle)), shown(PQport(handle)));
}

/// What a server said when it refused a connection, in its own language; empty when none answered.
/// libpq writes "... failed: FATAL:  the words of the server"; its own words follow one blank only.
std::string_view words_of_server(std::string_view message) {
  constexpr std::string_view mark = ":  ";
  const std::size_t found = message.rfind(mark);
  if (found == std::string_view::npos) return {};
  message.remove_prefix(found + mark.size());
  return trimmed(message.substr(0, message.find('\n')));
}

StorageError cannot_connect(const PGconn* handle) {
  const std::string_view refused = words_of_server(PQerrorMessage(handle));
  std::string reason =
      "no server answers there; check host and port, and that it runs and takes connections from "
      "this machine";
  if (PQconnectionNeedsPassword(handle) != 0) {
    reason =
        "the server asks for a password; write it into the address, into PGPASSWORD or into "
        "~/.pgpass";
  } else if (!refused.empty()) {
    reason = fmt::format(
        "the server refused: {}; check user, password and the name of the database", refused);
  }
  return StorageError(fmt::format("cannot connect to {}, as {}: {}", described(handle),
                                  shown(PQuser(handle)), reason));
}

/// What a code of an error means for users, where the words of the server would not tell them.
struct KnownError {
  std::string_view code;
  std::string_view meaning;
};

constexpr std::array known_errors = {
    KnownError{"53100", "the disk of the server is full; the change was not saved"},
    KnownError{"55P03", "locked by another program; the change was not saved"},
    KnownError{"25006", "the server is read-only; give the address of the one that is written to"},
    KnownError{"42501", "the user lacks a right; the owner of the database can give it by GRANT"},
};

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
  check_address(url);
  // Settings before the address are defaults that the address may override.
  const std::array<const char*, 6> names = {"connect_timeout",  "tcp_user_timeout",
                                            "application_name", "dbname",
                                            "client_encoding",  nullptr};
  const std::array<const char*, 6> values = {"10", "30000", "podium", url.c_str(), "UTF8", nullptr};
  handle_.reset(PQconnectdbParams(names.data(), values.data(), 1));
  if (PQstatus(handle_.get()) != CONNECTION_OK) throw cannot_connect(handle_.get());
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
  const char* const words = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  const std::string said = words == nullptr ? "an error without a text" : words;
  const std::string message =
      fmt::format("{}: the server refused a statement: {}", described(handle_.get()), said);
  if (code.starts_with("23")) throw ConstraintError(message);
  if (code == "40001" || code == "40P01") throw Collision(message);
  const auto* const known = std::ranges::find(known_errors, code, &KnownError::code);
  if (known == known_errors.end()) throw StorageError(message);
  throw StorageError(fmt::format("{}: {} ({})", described(handle_.get()), known->meaning, said));
}

}  // namespace podium::labelling
