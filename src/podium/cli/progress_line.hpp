#pragma once

#include <chrono>
#include <cstddef>
#include <iosfwd>
#include <string>

#include "podium/cli/command.hpp"

namespace podium::cli {

/// One line on a terminal that is written over again and again: a bar, elapsed and remaining time
/// and a few words. Off a terminal a new line about every eight seconds; with --quiet it says
/// nothing.
class ProgressLine {
 public:
  explicit ProgressLine(const Context& context);
  /// Writes lines to a log, at least `pause` apart.
  ProgressLine(std::ostream& log, std::chrono::milliseconds pause);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ProgressLine(ProgressLine&&) = delete;
  ProgressLine& operator=(ProgressLine&&) = delete;

  /// At most a few times a second; the last step is always shown. `of` is 0 when unknown.
  void show(std::size_t done, std::size_t of, const std::string& words);

  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;
  std::ostream* err_;  ///< null when nothing is said
  bool is_terminal_;
  std::chrono::milliseconds pause_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point shown_ = is_terminal_ ? Clock::time_point() : begin_;
  std::size_t width_ = 0;
};

/// The line that progress shows, without its words: "[=====     ] 12/25  3 s, 4 s left", or "12  3
/// s" when `of` is 0: nobody knows how many there will be.
std::string progress_text(std::size_t done, std::size_t of, double seconds);

}  // namespace podium::cli
