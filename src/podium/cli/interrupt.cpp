#include "podium/cli/interrupt.hpp"

namespace podium {

namespace {

// A signal handler may write only to a global variable of this type.
volatile std::sig_atomic_t noted = 0;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

void note(int /*signal*/) {
  noted = 1;
  std::signal(SIGINT, SIG_DFL);  // the second one ends the program
  std::signal(SIGTERM, SIG_DFL);
}

}  // namespace

InterruptWatch::InterruptWatch() {
  noted = 0;
  struct sigaction action {};
  action.sa_handler = note;
  ::sigaction(SIGINT, &action, &old_interrupt_);
  ::sigaction(SIGTERM, &action, &old_terminate_);
}

InterruptWatch::~InterruptWatch() {
  ::sigaction(SIGINT, &old_interrupt_, nullptr);
  ::sigaction(SIGTERM, &old_terminate_, nullptr);
}

bool InterruptWatch::was_interrupted() const noexcept {
  return noted != 0;
}

}  // namespace podium
