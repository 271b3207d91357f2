#include <condition_variable>
#include <mutex>
#include <utility>

#include "podium/labelling/store/database.hpp"
#include "podium/labelling/store/postgresql_connection.hpp"

namespace podium::labelling {

namespace {

constexpr std::size_t max_connections = 8;
constexpr int max_attempts = 10;

/// A pool of connections. It grows as needed up to a limit; further callers wait for a free one.
class Pool {
 public:
  explicit Pool(std::string url) : url_(std::move(url)) {
    idle_.reserve(max_connections);  // so that giving one back needs no memory
    idle_.push_back(std::make_unique<PostgresqlConnection>(url_));
    open_ = 1;
  }

  /// One connection, for as long as this lives.
  class Lease {
   public:
    explicit Lease(Pool& pool) : pool_(pool), connection_(pool.take()) {}
    ~Lease() { pool_.give_back(std::move(connection_)); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Lease(Lease&&) = delete;
    Lease& operator=(Lease&&) = delete;

    PostgresqlConnection& operator*() const noexcept { return *connection_; }
    PostgresqlConnection* operator->() const noexcept { return connection_.get(); }

   private:
    Pool& pool_;
    std::unique_ptr<PostgresqlConnection> connection_;
  };

 private:
  std::unique_ptr<PostgresqlConnection> take() {
    {
      std::unique_lock lock(mutex_);
      free_.wait(lock, [&] { return !idle_.empty() || open_ < max_connections; });
      if (!idle_.empty()) {
        std::unique_ptr<PostgresqlConnection> connection = std::move(idle_.back());
        idle_.pop_back();
        return connection;
      }
      ++open_;
    }
    try {
      return std::make_unique<PostgresqlConnection>(url_);
    } catch (...) {
      close_one();
      throw;
    }
  }

  void give_back(std::unique_ptr<PostgresqlConnection> connection) noexcept {
    connection->roll_back();
    if (!connection->is_ready()) {
      connection.reset();
      close_one();
      return;
    }
    {
      const std::lock_guard lock(mutex_);
      idle_.push_back(std::move(connection));
    }
    free_.notify_one();
  }

  void close_one() {
    {
      const std::lock_guard lock(mutex_);
      --open_;
    }
    free_.notify_one();
  }

  std::string url_;
  std::mutex mutex_;
  std::condition_variable free_;
  std::vector<std::unique_ptr<PostgresqlConnection>> idle_;
  std::size_t open_ = 0;
};

/// Writes run under READ COMMITTED, the server's default: every decision is made by a unique key,
/// by a conditional UPDATE, which locks the row, or while the row is locked explicitly.
/// SERIALIZABLE would add retries and no safety.
class PostgresqlDatabase : public Database {
 public:
  explicit PostgresqlDatabase(const std::string& url) : pool_(url) {}

  Dialect dialect() const noexcept override { return Dialect::postgresql; }

  void write(const std::function<void(Connection&)>& work) override {
    with_retries([&] {
      const Pool::Lease connection(pool_);
      connection->run("BEGIN ISOLATION LEVEL READ COMMITTED");
      work(*connection);
      try {
        connection->commit();
      } catch (const LostConnection&) {
        // Must not be retried: it may have been saved.
        throw StorageError(
            "the connection to the database was lost while a change was being saved; it may or may "
            "not have been saved");
      }
    });
  }

  void read(const std::function<void(Connection&)>& work) override {
    with_retries([&] {
      const Pool::Lease connection(pool_);
      connection->run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
      work(*connection);
    });
  }

 private:
  /// A server that was restarted has closed all connections: as many attempts may fail as the
  /// pool holds.
  template <class Attempt>
  static void with_retries(Attempt&& attempt) {
    for (int number = 1; number < max_attempts; ++number) {
      try {
        attempt();
        return;
      } catch (const LostConnection&) {
        continue;
      } catch (const Collision&) {
        continue;
      }
    }
    attempt();
  }

  Pool pool_;
};

}  // namespace

std::unique_ptr<Database> open_postgresql(const std::string& url) {
  return std::make_unique<PostgresqlDatabase>(url);
}

}  // namespace podium::labelling
