#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "podium/core/base/io/input_stream.hpp"

namespace podium::text {

/// A record of a SMART file: the sections after a line ".I id", by letter. Repeated sections are
/// concatenated.
struct SmartRecord {
  std::string id;
  std::array<std::string, 26> section;
  std::size_t line = 0;  ///< of ".I id"
  bool was_cut = false;
};

/// The records of a SMART file, one after the other.
class SmartReader {
 public:
  SmartReader(InputStream& in, std::size_t max_bytes) : in_(in), max_bytes_(max_bytes) {}

  /// False when there is none left.
  bool next(SmartRecord& record);

  /// The first line outside of records and sections that is not blank; 0 when there is none.
  std::size_t stray_line() const noexcept { return stray_line_; }

 private:
  void notice_stray(std::string_view line);

  InputStream& in_;
  std::size_t max_bytes_;
  std::string next_id_;
  std::size_t next_line_ = 0;
  bool has_next_ = false;
  std::size_t stray_line_ = 0;
};

}  // namespace podium::text
