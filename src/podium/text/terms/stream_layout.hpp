#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace podium::text {

/// The fields of a document that make up each stream; a field that two streams share is read once.
struct StreamLayout {
  struct Stream {
    std::string name;
    std::vector<std::size_t> field;  ///< in the order of their words in the stream
  };

  static constexpr std::size_t max_streams = 32;

  std::size_t field_count = 0;
  std::vector<Stream> stream;

  /// By field, the set of streams that contain it: bit s is stream s. Throws UsageError for no
  /// stream, more than max_streams, and a field that a stream has twice or that does not exist.
  std::vector<std::uint32_t> streams_of_fields() const;
};

}  // namespace podium::text
