#include "podium/text/terms/stream_layout.hpp"

#include <fmt/format.h>

#include "podium/core/base/error.hpp"

namespace podium::text {

std::vector<std::uint32_t> StreamLayout::streams_of_fields() const {
  if (stream.empty() || stream.size() > max_streams) {
    throw UsageError(fmt::format("found {} streams, expected 1 to {}", stream.size(), max_streams));
  }
  std::vector<std::uint32_t> bits(field_count, 0);
  for (std::size_t s = 0; s < stream.size(); ++s) {
    const std::uint32_t bit = std::uint32_t{1} << s;
    for (const std::size_t f : stream[s].field) {
      if (f >= field_count || (bits[f] & bit) != 0) {
        throw UsageError(
            fmt::format("stream '{}': found field {}, expected distinct fields below {}",
                        stream[s].name, f, field_count));
      }
      bits[f] |= bit;
    }
  }
  return bits;
}

}  // namespace podium::text
