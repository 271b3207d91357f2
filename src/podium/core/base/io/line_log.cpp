#include "podium/core/base/io/line_log.hpp"

#include <algorithm>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"

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

LineLog::LineLog(std::filesystem::path path, std::string_view beginning)
    : file_(std::move(path), AppendFile::Mode::of_process) {
  file_.lock();
  if (file_.size() > 0) {
    const MappedFile file(file_.path());
    const std::size_t known = std::min(file.bytes().size(), beginning.size());
    if (file.bytes().substr(0, known) != beginning.substr(0, known)) {
      throw DataError({file_.path().string(), 1}, "found " +
                                                      in_quotes(file.bytes().substr(0, known)) +
                                                      ", expected " + in_quotes(beginning));
    }
    lines_ = whole_lines(file.bytes());
  }
  std::size_t size = 0;
  for (const std::string& line : lines_) size += line.size() + 1;
  if (size < file_.size()) file_.cut(size);
}

void LineLog::append(std::string_view line) {
  file_.append(std::string(line) + '\n');
  file_.sync();
}

}  // namespace podium
