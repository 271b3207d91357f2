#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <utility>

#include "bindings.hpp"
#include "podium/learning/experiment/cell_run.hpp"

namespace podium::python {

/// Lets Python see a long computation that runs without it: calls a function of the user now and
/// then, and finds out whether the user pressed Ctrl-C. May be asked from any thread.
class Listener {
 public:
  /// `callback` may be None. At most one call in `seconds` (0: all are made); Ctrl-C is looked for
  /// as often. Needs the GIL, as does the destructor.
  Listener(nb::object callback, double seconds);

  /// Tells Python what `said` returns if it is time to; False from the callback, an exception or
  /// Ctrl-C ends the computation. Takes the GIL. Returns whether to go on.
  bool go_on(const std::function<nb::object()>& said);

  /// Tells it how far a run of trainings is. Borrows this object.
  RunProgressSink run_sink() {
    return [this](const RunProgress& now) {
      return go_on([&] { return nb::make_tuple(now.done, now.of); });
    };
  }

  /// Ends the computation at the next go_on(), because of Ctrl-C. Returns false, and does nothing,
  /// if it is to end already. Needs the GIL.
  bool interrupt(nb::object error);

  /// Whether a callback, an exception or Ctrl-C ended the computation.
  bool has_stopped() const { return stopped_; }

  /// The exception that ended the computation, Ctrl-C's too; None if there is none. Needs the GIL.
  nb::object error() const { return error_; }

 private:
  bool is_due();
  bool tell(const std::function<nb::object()>& said);

  nb::object callback_;
  std::chrono::duration<double> pause_;
  std::chrono::steady_clock::time_point next_;
  std::mutex telling_;
  std::atomic<bool> stopped_ = false;
  nb::object error_ = nb::none();
};

/// The exception that an outcome of a computation has, or None; afterwards it has none. An outcome
/// that kept it would never be freed: the exception's traceback holds the frame that holds the
/// outcome, and Python's search for cycles does not look into objects of C++.
template <class Outcome>
nb::object take_error(Outcome& outcome) {
  return std::exchange(outcome.error, nb::none());
}

}  // namespace podium::python
