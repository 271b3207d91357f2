#include "podium/base/input_stream.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include "podium/base/error.hpp"

namespace podium {

namespace {

constexpr std::size_t piece = std::size_t{1} << 18;
constexpr std::size_t zlib_most = std::size_t{1} << 30;
constexpr std::string_view gzip_magic = "\x1f\x8b";
constexpr std::string_view zstd_magic = "\x28\xb5\x2f\xfd";
constexpr std::string_view utf8_mark = "\xef\xbb\xbf";

}  // namespace

/// Takes packed bytes, gives unpacked ones, a piece at a time.
class InputStream::Unpacker {
 public:
  explicit Unpacker(bool is_gzip) : is_gzip_(is_gzip), zstd_(nullptr, ZSTD_freeDCtx) {
    if (is_gzip_) {
      if (inflateInit2(&gzip_, 15 + 16) != Z_OK) throw StorageError("zlib: cannot start");
    } else {
      zstd_.reset(ZSTD_createDCtx());
    }
  }
  ~Unpacker() {
    if (is_gzip_) inflateEnd(&gzip_);
  }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;
  Unpacker(Unpacker&&) = delete;
  Unpacker& operator=(Unpacker&&) = delete;

  /// Appends a piece to `to` and returns how many bytes of `packed` it took; sets `problem` when
  /// the data is damaged.
  std::size_t unpack(std::string_view packed, std::string& to, std::string& problem) {
    const std::size_t before = to.size();
    to.resize(before + piece);
    const std::size_t taken = is_gzip_ ? unpack_gzip(packed, to, before, problem)
                                       : unpack_zstd(packed, to, before, problem);
    if (problem.empty() && packed.empty() && to.size() == before && !is_whole_) {
      problem = "the file is cut";
    }
    return taken;
  }

  bool is_whole() const noexcept { return is_whole_; }
  const char* name() const noexcept { return is_gzip_ ? "gzip" : "zstd"; }

 private:
  std::size_t unpack_gzip(std::string_view packed, std::string& to, std::size_t before,
                          std::string& problem) {
    if (is_whole_ && !packed.empty()) {  // members may follow one another
      inflateReset(&gzip_);
      is_whole_ = false;
    }
    const std::size_t given = std::min(packed.size(), zlib_most);
    gzip_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    gzip_.avail_in = static_cast<uInt>(given);
    gzip_.next_out = reinterpret_cast<Bytef*>(to.data() + before);
    gzip_.avail_out = static_cast<uInt>(piece);
    const int code = inflate(&gzip_, Z_NO_FLUSH);
    to.resize(before + piece - gzip_.avail_out);
    is_whole_ = code == Z_STREAM_END;
    if (code == Z_BUF_ERROR && given == 0) {
      problem = "the file is cut";
    } else if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
      problem = gzip_.msg != nullptr ? gzip_.msg : "not what its header says";
    }
    return given - gzip_.avail_in;
  }

  std::size_t unpack_zstd(std::string_view packed, std::string& to, std::size_t before,
                          std::string& problem) {
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    ZSTD_outBuffer out{to.data() + before, piece, 0};
    const std::size_t hint = ZSTD_decompressStream(zstd_.get(), &out, &in);
    to.resize(before + out.pos);
    is_whole_ = hint == 0;
    if (ZSTD_isError(hint) != 0) problem = ZSTD_getErrorName(hint);
    return in.pos;
  }

  bool is_gzip_;
  bool is_whole_ = false;  ///< at the end of a member or frame
  z_stream gzip_{};
  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> zstd_;
};

InputStream::InputStream(const std::filesystem::path& path, const UnpackLimits& limits)
    : path_(path.string()), limits_(limits), file_(path) {
  const bool is_gzip = file_.bytes().starts_with(gzip_magic);
  if (is_gzip || file_.bytes().starts_with(zstd_magic)) {
    unpacker_ = std::make_unique<Unpacker>(is_gzip);
  }
  while (buffer_.size() < utf8_mark.size() && fill()) {
  }
  if (buffer_.starts_with(utf8_mark)) begin_ = utf8_mark.size();
}

InputStream::~InputStream() = default;

bool InputStream::fill() {
  buffer_.erase(0, std::exchange(begin_, 0));
  const std::string_view rest = file_.bytes().substr(used_);
  const std::size_t before = buffer_.size();
  std::size_t taken = 0;
  if (!unpacker_) {
    taken = std::min(piece, rest.size());
    buffer_ += rest.substr(0, taken);
  } else if (!rest.empty() || !unpacker_->is_whole()) {
    std::string problem;
    taken = unpacker_->unpack(rest, buffer_, problem);
    if (!problem.empty()) {
      throw DataError({path_}, fmt::format("damaged {} data: {}", unpacker_->name(), problem));
    }
  }
  file_.release(rest.substr(0, taken));
  used_ += taken;
  unpacked_ += buffer_.size() - before;
  check_limits();
  return taken > 0 || buffer_.size() > before;
}

void InputStream::check_limits() const {
  const bool is_bomb = unpacker_ && unpacked_ > limits_.free &&
                       static_cast<double>(unpacked_) > limits_.ratio * static_cast<double>(used_);
  if (is_bomb || unpacked_ > limits_.bytes) {
    throw DataError({path_}, fmt::format("found {} bytes of packed data that hold {} or more, "
                                         "expected at most {} times as much",
                                         used_, unpacked_, limits_.ratio));
  }
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

std::optional<std::string> inflated(std::string_view packed, std::size_t most) {
  z_stream stream{};
  if (inflateInit2(&stream, 15 + 32) != Z_OK) throw StorageError("zlib: cannot start");
  const std::unique_ptr<z_stream, int (*)(z_stream*)> guard(&stream, inflateEnd);
  if (packed.size() > zlib_most) return std::nullopt;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string text;
  int code = Z_OK;
  while (code == Z_OK) {
    const std::size_t before = text.size();
    if (before > most) return std::nullopt;
    text.resize(before + piece);
    stream.next_out = reinterpret_cast<Bytef*>(text.data() + before);
    stream.avail_out = static_cast<uInt>(piece);
    code = inflate(&stream, Z_NO_FLUSH);
    text.resize(before + piece - stream.avail_out);
  }
  if (code != Z_STREAM_END || text.size() > most) return std::nullopt;
  return text;
}

}  // namespace podium
