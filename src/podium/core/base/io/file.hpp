#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "podium/core/base/io/unpacker.hpp"

namespace podium {

/// Whether a path is a pipe, a device or an open file such as /dev/stdout: it can be read only
/// once, and what is written to it goes there at once and stays.
bool is_stream(const std::filesystem::path& path);

/// The bytes of a file, mapped for reading; moves, does not copy. Those of a stream are kept in
/// memory, so that it can be opened again. A missing file, a directory or anything else that cannot
/// be read is a DataError. One that becomes shorter meanwhile ends the program (mapped_ranges.hpp).
class MappedFile {
 public:
  explicit MappedFile(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view bytes() const noexcept { return {data_, size_}; }

  /// Tells the system that `part` of bytes() is not needed for now; reading it again is legal and
  /// brings it back. Keeps a pass over a large text from counting as memory in use.
  void release(std::string_view part) const noexcept;

 private:
  const char* data_ = nullptr;
  std::size_t size_ = 0;
  std::unique_ptr<const std::string> path_;  ///< stays where it is when the file moves
};

/// The text of an input file: mapped as it is, or unpacked into memory when its first bytes say
/// gzip, zstd or xz (the name does not matter), and UTF-16 with a byte order mark as UTF-8. A UTF-8
/// byte order mark is passed over. A damaged or cut archive, one beyond the limits, and what is no
/// text but a workbook or a table of another program is a DataError that says so.
class InputText {
 public:
  explicit InputText(const std::filesystem::path& path, const UnpackLimits& limits = {});

  std::string_view view() const noexcept { return view_; }
  const std::string& path() const noexcept { return path_; }

  /// See MappedFile::release; does nothing for text that was unpacked.
  void release(std::string_view part) const noexcept;

 private:
  std::string path_;
  MappedFile file_;
  std::unique_ptr<std::string> unpacked_;
  std::string_view view_;
};

/// A file that appears whole or not at all: bytes go to a temporary file beside it, commit()
/// brings them to disk and renames. Without commit() nothing is left behind. A file that is
/// replaced keeps its mode; a new one gets the one that the process gives to files (umask). A
/// symbolic link stays, and what it leads to is written. A stream is written to as it is. A name
/// that ends in .gz or .zst is packed on the way.
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  OutputFile(OutputFile&&) = delete;
  OutputFile& operator=(OutputFile&&) = delete;

  /// Appends; throws StorageError naming the file when the disk refuses.
  void write(std::string_view bytes);

  void commit();

 private:
  class Packer;
  void write_raw(std::string_view bytes);

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  int descriptor_ = -1;
  std::string pending_;
  std::unique_ptr<Packer> packer_;
};

/// Writes `bytes` as the whole of a file, by OutputFile.
void write_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace podium
