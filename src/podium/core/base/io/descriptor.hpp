#pragma once

#include <filesystem>
#include <optional>

namespace podium {

/// The open file that a path of the system stands for: 0 for /dev/stdin, 1 for /dev/stdout, 2 for
/// /dev/stderr, N for /dev/fd/N and /proc/self/fd/N; nothing for every other path. Opening such a
/// path again would lose the place in the file, and cannot be done with a socket.
std::optional<int> descriptor_of(const std::filesystem::path& path);

/// Where a path leads if it is a symbolic link, which may lead nowhere yet.
std::filesystem::path followed(std::filesystem::path path);

}  // namespace podium
