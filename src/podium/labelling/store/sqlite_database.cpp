#include <chrono>
#include <condition_variable>
#include <exception>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>

#include "podium/labelling/store/database.hpp"
#include "podium/labelling/store/new_database_file.hpp"
#include "podium/labelling/store/sqlite_connection.hpp"

namespace podium::labelling {

namespace {

/// A change that waits for the writer. Shared by the caller and the writer, which may still be
/// inside set_value() when the caller goes on.
struct Change {
  const std::function<void(Connection&)>* work = nullptr;
  std::promise<void> outcome;
  std::exception_ptr problem;
};

/// Switching a new file to a write-ahead log needs exclusive access and does not wait when two
/// programs try at once.
void use_write_ahead_log(SqliteConnection& connection) {
  constexpr int attempts = 100;
  for (int attempt = 1;; ++attempt) {
    try {
      connection.run("PRAGMA journal_mode = WAL");
      return;
    } catch (const LockedDatabase&) {
      if (attempt == attempts) throw;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

/// The file behind a path.
struct FileIdentity {
  dev_t device = 0;
  ino_t number = 0;

  bool operator==(const FileIdentity&) const = default;
};

std::optional<FileIdentity> identity_of(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileIdentity{status.st_dev, status.st_ino};
}

/// One thread writes, with one transaction and one fsync for all waiting changes; readers have
/// connections of their own and, thanks to the write-ahead log, do not block the writer.
class SqliteDatabase : public Database {
 public:
  explicit SqliteDatabase(std::filesystem::path path)
      : path_(std::move(path)), writer_connection_(path_) {
    use_write_ahead_log(writer_connection_);
    identity_ = identity_of(path_);
    writer_ = std::thread([this] { write_until_stopped(); });
  }

  ~SqliteDatabase() override {
    {
      const std::lock_guard lock(mutex_);
      is_stopping_ = true;
    }
    wake_.notify_one();
    writer_.join();
  }

  SqliteDatabase(const SqliteDatabase&) = delete;
  SqliteDatabase& operator=(const SqliteDatabase&) = delete;
  SqliteDatabase(SqliteDatabase&&) = delete;
  SqliteDatabase& operator=(SqliteDatabase&&) = delete;

  Dialect dialect() const noexcept override { return Dialect::sqlite; }

  void write(const std::function<void(Connection&)>& work) override {
    const auto change = std::make_shared<Change>();
    change->work = &work;
    std::future<void> outcome = change->outcome.get_future();
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(change);
    }
    wake_.notify_one();
    outcome.get();
  }

  void read(const std::function<void(Connection&)>& work) override {
    std::unique_ptr<SqliteConnection> connection = idle_reader();
    connection->run("BEGIN");
    try {
      work(*connection);
    } catch (...) {
      connection->roll_back();
      give_back(std::move(connection));
      throw;
    }
    connection->roll_back();
    give_back(std::move(connection));
  }

 private:
  using Batch = std::vector<std::shared_ptr<Change>>;

  void write_until_stopped() {
    for (;;) {
      Batch batch;
      {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [&] { return is_stopping_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        batch.swap(waiting_);
      }
      try {
        run_batch(batch);
      } catch (...) {
        writer_connection_.roll_back();
        for (const auto& change : batch) {
          if (!change->problem) change->problem = std::current_exception();
        }
      }
      for (const auto& change : batch) {
        if (change->problem) {
          change->outcome.set_exception(std::exchange(change->problem, nullptr));
        } else {
          change->outcome.set_value();
        }
      }
    }
  }

  /// Throws when the whole batch could not be saved.
  void run_batch(const Batch& batch) {
    writer_connection_.run("BEGIN IMMEDIATE");
    for (const auto& change : batch) {
      writer_connection_.run("SAVEPOINT change");
      try {
        (*change->work)(writer_connection_);
      } catch (...) {
        if (!writer_connection_.is_in_transaction()) throw;
        change->problem = std::current_exception();
        writer_connection_.run("ROLLBACK TO change");
      }
      writer_connection_.run("RELEASE change");
    }
    check_identity();
    writer_connection_.run("COMMIT");
  }

  /// Changes to a deleted file are lost when the program ends.
  void check_identity() const {
    if (identity_ && identity_of(path_) == identity_) return;
    throw StorageError(
        fmt::format("{}: the file was removed or replaced while it was open; the change was not "
                    "saved",
                    path_.string()));
  }

  std::unique_ptr<SqliteConnection> idle_reader() {
    {
      const std::lock_guard lock(readers_mutex_);
      if (!readers_.empty()) {
        std::unique_ptr<SqliteConnection> reader = std::move(readers_.back());
        readers_.pop_back();
        return reader;
      }
    }
    auto reader = std::make_unique<SqliteConnection>(path_);
    reader->run("PRAGMA query_only = ON");
    const std::lock_guard lock(readers_mutex_);
    readers_.reserve(++reader_count_);  // so that giving one back needs no memory
    return reader;
  }

  void give_back(std::unique_ptr<SqliteConnection> reader) noexcept {
    const std::lock_guard lock(readers_mutex_);
    readers_.push_back(std::move(reader));
  }

  std::filesystem::path path_;
  SqliteConnection writer_connection_;
  std::optional<FileIdentity> identity_;

  std::mutex mutex_;
  std::condition_variable wake_;
  Batch waiting_;
  bool is_stopping_ = false;

  std::mutex readers_mutex_;
  std::vector<std::unique_ptr<SqliteConnection>> readers_;  ///< that are idle
  std::size_t reader_count_ = 0;

  std::thread writer_;
};

/// Creates an empty database, unless another program does so first. The file has content as soon as
/// it has its name: one without content never is a new database.
void create_sqlite(const std::string& path) {
  const NewDatabaseFile file(path);
  {
    SqliteConnection connection(file.name());
    use_write_ahead_log(connection);
  }
  file.take_name_if_free();
}

}  // namespace

std::unique_ptr<Database> open_sqlite(const std::filesystem::path& path) {
  std::error_code problem;
  // The log first: a program that creates the database creates the file before it.
  const bool has_log = std::filesystem::exists(path.string() + "-wal", problem);
  if (!std::filesystem::exists(path, problem)) {
    if (has_log) {
      throw StorageError(fmt::format(
          "{0} is missing, but its log {0}-wal is there: restore the file, or delete the log to "
          "begin anew",
          path.string()));
    }
    create_sqlite(path.string());
  } else if (std::filesystem::is_regular_file(path, problem) &&
             std::filesystem::file_size(path, problem) == 0) {
    throw StorageError(fmt::format(
        "{} has no content, so what was stored in it is lost: restore it from a backup, or delete "
        "it to begin anew",
        path.string()));
  }
  return std::make_unique<SqliteDatabase>(path);
}

}  // namespace podium::labelling
