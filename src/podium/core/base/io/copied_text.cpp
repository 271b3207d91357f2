#include "podium/core/base/io/copied_text.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/io/file_kind.hpp"
#include "podium/core/base/io/read_once.hpp"
#include "podium/core/base/unicode/utf16.hpp"
#include "podium/core/base/unicode/utf8.hpp"

namespace podium {

namespace {

constexpr std::size_t copied_piece = std::size_t{16} << 20;

/// Closed with its scope.
struct OpenFile {
  explicit OpenFile(int opened) : number(opened) {}
  ~OpenFile() {
    if (number >= 0) ::close(number);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  OpenFile(OpenFile&&) = delete;
  OpenFile& operator=(OpenFile&&) = delete;

  int number;
};

bool is_same_state(const struct stat& a, const struct stat& b) {
  const auto is_same = [](const ::timespec& x, const ::timespec& y) {
    return x.tv_sec == y.tv_sec && x.tv_nsec == y.tv_nsec;
  };
  return a.st_size == b.st_size && is_same(a.st_mtim, b.st_mtim) && is_same(a.st_ctim, b.st_ctim);
}

/// The bytes of a regular file that others may write to meanwhile.
std::string copied_bytes(const std::filesystem::path& path) {
  const auto refuse = [&](const std::string& problem) {
    throw DataError({path.string()}, problem);
  };
  // O_NONBLOCK: to open a pipe would wait for its other end.
  const OpenFile file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat before {};
  if (file.number < 0 || ::fstat(file.number, &before) != 0) {
    refuse(fmt::format("cannot read: {}", system_reason()));
  }
  if (S_ISDIR(before.st_mode)) refuse("found a folder, expected a file");
  if (!S_ISREG(before.st_mode)) refuse("found a pipe or a device, expected a file");
  const auto size = static_cast<std::size_t>(before.st_size);
  std::string bytes;
  bool is_text = true;
  while (bytes.size() < size) {
    const std::size_t begin = bytes.size();
    bytes.resize(begin + std::min(size - begin, copied_piece));
    const ssize_t count = ::read(file.number, bytes.data() + begin, bytes.size() - begin);
    bytes.resize(begin + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse(fmt::format("cannot read: {}", system_reason()));
    if (count == 0) break;  // it has become shorter
    if (begin == 0) is_text = !packing_of(bytes) && !has_utf16_mark(bytes);
    // A hole as large as the disk has room for nothing: no memory is spent on it.
    if (is_text && bytes.find('\0', begin) != std::string::npos) {
      refuse("found a zero byte, expected text");
    }
  }
  struct stat after {};
  if (::fstat(file.number, &after) != 0 || !is_same_state(before, after)) {
    refuse("the file changed while it was read");
  }
  return bytes;
}

}  // namespace

std::optional<std::string> decoded_text(std::string_view bytes, const std::string& path,
                                        const UnpackLimits& limits) {
  std::optional<std::string> text;
  if (const auto packing = packing_of(bytes)) {
    text = unpacked(bytes, *packing, path, limits);
    bytes = *text;
  }
  if (has_utf16_mark(bytes)) {
    auto decoded = utf8_of_utf16(bytes);
    if (!decoded) throw DataError({path}, "damaged UTF-16 text: half a character is missing");
    text = std::move(*decoded);
    bytes = *text;
  }
  if (const std::string no_text = complaint_of_binary(bytes, path); !no_text.empty()) {
    throw DataError({path}, no_text);
  }
  return text;
}

std::string copied_text(const std::filesystem::path& path, bool is_starting) {
  if ((is_starting && is_stream(path)) || bytes_read_before(path.string())) {
    return std::string(InputText(path).view());
  }
  std::string bytes = copied_bytes(path);
  if (auto text = decoded_text(bytes, path.string(), {})) bytes = std::move(*text);
  bytes.erase(0, bytes.size() - without_mark(bytes).size());
  return bytes;
}

}  // namespace podium
