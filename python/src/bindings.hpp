#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace podium::python {

namespace nb = nanobind;

// One function for each noun, each in the file of its name.
void bind_errors();
void bind_gil();
void bind_tables(nb::module_& module);
void bind_arrow(nb::module_& module);
void bind_dataset(nb::module_& module);
void bind_documents(nb::module_& module);
void bind_model(nb::module_& module);
void bind_train(nb::module_& module);
void bind_evaluate(nb::module_& module);
void bind_compare(nb::module_& module);
void bind_crossval(nb::module_& module);
void bind_aggregate(nb::module_& module);
void bind_exchange(nb::module_& module);
void bind_own_functions(nb::module_& module);
void bind_report(nb::module_& module);
void bind_synth(nb::module_& module);

/// A column of numbers that Python lends for the length of a call.
template <class T>
using Column = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> span_of(const Column<T>& column) {
  return {column.data(), column.shape(0)};
}

template <class T, std::size_t dimensions>
using NumPyArray = nb::ndarray<nb::numpy, T, nb::ndim<dimensions>, nb::c_contig>;

/// Numbers as an array that owns them; needs the GIL.
template <std::size_t dimensions, class T>
NumPyArray<T, dimensions> numpy_array(std::vector<T> numbers,
                                      std::initializer_list<std::size_t> shape) {
  auto kept = std::make_unique<std::vector<T>>(std::move(numbers));
  T* data = kept->data();
  nb::capsule owner(kept.get(), [](void* memory) noexcept {
    std::unique_ptr<std::vector<T>>(static_cast<std::vector<T>*>(memory)).reset();
  });
  (void)kept.release();
  return NumPyArray<T, dimensions>(data, shape, owner);
}

template <class T>
NumPyArray<T, 1> numpy_array(std::vector<T> numbers) {
  const std::size_t size = numbers.size();
  return numpy_array<1>(std::move(numbers), {size});
}

/// Calls call(), which takes the GIL or runs code of Python. Where the interpreter has ended
/// meanwhile, Python (before 3.14) ends such a thread by unwinding its stack, which C++ answers by
/// ending the process; here the thread waits for the end of the process instead.
void until_python_ends(const std::function<void()>& call);

/// While it lives, this thread does without Python's objects and other threads of Python go on.
/// Used instead of nanobind's class because of threads that outlive the interpreter.
class GilReleased {
 public:
  GilReleased() : state_(PyEval_SaveThread()) {}
  ~GilReleased() {
    until_python_ends([&] { PyEval_RestoreThread(state_); });
  }
  GilReleased(const GilReleased&) = delete;
  GilReleased& operator=(const GilReleased&) = delete;
  GilReleased(GilReleased&&) = delete;
  GilReleased& operator=(GilReleased&&) = delete;

 private:
  PyThreadState* state_;
};

/// While it lives, this thread may use Python's objects.
class GilHeld {
 public:
  GilHeld() {
    until_python_ends([&] { state_ = PyGILState_Ensure(); });
  }
  ~GilHeld() { PyGILState_Release(state_); }
  GilHeld(const GilHeld&) = delete;
  GilHeld& operator=(const GilHeld&) = delete;
  GilHeld(GilHeld&&) = delete;
  GilHeld& operator=(GilHeld&&) = delete;

 private:
  PyGILState_STATE state_{};
};

/// For functions that work without Python's objects.
using WithoutPython = nb::call_guard<GilReleased>;

/// Runs compute() without the GIL, on another thread: this one looks for Ctrl-C meanwhile, which
/// ends the computation (see podium/core/base/stop.hpp) and comes out. Needs the GIL.
void run_interruptibly(const std::function<void()>& compute);

}  // namespace podium::python
