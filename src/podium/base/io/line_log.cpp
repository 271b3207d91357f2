#include "podium/base/io/line_log.hpp"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "podium/base/error.hpp"
#include "podium/base/io/file.hpp"
#include "podium/base/text.hpp"

namespace podium {

namespace {

std::vector<std::string> whole_lines(std::string_view text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos;
       end = text.find('\n', begin)) {
    lines.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace

std::vector<std::string> read_whole_lines(const std::filesystem::path& path) {
  return whole_lines(InputText(path).view());
}

LineLog::LineLog(std::filesystem::path path, std::string_view beginning) : path_(std::move(path)) {
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ < 0) {
    throw StorageError("cannot open " + path_.string() + " for writing: " + system_reason());
  }
  try {
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      throw UsageError(path_.string() + " is being written by another process");
    }
    if (std::filesystem::file_size(path_) > 0) {
      const MappedFile file(path_);
      const std::size_t known = std::min(file.bytes().size(), beginning.size());
      if (file.bytes().substr(0, known) != beginning.substr(0, known)) {
        throw DataError({path_.string(), 1}, "found " + in_quotes(file.bytes().substr(0, known)) +
                                                 ", expected " + in_quotes(beginning));
      }
      lines_ = whole_lines(file.bytes());
    }
    for (const std::string& line : lines_) size_ += line.size() + 1;
    drop_cut_line();
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

LineLog::~LineLog() {
  ::close(descriptor_);
}

void LineLog::append(std::string_view line) {
  std::string bytes(line);
  bytes += '\n';
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::write(descriptor_, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      const StorageError error("cannot write to " + path_.string() + ": " + system_reason());
      drop_cut_line();
      throw error;
    }
    done += static_cast<std::size_t>(count);
  }
  if (::fdatasync(descriptor_) != 0 && errno != EINVAL) {  // EINVAL: nothing there to sync to
    throw StorageError("cannot bring " + path_.string() + " to disk: " + system_reason());
  }
  size_ += bytes.size();
}

void LineLog::drop_cut_line() const {
  if (::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) {
    throw StorageError("cannot write to " + path_.string() + ": " + system_reason());
  }
}

}  // namespace podium
