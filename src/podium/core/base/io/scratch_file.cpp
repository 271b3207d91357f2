#include "podium/core/base/io/scratch_file.hpp"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/temporary_files.hpp"

namespace podium {

int nameless_file(const std::filesystem::path& folder) {
  const int nameless = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (nameless >= 0 || (errno != EOPNOTSUPP && errno != EISDIR)) return nameless;
  // A file system without such files: the name goes at once.
  std::filesystem::path name;
  const int named = created_beside(folder / "podium-scratch", name);
  if (named < 0) return named;
  ::unlink(name.c_str());
  forget_temporary_file(name);
  return named;
}

ScratchFile::ScratchFile(std::filesystem::path folder)
    : folder_(std::move(folder)), descriptor_(nameless_file(folder_)) {
  if (descriptor_ < 0) refuse();
}

ScratchFile::~ScratchFile() {
  ::close(descriptor_);
}

void ScratchFile::write(std::string_view bytes, std::uint64_t place) {
  while (!bytes.empty()) {
    const auto written =
        ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<::off_t>(place));
    if (written < 0) {
      if (errno == EINTR) continue;
      refuse();
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
    place += static_cast<std::uint64_t>(written);
  }
}

MappedFile ScratchFile::map() const {
  return MappedFile(fmt::format("/proc/self/fd/{}", descriptor_));
}

void ScratchFile::refuse() const {
  throw StorageError(
      fmt::format("{}: cannot write a temporary file: {}; choose a folder on a disk with more room",
                  folder_.string(), system_reason()));
}

}  // namespace podium
