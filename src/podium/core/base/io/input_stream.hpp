#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/io/unpacker.hpp"
#include "podium/core/base/unicode/utf16.hpp"

namespace podium {

/// What an InputStream makes of UTF-16 with a byte order mark.
enum class Utf16Rule { decode, keep };

/// A file read from its beginning to its end in little memory, unpacked on the way when its first
/// bytes say gzip (also several members one after the other) or zstd, and UTF-16 with a byte order
/// mark as UTF-8 unless it is to be kept. A UTF-8 byte order mark is passed over. A damaged or cut
/// archive, one beyond the limits, and half a character of UTF-16 is a DataError when that place is
/// reached.
class InputStream {
 public:
  explicit InputStream(const std::filesystem::path& path, const UnpackLimits& limits = {},
                       Utf16Rule utf16 = Utf16Rule::decode);

  /// What the file is if it is no text but a workbook or a table of another program, and what to
  /// do about it (complaint_of_binary); empty for text.
  const std::string& complaint() const noexcept { return complaint_; }

  /// Whether the text was UTF-16 and is UTF-8 now.
  bool was_utf16() const noexcept { return utf16_.has_value(); }

  /// The next line without its end (LF or CR LF), borrowed until the next call; nothing at the end
  /// of the file. Of a longer line than `most` bytes the rest is passed over and `line_was_cut`.
  std::optional<std::string_view> next_line(std::size_t most);

  bool line_was_cut() const noexcept { return line_was_cut_; }

  /// As next_line(), but a longer line than `most` bytes comes in pieces of as many; the rest of it
  /// is next while `line_goes_on`.
  std::optional<std::string_view> next_piece(std::size_t most);

  bool line_goes_on() const noexcept { return line_goes_on_; }

  /// Number of the line that next_line() returned last, from 1.
  std::size_t line_number() const noexcept { return line_number_; }

  /// Appends the next `count` bytes, fewer at the end of the file; returns how many.
  std::uint64_t read(std::uint64_t count, std::string& to);

  /// Passes over `count` bytes, fewer at the end of the file; returns how many.
  std::uint64_t skip(std::uint64_t count);

  /// All that was not read yet, for many threads at a time, if the file is as its bytes are:
  /// neither packed nor UTF-16. Stays as long as the stream; release() what is not needed any more.
  std::optional<std::string_view> unread() const noexcept;
  void release(std::string_view part) const noexcept { file_.release(part); }

  const std::string& path() const noexcept { return path_; }

  /// The line that next_line() returned last.
  Location where() const { return {path_, line_number_}; }

 private:
  /// Where the next line ends in the buffer; nothing when it has more than `most` bytes that are
  /// there, or ends with the file.
  std::size_t find_line_end(std::size_t most);

  /// More bytes behind those in the buffer; false at the end of the file.
  bool fill();

  /// More bytes of the file, unpacked, behind those in `to`; false at the end of the file.
  bool fill_raw(std::string& to);

  /// Moves the characters of the UTF-16 that is there to the buffer.
  void decode(bool is_end);
  std::string_view buffered() const noexcept { return std::string_view(buffer_).substr(begin_); }

  std::string path_;
  MappedFile file_;
  std::unique_ptr<Unpacker> unpacker_;
  std::optional<Utf16Decoder> utf16_;
  std::string encoded_;  ///< UTF-16 that is not decoded yet
  std::string complaint_;
  std::string buffer_;
  std::size_t begin_ = 0;  ///< of what was not read yet
  std::size_t used_ = 0;   ///< of the file
  std::size_t line_number_ = 0;
  bool line_was_cut_ = false;
  bool line_goes_on_ = false;
};

}  // namespace podium
