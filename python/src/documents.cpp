#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrow_table.hpp"
#include "bindings.hpp"
#include "podium/base/error.hpp"
#include "podium/base/parallel.hpp"
#include "podium/base/text.hpp"
#include "podium/format/document_table.hpp"
#include "podium/format/trec/qrels.hpp"
#include "podium/format/trec/run.hpp"

namespace podium::python {

namespace {

/// Ids that Python's objects name, kept in one piece of memory.
class IdText {
 public:
  /// The id of a text; of another object, str() of it.
  void add(PyObject* id) {
    if (PyUnicode_Check(id) != 0) {
      add_text(id);
    } else {
      const nb::object made = nb::str(nb::handle(id));
      add_text(made.ptr());
    }
  }

  std::size_t size() const noexcept { return end_.size(); }

  /// The ids, as views of `memory`, which gets the text.
  std::vector<std::string_view> views(std::string& memory) && {
    memory = std::move(text_);
    std::vector<std::string_view> views;
    views.reserve(end_.size());
    std::size_t begin = 0;
    for (const std::size_t end : end_) {
      views.push_back(std::string_view(memory).substr(begin, end - begin));
      begin = end;
    }
    return views;
  }

 private:
  void add_text(PyObject* text) {
    Py_ssize_t size = 0;
    const char* bytes = PyUnicode_AsUTF8AndSize(text, &size);
    if (bytes == nullptr) throw nb::python_error();
    text_.append(bytes, static_cast<std::size_t>(size));
    end_.push_back(text_.size());
  }

  std::string text_;
  std::vector<std::size_t> end_;
};

double number_of(PyObject* number, PyObject* query) {
  const double value = PyFloat_AsDouble(number);
  if (value == -1.0 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw UsageError(fmt::format("query {}: found {}, expected a number",
                                 in_quotes(nb::str(nb::handle(query)).c_str()),
                                 nb::repr(nb::handle(number)).c_str()));
  }
  return value;
}

/// {query: {document: number}}
DocumentTable table_of_dict(const nb::dict& queries) {
  IdText query_ids;
  IdText documents;
  DocumentColumns columns;
  PyObject* query = nullptr;
  PyObject* inner = nullptr;
  Py_ssize_t place = 0;
  while (PyDict_Next(queries.ptr(), &place, &query, &inner) != 0) {
    if (PyDict_Check(inner) == 0) {
      throw UsageError(fmt::format("query {}: found no dictionary, expected {{document: number}}",
                                   in_quotes(nb::str(nb::handle(query)).c_str())));
    }
    query_ids.add(query);
    PyObject* document = nullptr;
    PyObject* number = nullptr;
    Py_ssize_t inner_place = 0;
    while (PyDict_Next(inner, &inner_place, &document, &number) != 0) {
      documents.add(document);
      columns.value.push_back(number_of(number, query));
    }
    columns.query_end.push_back(columns.value.size());
  }
  const nb::gil_scoped_release release;
  auto text = std::make_shared<std::pair<std::string, std::string>>();
  columns.query_id = std::move(query_ids).views(text->first);
  columns.document = std::move(documents).views(text->second);
  columns.text = std::move(text);
  return DocumentTable(std::move(columns));
}

/// Throws UsageError for a document that a query has twice.
void check_distinct(const DocumentColumns& columns) {
  parallel_for(columns.query_id.size(), [&](std::size_t query) {
    const std::size_t begin = query == 0 ? 0 : columns.query_end[query - 1];
    std::unordered_set<std::string_view> seen;
    seen.reserve(columns.query_end[query] - begin);
    for (std::size_t row = begin; row < columns.query_end[query]; ++row) {
      if (seen.insert(columns.document[row]).second) continue;
      throw UsageError(fmt::format("query {}: found document {} twice, expected it once",
                                   in_quotes(columns.query_id[query]),
                                   in_quotes(columns.document[row])));
    }
  });
}

/// Rows (query, document, number) of a frame, whose queries may lie apart.
DocumentTable table_of_frame(const std::shared_ptr<ArrowTable>& table, std::size_t query_column,
                             std::size_t document_column, std::size_t value_column) {
  struct Owner {
    std::shared_ptr<ArrowTable> table;
    TextColumn query;
    TextColumn document;
  };
  auto owner = std::make_shared<Owner>();
  owner->table = table;
  owner->query = table->texts(query_column);
  owner->document = table->texts(document_column);
  const std::vector<double> value = table->numbers(value_column);
  std::unordered_map<std::string_view, std::size_t> known;
  std::vector<std::vector<std::size_t>> rows_of_query;
  DocumentColumns columns;
  std::string_view last;
  std::size_t query = 0;
  for (std::size_t row = 0; row < value.size(); ++row) {
    const std::string_view id = owner->query.value[row];
    if (row == 0 || id != last) {
      const auto [found, is_new] = known.emplace(id, known.size());
      if (is_new) {
        columns.query_id.push_back(id);
        rows_of_query.emplace_back();
      }
      query = found->second;
      last = id;
    }
    rows_of_query[query].push_back(row);
  }
  columns.document.reserve(value.size());
  columns.value.reserve(value.size());
  for (const std::vector<std::size_t>& rows : rows_of_query) {
    for (const std::size_t row : rows) {
      columns.document.push_back(owner->document.value[row]);
      columns.value.push_back(value[row]);
    }
    columns.query_end.push_back(columns.value.size());
  }
  check_distinct(columns);
  columns.text = std::move(owner);
  return DocumentTable(std::move(columns));
}

std::vector<std::string> ids_of_queries(const DocumentTable& table) {
  std::vector<std::string> ids;
  for (std::size_t q = 0; q < table.query_count(); ++q) ids.emplace_back(table[q].id);
  return ids;
}

nb::dict dict_of(const DocumentTable& table) {
  nb::dict queries;
  for (std::size_t q = 0; q < table.query_count(); ++q) {
    const DocumentTable::Query query = table[q];
    nb::dict documents;
    for (std::size_t i = 0; i < query.size(); ++i) {
      documents[nb::str(query.document[i].data(), query.document[i].size())] = query.value[i];
    }
    queries[nb::str(query.id.data(), query.id.size())] = documents;
  }
  return queries;
}

}  // namespace

void bind_documents(nb::module_& module) {
  nb::class_<DocumentTable>(module, "DocumentTable")
      .def_prop_ro("query_count", &DocumentTable::query_count)
      .def_prop_ro("row_count", &DocumentTable::row_count)
      .def("query_ids", &ids_of_queries)
      .def("to_dict", &dict_of)
      .def(
          "write_run",
          [](const DocumentTable& table, const std::filesystem::path& path,
             const std::string& tag) {
            write_run({table, tag}, path);
          },
          nb::arg("path"), nb::arg("tag"), WithoutPython())
      .def(
          "write_qrels",
          [](const DocumentTable& table, const std::filesystem::path& path) {
            write_qrels({table}, path);
          },
          nb::arg("path"), WithoutPython());
  module.def("documents_of_dict", &table_of_dict, nb::arg("queries"));
  module.def("documents_of_frame", &table_of_frame, nb::arg("table"), nb::arg("query"),
             nb::arg("document"), nb::arg("value"), WithoutPython());
  module.def(
      "documents_of_data",
      [](const Dataset& data, const Column<double>& values) {
        return DocumentTable(data, scores_by_row(data, span_of(values)));
      },
      nb::arg("data"), nb::arg("values"), WithoutPython());
  module.def(
      "read_run", [](const std::filesystem::path& path) { return read_run(path).retrieved; },
      nb::arg("path"), WithoutPython());
  module.def(
      "read_qrels", [](const std::filesystem::path& path) { return read_qrels(path).judged; },
      nb::arg("path"), WithoutPython());
}

}  // namespace podium::python
