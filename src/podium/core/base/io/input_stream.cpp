#include "podium/core/base/io/input_stream.hpp"

#include <algorithm>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file_kind.hpp"
#include "podium/core/base/unicode/utf8.hpp"

namespace podium {

namespace {

constexpr std::size_t piece = std::size_t{1} << 18;
constexpr std::size_t utf16_mark_bytes = 2;

}  // namespace

InputStream::InputStream(const std::filesystem::path& path, const UnpackLimits& limits,
                         Utf16Rule utf16)
    : path_(path.string()), file_(path) {
  if (const auto packing = packing_of(file_.bytes())) {
    unpacker_ = std::make_unique<Unpacker>(*packing, file_.bytes().size(), limits);
  }
  while (buffer_.size() < utf8_mark.size() && fill()) {
  }
  if (utf16 == Utf16Rule::decode && has_utf16_mark(buffer_)) {
    utf16_.emplace(buffer_);
    encoded_ = buffer_.substr(utf16_mark_bytes);
    buffer_.clear();
    decode(false);
  } else {
    complaint_ = complaint_of_binary(unpacker_ ? buffer_ : file_.bytes(), path_);
  }
  begin_ = buffer_.size() - without_mark(buffer_).size();
}

bool InputStream::fill() {
  buffer_.erase(0, std::exchange(begin_, 0));
  if (!utf16_) return fill_raw(buffer_);
  const bool has_more = fill_raw(encoded_);
  decode(!has_more);
  return has_more;
}

void InputStream::decode(bool is_end) {
  const std::optional<std::size_t> used = utf16_->decode(encoded_, buffer_);
  if (!used || (is_end && *used < encoded_.size())) {
    throw DataError({path_}, "damaged UTF-16 text: half a character is missing");
  }
  encoded_.erase(0, *used);
}

bool InputStream::fill_raw(std::string& to) {
  const std::string_view rest = file_.bytes().substr(used_);
  const std::size_t before = to.size();
  std::size_t taken = 0;
  if (!unpacker_) {
    taken = std::min(piece, rest.size());
    to += rest.substr(0, taken);
  } else if (!rest.empty() || !unpacker_->is_whole()) {
    taken = unpacker_->unpack(rest, to);
    if (!unpacker_->problem().empty()) throw DataError({path_}, unpacker_->problem());
  }
  file_.release(rest.substr(0, taken));
  used_ += taken;
  return taken > 0 || to.size() > before;
}

std::size_t InputStream::find_line_end(std::size_t most) {
  std::size_t end = buffered().find('\n');
  while (end == std::string_view::npos) {
    const std::size_t seen = buffered().size();
    if (seen > most + 1 || !fill()) break;
    end = buffered().find('\n', seen);
  }
  return end;
}

std::optional<std::string_view> InputStream::next_piece(std::size_t most) {
  const std::size_t end = find_line_end(most);
  std::string_view text = buffered();
  if (text.empty()) return std::nullopt;
  line_number_ += line_goes_on_ ? 0U : 1U;
  text = text.substr(0, end);
  line_goes_on_ = text.size() > most;
  if (line_goes_on_) {
    begin_ += most;
    return text.substr(0, most);
  }
  begin_ += text.size() + (end == std::string_view::npos ? 0 : 1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

std::optional<std::string_view> InputStream::next_line(std::size_t most) {
  line_was_cut_ = false;
  const std::size_t end = find_line_end(most);
  std::string_view line = buffered();
  if (line.empty()) return std::nullopt;
  ++line_number_;
  const bool is_whole = end != std::string_view::npos;
  line = line.substr(0, end);
  if (is_whole && line.size() <= most) {
    begin_ += end + 1;
  } else if (line.size() <= most) {
    begin_ += line.size();  // the last line
  } else {
    line_was_cut_ = true;
    const std::string kept(line.substr(0, most));
    begin_ += is_whole ? end + 1 : line.size();
    bool passed = is_whole;
    while (!passed && (!buffered().empty() || fill())) {
      const std::size_t at = buffered().find('\n');
      passed = at != std::string_view::npos;
      begin_ += passed ? at + 1 : buffered().size();
    }
    buffer_.replace(0, begin_, kept);
    begin_ = kept.size();
    line = std::string_view(buffer_).substr(0, kept.size());
  }
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::optional<std::string_view> InputStream::unread() const noexcept {
  if (unpacker_ || utf16_) return std::nullopt;
  return file_.bytes().substr(used_ - buffered().size());
}

std::uint64_t InputStream::read(std::uint64_t count, std::string& to) {
  std::uint64_t done = 0;
  while (done < count && (!buffered().empty() || fill())) {
    const std::string_view part = buffered().substr(0, count - done);
    to += part;
    begin_ += part.size();
    done += part.size();
  }
  return done;
}

std::uint64_t InputStream::skip(std::uint64_t count) {
  std::uint64_t done = 0;
  while (done < count && (!buffered().empty() || fill())) {
    const std::uint64_t part = std::min<std::uint64_t>(buffered().size(), count - done);
    begin_ += part;
    done += part;
  }
  return done;
}

}  // namespace podium
