#pragma once

#include <array>
#include <csignal>

namespace podium::cli {

/// The signals by which people and machines end a program: Ctrl-C, a request, a closed terminal.
inline constexpr std::array<int, 3> ending_signals = {SIGINT, SIGTERM, SIGHUP};

/// For the whole program, before any work: the ending signals say what happened, remove files that
/// are not complete and exit with 128 and their number. A reader that has gone (SIGPIPE) ends the
/// program without a word, as it does others. A limit on the size of files (SIGXFSZ) becomes an
/// error of the write that exceeds it. A file that becomes shorter while it is read (SIGBUS) is
/// named, and the program ends with the exit code of wrong data.
void end_cleanly_on_signals();

/// While it lives, the ending signals are noted instead of ending the program, so that work can be
/// brought to a clean end. A second one ends it at once.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  InterruptWatch(InterruptWatch&&) = delete;
  InterruptWatch& operator=(InterruptWatch&&) = delete;

  bool was_interrupted() const noexcept;

  /// The signal that was noted last; SIGINT if there was none.
  static int last_signal() noexcept;

 private:
  std::array<struct sigaction, ending_signals.size()> old_{};
};

/// While it lives, SIGHUP is a wish to read files again, as services have it, instead of ending the
/// program. Where a terminal is the input, SIGHUP says that it was closed and keeps its meaning.
class ReloadWatch {
 public:
  ReloadWatch();
  ~ReloadWatch();
  ReloadWatch(const ReloadWatch&) = delete;
  ReloadWatch& operator=(const ReloadWatch&) = delete;
  ReloadWatch(ReloadWatch&&) = delete;
  ReloadWatch& operator=(ReloadWatch&&) = delete;

  /// Whether the signal came since the last call.
  bool take() noexcept;

 private:
  struct sigaction old_ {};
};

}  // namespace podium::cli
