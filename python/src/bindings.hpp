#pragma once

#include <cstddef>
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

/// For functions that work without Python's objects: other threads of Python go on meanwhile.
using WithoutPython = nb::call_guard<nb::gil_scoped_release>;

}  // namespace podium::python
