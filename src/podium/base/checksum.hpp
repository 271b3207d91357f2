#pragma once

#include <cstdint>
#include <string_view>

namespace podium {

/// A 64-bit checksum against damage, not against malice, at the speed of memory: four independent
/// multiply chains over blocks of 1 MiB, the blocks in parallel and combined in order. The value
/// is part of the cache's format and the same on every machine.
std::uint64_t checksum64(std::string_view bytes);

}  // namespace podium
