#include "podium/cli/progress_line.hpp"

#include <algorithm>
#include <iostream>

#include <fmt/format.h>
#include <unistd.h>

namespace podium::cli {

namespace {

std::string duration_text(double seconds) {
  if (seconds < 100.0) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000.0) return fmt::format("{:.0f} min", seconds / 60.0);
  return fmt::format("{:.1f} h", seconds / 3600.0);
}

}  // namespace

std::string progress_text(std::size_t done, std::size_t of, double seconds) {
  if (of == 0 && done > 0) return fmt::format("{}  {}", done, duration_text(seconds));
  constexpr std::size_t bar_width = 20;
  const std::size_t filled = of == 0 ? bar_width : std::min(bar_width, bar_width * done / of);
  std::string text = fmt::format("[{:<{}}] {}/{}  {}", std::string(filled, '='), bar_width, done,
                                 of, duration_text(seconds));
  if (done > 0 && done < of) {
    const double left = seconds / static_cast<double>(done) * static_cast<double>(of - done);
    text += fmt::format(", {} left", duration_text(left));
  }
  return text;
}

ProgressLine::ProgressLine(const Context& context)
    : err_(!context.quiet && &context.err == &std::cerr ? &context.err : nullptr),
      is_terminal_(::isatty(STDERR_FILENO) != 0),
      pause_(is_terminal_ ? std::chrono::milliseconds(150) : std::chrono::seconds(8)) {}

ProgressLine::ProgressLine(std::ostream& log, std::chrono::milliseconds pause)
    : err_(&log), is_terminal_(false), pause_(pause) {}

ProgressLine::~ProgressLine() {
  if (err_ != nullptr && width_ > 0) *err_ << "\r" << std::string(width_, ' ') << "\r";
}

void ProgressLine::show(std::size_t done, std::size_t of, const std::string& words) {
  const bool is_last = is_terminal_ && done == of;
  if (err_ == nullptr || (!is_last && Clock::now() - shown_ < pause_)) return;
  shown_ = Clock::now();
  const std::string line = progress_text(done, of, seconds()) + "  " + words;
  if (!is_terminal_) {
    *err_ << line << std::endl;  // a log is read while it grows
    return;
  }
  *err_ << "\r" << fmt::format("{:<{}}", line, width_) << std::flush;
  width_ = std::max(width_, line.size());
}

double ProgressLine::seconds() const {
  return std::chrono::duration<double>(Clock::now() - begin_).count();
}

}  // namespace podium::cli
