#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace podium {

/// Which fields of a document each stream is made of: a field that two streams share is read once.
struct StreamLayout {
  struct Stream {
    std::string name;
    std::vector<std::size_t> field;  ///< in the order in which the stream has their words
  };

  static constexpr std::size_t most_streams = 32;

  std::size_t field_count = 0;
  std::vector<Stream> stream;

  /// By field, the set of streams that it is part of: bit s is stream s. Throws UsageError for no
  /// stream at all, more than most_streams, a field twice in a stream or beyond the last.
  std::vector<std::uint32_t> streams_of_fields() const;
};

}  // namespace podium
