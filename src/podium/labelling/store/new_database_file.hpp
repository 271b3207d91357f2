#pragma once

#include <filesystem>

namespace podium::labelling {

/// A new file beside `path`, accessible to its owner only. It is deleted at the end with the files
/// that SQLite keeps beside it, also when a signal ends the program.
class NewDatabaseFile {
 public:
  /// Throws StorageError when it cannot be created.
  explicit NewDatabaseFile(std::filesystem::path path);
  ~NewDatabaseFile();
  NewDatabaseFile(const NewDatabaseFile&) = delete;
  NewDatabaseFile& operator=(const NewDatabaseFile&) = delete;
  NewDatabaseFile(NewDatabaseFile&&) = delete;
  NewDatabaseFile& operator=(NewDatabaseFile&&) = delete;

  const std::filesystem::path& name() const noexcept { return name_; }

  // The file gets the name `path`; no connection may be open any more.

  /// Returns false when a file has that name already.
  bool take_name_if_free() const;

  /// Replaces a file that has that name.
  void take_name() const;

 private:
  std::filesystem::path path_;
  std::filesystem::path name_;
};

}  // namespace podium::labelling
