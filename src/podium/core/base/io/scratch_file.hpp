#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "podium/core/base/io/file.hpp"

namespace podium {

/// A file without a name, open for reading and writing; negative, with the reason in errno, if the
/// folder takes none.
int nameless_file(const std::filesystem::path& folder);

/// A file without a name, for what need not be in memory. It is gone when the process ends, however
/// that ends.
class ScratchFile {
 public:
  /// On the disk of `folder`; throws StorageError when no file can be made there.
  explicit ScratchFile(std::filesystem::path folder);
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ScratchFile(ScratchFile&&) = delete;
  ScratchFile& operator=(ScratchFile&&) = delete;

  /// Writes at a place; threads may write to different places at the same time. Throws StorageError
  /// when the disk refuses.
  void write(std::string_view bytes, std::uint64_t place);

  /// All that was written up to now.
  MappedFile map() const;

 private:
  [[noreturn]] void refuse() const;

  std::filesystem::path folder_;
  int descriptor_ = -1;
};

}  // namespace podium
