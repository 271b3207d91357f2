#include "podium/cli/interrupt.hpp"

#include <atomic>
#include <cstring>

#include <unistd.h>

#include "podium/core/base/io/mapped_ranges.hpp"
#include "podium/core/base/io/temporary_files.hpp"

namespace podium::cli {

namespace {

// A signal handler may write only to a global variable of this type.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
volatile std::sig_atomic_t noted = 0;
volatile std::sig_atomic_t is_reload_wanted = 0;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

const char* words_of(int signal) {
  if (signal == SIGTERM) return "podium: ended by SIGTERM; no incomplete file is left\n";
  if (signal == SIGHUP) return "podium: the terminal was closed; no incomplete file is left\n";
  return "podium: interrupted; no incomplete file is left\n";
}

void write_error(const char* text) {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text, std::strlen(text));
}

void end(int signal) {
  remove_temporary_files();
  write_error(words_of(signal));
  ::_exit(128 + signal);
}

void end_quietly(int signal) {
  remove_temporary_files();
  std::signal(signal, SIG_DFL);
  ::raise(signal);
}

/// A file that was mapped has no bytes there any more. Several threads may find that at a time.
void end_at_cut_file(int signal, siginfo_t* info, void* /*context*/) {
  static std::atomic_flag is_ending;
  const char* path = file_mapped_at(info->si_addr);
  if (path == nullptr) return end_quietly(signal);
  while (is_ending.test_and_set()) ::pause();
  remove_temporary_files();
  write_error("podium: ");
  write_error(path);
  write_error(": ");
  write_error(cut_file_problem);
  write_error("\n");
  ::_exit(3);
}

void pass_over(int /*signal*/) {}

void want_reload(int /*signal*/) {
  is_reload_wanted = 1;
}

bool is_ignored(int signal) {
  struct sigaction known {};
  ::sigaction(signal, nullptr, &known);
  return known.sa_handler == SIG_IGN;
}

/// What the one who started the program has chosen to ignore stays so, as nohup has it; but Ctrl-C
/// and SIGTERM always end the work.
bool is_ours(int signal) {
  return signal == SIGINT || signal == SIGTERM || !is_ignored(signal);
}

void handle(int signal, void (*handler)(int), struct sigaction* old = nullptr) {
  struct sigaction action {};
  action.sa_handler = handler;
  ::sigaction(signal, &action, old);
}

void note(int signal) {
  noted = signal;
  for (const int ending : ending_signals) {  // the second one
    if (is_ours(ending)) handle(ending, end);
  }
}

}  // namespace

void end_cleanly_on_signals() {
  for (const int signal : ending_signals) {
    if (is_ours(signal)) handle(signal, end);
  }
  if (is_ours(SIGPIPE)) handle(SIGPIPE, end_quietly);
  handle(SIGXFSZ, pass_over);
  struct sigaction at_cut_file {};
  at_cut_file.sa_sigaction = end_at_cut_file;
  at_cut_file.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &at_cut_file, nullptr);
}

InterruptWatch::InterruptWatch() {
  noted = 0;
  for (std::size_t i = 0; i < ending_signals.size(); ++i) {
    ::sigaction(ending_signals[i], nullptr, &old_[i]);
    if (is_ours(ending_signals[i])) handle(ending_signals[i], note);
  }
}

InterruptWatch::~InterruptWatch() {
  for (std::size_t i = 0; i < ending_signals.size(); ++i) {
    ::sigaction(ending_signals[i], &old_[i], nullptr);
  }
}

bool InterruptWatch::was_interrupted() const noexcept {
  return noted != 0;
}

int InterruptWatch::last_signal() noexcept {
  return noted == 0 ? SIGINT : noted;
}

ReloadWatch::ReloadWatch() {
  is_reload_wanted = 0;
  ::sigaction(SIGHUP, nullptr, &old_);
  if (::isatty(STDIN_FILENO) == 0) handle(SIGHUP, want_reload);
}

ReloadWatch::~ReloadWatch() {
  ::sigaction(SIGHUP, &old_, nullptr);
}

bool ReloadWatch::take() noexcept {
  const bool is_wanted = is_reload_wanted != 0;
  is_reload_wanted = 0;
  return is_wanted;
}

}  // namespace podium::cli
