#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "podium/base/input_stream.hpp"

namespace podium {

/// A record of a SMART file: what follows a line ".I id", by the letter of its sections. Lines of a
/// section that comes several times follow one another.
struct SmartRecord {
  std::string id;
  std::array<std::string, 26> section;
  bool was_cut = false;
};

/// The records of a SMART file, one after the other.
class SmartReader {
 public:
  SmartReader(InputStream& in, std::size_t most_bytes) : in_(in), most_(most_bytes) {}

  /// False when there is none left.
  bool next(SmartRecord& record);

  /// Lines outside of records and sections that are not blank.
  std::size_t stray_lines() const noexcept { return stray_lines_; }

 private:
  InputStream& in_;
  std::size_t most_;
  std::string next_id_;
  bool has_next_ = false;
  std::size_t stray_lines_ = 0;
};

}  // namespace podium
