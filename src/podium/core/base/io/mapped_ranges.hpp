#pragma once

#include <cstddef>
#include <string>

namespace podium {

// The files that are mapped. Who reads a mapped file that another program has made shorter gets
// SIGBUS, and so does who reads from a disk that fails: the handler of that signal can say which
// file it was.

/// What is wrong with such a file.
inline constexpr const char* cut_file_problem =
    "became shorter while it was read, or its disk failed; run the command again when nothing "
    "writes to the file";

/// `path` must stay where it is until the range is forgotten. More ranges than there are places for
/// are not noted.
void note_mapped_range(const char* begin, std::size_t size, const std::string& path);
void forget_mapped_range(const char* begin);

/// Gives the memory of all of them back to the system. What is read or written there again comes
/// back from the file. For mappings that are only read, or shared with their file.
void release_mapped_ranges();

/// The path of the file that is mapped at an address; null if there is none. May be called in a
/// signal handler, by the thread that read there.
const char* file_mapped_at(const void* address) noexcept;

}  // namespace podium
