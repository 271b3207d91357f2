#pragma once

#include <filesystem>

namespace podium {

// The files that are being written and have no right to stay when the program ends early. A program
// that is ended by a signal removes them in the handler of that signal.

void note_temporary_file(const std::filesystem::path& path);

/// For a file that has its final name, or was removed.
void forget_temporary_file(const std::filesystem::path& path);

/// Removes all that are noted. May be called in a signal handler.
void remove_temporary_files() noexcept;

}  // namespace podium
