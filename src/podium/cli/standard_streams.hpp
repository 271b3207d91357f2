#pragma once

#include <initializer_list>

#include <fcntl.h>
#include <unistd.h>

namespace podium::cli {

/// For the whole program, first of all: takes the numbers of standard input, output and error that
/// are closed. Else files that are opened later would get them, and with them what is printed.
/// Reading and writing fail as on closed ones.
inline void reserve_standard_streams() {
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(number, F_GETFD) >= 0) continue;
    // The lowest number that is free, which is this one; open in the direction that is not used.
    [[maybe_unused]] const int opened =
        ::open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace podium::cli
