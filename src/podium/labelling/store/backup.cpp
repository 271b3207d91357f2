#include "podium/labelling/store/backup.hpp"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "podium/core/base/checksum.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/labelling/store/fields.hpp"
#include "podium/labelling/store/label_store.hpp"
#include "podium/labelling/store/new_database_file.hpp"
#include "podium/labelling/store/schema.hpp"
#include "podium/labelling/store/sqlite_connection.hpp"

namespace podium::labelling {

namespace {

std::string first_text(SqliteConnection& connection, std::string_view statement) {
  return Fields(connection.run(statement).at(0)).text();
}

void expect_whole(SqliteConnection& connection, const std::string& path) {
  if (first_text(connection, "PRAGMA quick_check(1)") == "ok") return;
  throw StorageError(fmt::format("{}: the database is damaged", path));
}

// The checksum of a backup stands where SQLite keeps the "user version" for its users: SQLite
// itself does not notice another byte inside a text.
constexpr std::size_t checksum_place = 60;
using StoredChecksum = std::array<char, 4>;

StoredChecksum checksum_of(std::string_view file) {
  Checksum64 sum;
  sum.add(file.substr(0, checksum_place));
  sum.add(file.substr(checksum_place + sizeof(StoredChecksum)));
  const std::uint64_t value = sum.value() | 1U;  // not 0, which stands in files without a checksum
  StoredChecksum bytes;
  std::memcpy(bytes.data(), &value, bytes.size());
  return bytes;
}

void write_checksum(const std::filesystem::path& path) {
  const StoredChecksum bytes = checksum_of(MappedFile(path).bytes());
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  const bool is_written = file >= 0 &&
                          ::pwrite(file, bytes.data(), bytes.size(), checksum_place) ==
                              static_cast<::ssize_t>(bytes.size()) &&
                          ::fsync(file) == 0;
  const int problem = errno;
  if (file >= 0) ::close(file);
  if (is_written) return;
  throw StorageError(fmt::format("cannot write {}: {}", path.string(), std::strerror(problem)));
}

/// Whether there is one.
bool check_checksum(const std::string& path) {
  const MappedFile file(path);
  const StoredChecksum expected = checksum_of(file.bytes());
  const std::string_view found = file.bytes().substr(checksum_place, expected.size());
  if (found == std::string_view("\0\0\0\0", 4)) return false;  // made before backups had one
  if (found == std::string_view(expected.data(), expected.size())) return true;
  throw StorageError(fmt::format(
      "{}: the file was damaged or changed after the backup was made: its checksum differs", path));
}

/// Copies into the new file; returns the number of answers.
std::size_t copy_into(const NewDatabaseFile& file, SqliteConnection& source) {
  SqliteConnection copy(file.name());
  source.copy_to(copy);
  copy.run("PRAGMA journal_mode = DELETE");  // one file, without a log beside it
  copy.run("PRAGMA user_version = 0");       // the checksum of another file
  expect_whole(copy, source.path());
  const auto answers = copy.run("SELECT COUNT(*) FROM entries WHERE kind <> ?", {"undo"});
  return static_cast<std::size_t>(Fields(answers.at(0)).whole());
}

/// Whether the backup has a checksum.
bool check_backup(SqliteConnection& source) {
  const auto tables = source.run("SELECT name FROM sqlite_master WHERE name = ?", {"schema_steps"});
  if (tables.empty()) {
    throw UsageError(fmt::format("{} is not a backup of labelling projects", source.path()));
  }
  if (first_text(source, "PRAGMA journal_mode") == "wal") {
    throw UsageError(
        fmt::format("{} is the database of a folder, not a backup: answers that are in the log "
                    "beside it would be lost. Make backups with podium label backup",
                    source.path()));
  }
  const bool has_checksum = check_checksum(source.path());
  taken_schema_steps(source);
  return has_checksum;
}

}  // namespace

void check_sqlite(const std::filesystem::path& database) {
  SqliteConnection connection(database);
  expect_whole(connection, database.string());
}

std::size_t back_up_sqlite(const std::filesystem::path& database,
                           const std::filesystem::path& backup) {
  SqliteConnection source(database);
  const NewDatabaseFile file(backup);
  const std::size_t answers = copy_into(file, source);
  write_checksum(file.name());
  file.take_name();
  return answers;
}

RestoredBackup restore_sqlite(const std::filesystem::path& backup, const std::string& folder) {
  const std::filesystem::path database = database_file(folder);
  const UsageError in_use(fmt::format(
      "{} exists: restore into another folder, or move this one away", database.string()));
  std::error_code problem;
  for (const char* const ending : {"", "-wal"}) {
    if (std::filesystem::exists(database.string() + ending, problem)) throw in_use;
  }
  SqliteConnection source(backup);
  RestoredBackup restored{.has_checksum = check_backup(source)};
  create_store_folder(folder);
  const NewDatabaseFile file(database);
  restored.answers = copy_into(file, source);
  if (!file.take_name_if_free()) throw in_use;
  return restored;
}

}  // namespace podium::labelling
