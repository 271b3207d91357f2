#include "listener.hpp"

#include <utility>

namespace podium::python {

namespace {

/// What Python raised, taken out of its hands.
nb::object raised() {
  nb::python_error error;
  return nb::borrow(error.value());
}

}  // namespace

Listener::Listener(nb::object callback, double seconds)
    : callback_(std::move(callback)), pause_(seconds), next_(std::chrono::steady_clock::now()) {}

bool Listener::is_due() {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return false;
  next_ = now + std::chrono::duration_cast<std::chrono::steady_clock::duration>(pause_);
  return true;
}

bool Listener::go_on(const std::function<nb::object()>& said) {
  if (stopped_) return false;
  // Whoever comes while another thread speaks has nothing to add.
  const std::unique_lock lock(telling_, std::try_to_lock);
  if (!lock || !is_due()) return true;
  const GilHeld acquire;
  if (!tell(said)) stopped_ = true;
  return !stopped_;
}

bool Listener::interrupt(nb::object error) {
  if (stopped_.exchange(true)) return false;
  error_ = std::move(error);
  return true;
}

bool Listener::tell(const std::function<nb::object()>& said) {
  if (PyErr_CheckSignals() != 0) {
    error_ = raised();
    return false;
  }
  if (callback_.is_none()) return true;
  const nb::object progress = said();
  nb::object answer;
  until_python_ends([&] {
    answer = nb::steal(PyObject_CallFunctionObjArgs(callback_.ptr(), progress.ptr(), nullptr));
  });
  if (answer.is_valid()) return !answer.is(nb::handle(Py_False));
  error_ = raised();
  return false;
}

}  // namespace podium::python
