#include "podium/labelling/store/new_database_file.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/temporary_files.hpp"

namespace podium::labelling {

namespace {

/// The file itself, and those that SQLite keeps beside it.
constexpr std::array<const char*, 4> file_endings = {"", "-journal", "-wal", "-shm"};

StorageError cannot_create(const std::filesystem::path& path) {
  return StorageError(fmt::format("cannot create {}: {}", path.string(), std::strerror(errno)));
}

}  // namespace

NewDatabaseFile::NewDatabaseFile(std::filesystem::path path) : path_(std::move(path)) {
  const int made = created_beside(path_, name_);
  if (made < 0) throw cannot_create(path_);
  ::close(made);
  for (const char* const ending : file_endings) note_temporary_file(name_.string() + ending);
}

NewDatabaseFile::~NewDatabaseFile() {
  for (const char* const ending : file_endings) {
    const std::string file = name_.string() + ending;
    ::unlink(file.c_str());
    forget_temporary_file(file);
  }
}

bool NewDatabaseFile::take_name_if_free() const {
  if (::link(name_.c_str(), path_.c_str()) == 0) {
    sync_folder_of(path_);
    return true;
  }
  if (errno != EEXIST) throw cannot_create(path_);
  return false;
}

void NewDatabaseFile::take_name() const {
  // A device or a pipe would be gone, and behind a link the file would stay as it is.
  const auto status = std::filesystem::symlink_status(path_);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw StorageError(path_.string() + ": found no regular file, expected one or a free name");
  }
  if (std::rename(name_.c_str(), path_.c_str()) != 0) throw cannot_create(path_);
  sync_folder_of(path_);
}

}  // namespace podium::labelling
