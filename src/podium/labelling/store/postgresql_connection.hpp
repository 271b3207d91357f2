#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <libpq-fe.h>

#include "podium/labelling/store/database.hpp"

namespace podium::labelling {

/// The connection was lost. The transaction was not saved unless its COMMIT had been sent.
class LostConnection : public StorageError {
 public:
  using StorageError::StorageError;
};

/// The transaction conflicted with another one, and the server rolled it back.
class Collision : public StorageError {
 public:
  using StorageError::StorageError;
};

/// `statement` with $1, $2, ... in place of each ? that is not in quotes.
std::string with_numbered_parameters(std::string_view statement);

/// One connection to a server, for one thread at a time. Statements are prepared once.
class PostgresqlConnection : public Connection {
 public:
  /// Messages name server, database and user, and never the address, which may contain a password.
  explicit PostgresqlConnection(const std::string& url);

  using Connection::run;
  std::vector<SqlRow> run(std::string_view statement,
                          std::span<const SqlValue> parameters) override;

  /// Throws StorageError when the transaction was not saved.
  void commit();

  /// Undoes the open transaction, if there is one, and never throws.
  void roll_back() noexcept;

  /// Whether another transaction can begin.
  bool is_ready() const noexcept;

 private:
  struct Close {
    void operator()(PGconn* handle) const noexcept { PQfinish(handle); }
  };
  struct Clear {
    void operator()(PGresult* result) const noexcept { PQclear(result); }
  };
  using Result = std::unique_ptr<PGresult, Clear>;

  const std::string& prepared(std::string_view statement);
  void check(const PGresult* result) const;

  std::unique_ptr<PGconn, Close> handle_;
  std::unordered_map<std::string, std::string> names_;  ///< of statements, by their text
};

}  // namespace podium::labelling
