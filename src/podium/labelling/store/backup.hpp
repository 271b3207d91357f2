#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace podium::labelling {

// Backups of SQLite databases, each of which is one file.

/// Copies a database, also while a service uses it, and replaces an older backup when the copy is
/// complete and on disk. It has every change that was saved before, and a checksum. Returns the
/// number of answers in it, undone ones included. Throws StorageError.
std::size_t back_up_sqlite(const std::filesystem::path& database,
                           const std::filesystem::path& backup);

/// Throws StorageError when a database, as others find it on disk, is damaged.
void check_sqlite(const std::filesystem::path& database);

struct RestoredBackup {
  std::size_t answers = 0;    ///< as above
  bool has_checksum = false;  ///< older backups have none; only SQLite's own check is made of these
};

/// Makes the database of a folder from a backup. Throws UsageError when there is a database
/// already, or the file is not a backup: the database of a folder, copied alone, lacks the answers
/// that are in its log. Throws StorageError when the checksum of the backup differs from its bytes.
RestoredBackup restore_sqlite(const std::filesystem::path& backup, const std::string& folder);

}  // namespace podium::labelling
