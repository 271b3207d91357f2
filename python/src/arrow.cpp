#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrow_table.hpp"
#include "bindings.hpp"

namespace podium::python {

namespace {

/// Takes over the stream of an object's __arrow_c_stream__().
std::shared_ptr<ArrowTable> table_of(const nb::capsule& capsule) {
  auto* stream = static_cast<ArrowArrayStream*>(capsule.data("arrow_array_stream"));
  const GilReleased release;
  return std::make_shared<ArrowTable>(*stream);
}

/// The columns as an array, and how many of their values are too large for 32 bits.
nb::tuple rows_of(const ArrowTable& table, const std::vector<std::size_t>& columns) {
  // The threads that fill the memory touch it first: it is not cleared before.
  std::unique_ptr<float[]> values(new float[table.row_count() * columns.size()]);
  std::size_t too_large = 0;
  {
    const GilReleased release;
    too_large = table.copy_rows(columns, values.get());
  }
  nb::capsule owner(values.get(), [](void* memory) noexcept {
    std::unique_ptr<float[]>(static_cast<float*>(memory)).reset();
  });
  return nb::make_tuple(
      NumPyArray<float, 2>(values.release(), {table.row_count(), columns.size()}, owner),
      too_large);
}

/// A number for each row, equal for equal texts, from 0 in the order of first appearance; and the
/// texts in that order.
std::pair<std::vector<std::int64_t>, std::vector<std::string>> codes_of(const ArrowTable& table,
                                                                        std::size_t column) {
  const TextColumn texts = table.texts(column);
  std::unordered_map<std::string_view, std::int64_t> known;
  std::pair<std::vector<std::int64_t>, std::vector<std::string>> codes;
  codes.first.reserve(texts.value.size());
  for (const std::string_view text : texts.value) {
    const auto [found, is_new] = known.emplace(text, static_cast<std::int64_t>(known.size()));
    if (is_new) codes.second.emplace_back(text);
    codes.first.push_back(found->second);
  }
  return codes;
}

}  // namespace

void bind_arrow(nb::module_& module) {
  nb::class_<ArrowTable>(module, "ArrowTable")
      .def_prop_ro("row_count", &ArrowTable::row_count)
      .def("names", &ArrowTable::names)
      .def("is_whole", &ArrowTable::is_whole, nb::arg("column"))
      .def("rows", &rows_of, nb::arg("columns"))
      .def(
          "numbers",
          [](const ArrowTable& table, std::size_t column) {
            return numpy_array(table.numbers(column));
          },
          nb::arg("column"))
      .def(
          "texts",
          [](const ArrowTable& table, std::size_t column) {
            const TextColumn texts = table.texts(column);
            return std::vector<std::string>(texts.value.begin(), texts.value.end());
          },
          nb::arg("column"))
      .def(
          "codes",
          [](const ArrowTable& table, std::size_t column) {
            auto [codes, texts] = codes_of(table, column);
            return nb::make_tuple(numpy_array(std::move(codes)), std::move(texts));
          },
          nb::arg("column"));
  module.def("arrow_table", &table_of, nb::arg("capsule"));
}

}  // namespace podium::python
