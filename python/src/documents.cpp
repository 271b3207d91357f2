#include <algorithm>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrow_table.hpp"
#include "bindings.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/document_index.hpp"
#include "podium/core/format/document_table.hpp"
#include "podium/core/format/trec/qrels.hpp"
#include "podium/core/format/trec/run.hpp"

namespace podium::python {

namespace {

/// Texts that stay where they are put, in few pieces of memory.
class TextArena {
 public:
  std::string_view add(std::string_view text) {
    if (text.size() > free_) {
      free_ = std::max(text.size(), block_size);
      blocks_.push_back(std::make_unique_for_overwrite<char[]>(free_));
      next_ = blocks_.back().get();
    }
    char* begin = next_;
    next_ = std::copy(text.begin(), text.end(), begin);
    free_ -= text.size();
    return {begin, text.size()};
  }

 private:
  static constexpr std::size_t block_size = std::size_t{1} << 18U;
  std::vector<std::unique_ptr<char[]>> blocks_;
  char* next_ = nullptr;
  std::size_t free_ = 0;
};

std::string_view text_of(PyObject* text) {
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text, &size);
  if (bytes == nullptr) throw nb::python_error();
  return {bytes, static_cast<std::size_t>(size)};
}

double number_of(PyObject* number, PyObject* query) {
  if (PyLong_Check(number) != 0) {  // which PyFloat_AsDouble would make a float of first
    int overflow = 0;
    const long value = PyLong_AsLongAndOverflow(number, &overflow);
    if (overflow == 0) return static_cast<double>(value);
  }
  const double value = PyFloat_AsDouble(number);
  if (value == -1.0 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw UsageError(fmt::format("query {}: found {}, expected a number",
                                 in_quotes(nb::str(nb::handle(query)).c_str()),
                                 nb::repr(nb::handle(number)).c_str()));
  }
  return value;
}

/// Throws UsageError for a document that the query has twice.
void check_distinct(const DocumentColumns& columns, std::size_t query) {
  const std::size_t begin = query == 0 ? 0 : columns.query_end[query - 1];
  const auto documents =
      std::span(columns.document).subspan(begin, columns.query_end[query] - begin);
  DocumentIndex index(documents);
  for (std::size_t doc = 0; doc < documents.size(); ++doc) {
    if (index.add(static_cast<DocIndex>(doc)) == DocumentIndex::none) continue;
    throw UsageError(fmt::format("query {}: found document {} twice, expected it once",
                                 in_quotes(columns.query_id[query]), in_quotes(documents[doc])));
  }
}

/// Reads {query: {document: number}}, whose objects it touches once.
class DictReader {
 public:
  DocumentTable read(const nb::dict& queries) {
    const nb::list items = queries.items();  // holds all of them, whatever a __str__ may do
    reserve(items);
    for (const nb::handle item : items) {
      PyObject* query = PyTuple_GetItem(item.ptr(), 0);
      PyObject* documents = PyTuple_GetItem(item.ptr(), 1);
      if (PyDict_Check(documents) == 0) {
        throw UsageError(fmt::format("query {}: found no dictionary, expected {{document: number}}",
                                     in_quotes(nb::str(nb::handle(query)).c_str())));
      }
      columns_.query_id.push_back(id_of(query));
      if (!add_plain(documents, query)) add_any(documents, query);
      columns_.query_end.push_back(columns_.value.size());
    }
    const GilReleased release;
    for (const std::size_t query : unsure_) check_distinct(columns_, query);
    columns_.text = text_;
    return DocumentTable(std::move(columns_));
  }

 private:
  struct Entry {
    PyObject* document;
    PyObject* number;
  };

  void reserve(const nb::list& items) {
    std::size_t rows = 0;
    for (const nb::handle item : items) {
      PyObject* documents = PyTuple_GetItem(item.ptr(), 1);
      if (PyDict_Check(documents) != 0) rows += static_cast<std::size_t>(PyDict_Size(documents));
    }
    columns_.document.reserve(rows);
    columns_.value.reserve(rows);
  }

  /// The id of a text; of another object, str() of it.
  std::string_view id_of(PyObject* id) {
    if (PyUnicode_Check(id) != 0) return text_->add(text_of(id));
    const nb::object made = nb::str(nb::handle(id));
    return text_->add(text_of(made.ptr()));
  }

  /// Adds texts with numbers, which are read without running any code of Python's, so that borrowed
  /// objects stay alive. Their memory is fetched ahead of them. False: there are other objects, and
  /// nothing was added.
  bool add_plain(PyObject* documents, PyObject* query) {
    constexpr std::size_t ahead = 8;
    constexpr std::size_t text_offset = 40;  // of the bytes of a short text in its object
    entries_.clear();
    PyObject* document = nullptr;
    PyObject* number = nullptr;
    Py_ssize_t place = 0;
    while (PyDict_Next(documents, &place, &document, &number) != 0) {
      entries_.push_back({document, number});
    }
    const std::size_t before = columns_.value.size();
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (i + ahead < entries_.size()) {
        const Entry& later = entries_[i + ahead];
        __builtin_prefetch(later.document);
        __builtin_prefetch(reinterpret_cast<const char*>(later.document) + text_offset);
        __builtin_prefetch(later.number);
      }
      const Entry& entry = entries_[i];
      if (PyUnicode_Check(entry.document) == 0 ||
          (PyFloat_Check(entry.number) == 0 && PyLong_Check(entry.number) == 0)) {
        columns_.document.resize(before);
        columns_.value.resize(before);
        return false;
      }
      columns_.document.push_back(text_->add(text_of(entry.document)));
      columns_.value.push_back(number_of(entry.number, query));
    }
    return true;
  }

  /// Adds documents that may be any objects: two of them may have the same text.
  void add_any(PyObject* documents, PyObject* query) {
    const nb::list items = nb::borrow<nb::dict>(documents).items();
    for (const nb::handle item : items) {
      columns_.document.push_back(id_of(PyTuple_GetItem(item.ptr(), 0)));
      columns_.value.push_back(number_of(PyTuple_GetItem(item.ptr(), 1), query));
    }
    unsure_.push_back(columns_.query_id.size() - 1);
  }

  DocumentColumns columns_;
  std::shared_ptr<TextArena> text_ = std::make_shared<TextArena>();
  std::vector<Entry> entries_;
  std::vector<std::size_t> unsure_;  ///< queries whose documents may not be distinct
};

/// Rows that follow each other and have the same query.
struct Piece {
  std::size_t begin;
  std::size_t end;
};

/// The pieces of each query, queries in the order of first appearance, and their ids.
struct Grouping {
  std::vector<std::string_view> id;
  std::vector<std::vector<Piece>> pieces;

  explicit Grouping(std::span<const std::string_view> id_of_row) {
    std::unordered_map<std::string_view, std::size_t> known;
    for (std::size_t begin = 0; begin < id_of_row.size();) {
      std::size_t end = begin + 1;
      while (end < id_of_row.size() && id_of_row[end] == id_of_row[begin]) ++end;
      const auto [found, is_new] = known.emplace(id_of_row[begin], known.size());
      if (is_new) {
        id.push_back(id_of_row[begin]);
        pieces.emplace_back();
      }
      pieces[found->second].push_back({begin, end});
      begin = end;
    }
  }

  bool lie_together() const {
    return std::ranges::all_of(pieces, [](const auto& query) { return query.size() == 1; });
  }

  /// Where each query ends when its rows lie together.
  std::vector<std::uint64_t> ends() const {
    std::vector<std::uint64_t> ends;
    for (const std::vector<Piece>& query : pieces) {
      std::uint64_t rows = ends.empty() ? 0 : ends.back();
      for (const Piece& piece : query) rows += piece.end - piece.begin;
      ends.push_back(rows);
    }
    return ends;
  }

  /// The values of rows, query by query.
  template <class T>
  std::vector<T> grouped(const std::vector<T>& of_row) const {
    std::vector<T> values;
    values.reserve(of_row.size());
    for (const std::vector<Piece>& query : pieces) {
      for (const Piece& piece : query) {
        values.insert(values.end(), of_row.begin() + static_cast<std::ptrdiff_t>(piece.begin),
                      of_row.begin() + static_cast<std::ptrdiff_t>(piece.end));
      }
    }
    return values;
  }
};

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
  Grouping queries(owner->query.value);
  DocumentColumns columns;
  columns.query_end = queries.ends();
  columns.document = std::move(owner->document.value);
  columns.value = table->numbers(value_column);
  if (!queries.lie_together()) {
    columns.document = queries.grouped(columns.document);
    columns.value = queries.grouped(columns.value);
  }
  columns.query_id = std::move(queries.id);
  parallel_for(columns.query_id.size(), [&](std::size_t query) { check_distinct(columns, query); });
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
  module.def(
      "documents_of_dict", [](const nb::dict& queries) { return DictReader().read(queries); },
      nb::arg("queries"));
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
