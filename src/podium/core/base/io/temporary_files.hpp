#pragma once

#include <filesystem>

#include <sys/types.h>

namespace podium {

// The files that are being written and have no right to stay when the program ends early. A program
// that is ended by a signal removes them in the handler of that signal.

/// Creates a file beside `path` under a name of its own, for its owner only unless the mode
/// says more (the process may allow less), and opens it. The name is noted before the
/// file exists: no signal can come in between. Negative, with the reason in errno, when it cannot
/// be created.
int created_beside(const std::filesystem::path& path, std::filesystem::path& name,
                   ::mode_t mode = 0600);

/// Also for a file that another library is about to create.
void note_temporary_file(const std::filesystem::path& path);

/// For a file that has its final name, or was removed.
void forget_temporary_file(const std::filesystem::path& path);

/// Brings the name of a file to disk, so that a renamed file is there after a loss of power. A
/// system that cannot is left alone: the file itself is safe.
void sync_folder_of(const std::filesystem::path& path);

/// Removes all that are noted. May be called in a signal handler.
void remove_temporary_files() noexcept;

}  // namespace podium
