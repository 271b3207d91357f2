#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace podium {

/// The bytes of something that can be read only once.
struct KeptBytes {
  int descriptor = -1;  ///< of a file in memory that stays open
  std::size_t size = 0;
};

/// What bytes_read_once() has read of this path. Opening a pipe again would wait for a writer.
std::optional<KeptBytes> bytes_read_before(const std::string& path);

/// Reads a pipe, a device or the rest of an open file to its end. The bytes of what cannot be
/// rewound are kept until the program ends, so that who reads the same again, be it by another
/// descriptor, finds what was there; a file is left where it was. Throws DataError naming `path`
/// when it cannot be read.
KeptBytes bytes_read_once(int descriptor, const std::string& path);

}  // namespace podium
