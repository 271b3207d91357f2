#include <filesystem>
#include <string>

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "feature_input.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/core/data/row_order.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/core/format/orders/top_k_file.hpp"
#include "podium/core/format/read.hpp"
#include "podium/core/prepare/folds.hpp"
#include "podium/core/prepare/info.hpp"
#include "podium/core/prepare/split.hpp"
#include "podium/learning/model/fingerprint.hpp"

namespace podium::python {

namespace {

/// Makes the arguments that follow the features of every constructor into RowColumns.
template <class Make, class... Features>
auto with_rows(Make make) {
  return [make](const Features&... features, Column<std::uint64_t> query_end,
                std::vector<std::string> query_id, std::optional<Column<std::uint64_t>> input_row,
                std::optional<Column<double>> label, std::optional<Column<double>> row_weight,
                std::optional<Column<double>> query_weight,
                std::optional<std::vector<std::string>> document_id,
                std::vector<std::string> feature_name, std::uint32_t first_feature_id) {
    const RowColumns rows{std::move(query_end),   std::move(query_id),     std::move(input_row),
                          std::move(label),       std::move(row_weight),   std::move(query_weight),
                          std::move(document_id), std::move(feature_name), first_feature_id};
    return make(features..., rows);
  };
}

std::pair<Dataset, std::vector<std::string>> read(const std::filesystem::path& path,
                                                  OptionText options, bool needs_labels) {
  const auto words = options.extract("categorical");  // of training, but words are read here
  auto reading = parse_options<ReadOptions>(options);
  if (!words.empty()) reading.categorical = words.mapped();
  reading.needs_labels = needs_labels;
  ReadReport report;
  Dataset data;
  run_interruptibly([&] { data = read_dataset(path, reading, &report); });
  return {std::move(data), report.remarks()};
}

void write(const Dataset& data, const std::filesystem::path& path, const std::string& format) {
  write_dataset(data, path, parse_options<ReadOptions>({{"input-format", format}}).format);
}

/// Values by row as Python sees them: in the order of the input.
template <class T>
std::vector<T> by_input(const Dataset& data, std::span<const T> by_row) {
  std::vector<T> values(by_row.size());
  for (std::size_t row = 0; row < by_row.size(); ++row) values[data.input_row(row)] = by_row[row];
  return values;
}

NumPyArray<float, 2> features(const Dataset& data) {
  std::vector<float> values(data.row_count() * data.feature_count());
  {
    const GilReleased release;
    for (std::size_t q = 0; q < data.query_count(); ++q) {
      const QueryView query = data[q];
      for (DocIndex doc = 0; doc < query.size(); ++doc) {
        query.features[doc].copy_to(std::span(values).subspan(
            data.input_row(query.first_row + doc) * data.feature_count(), data.feature_count()));
      }
    }
  }
  return numpy_array<2>(std::move(values), {data.row_count(), data.feature_count()});
}

/// The number of its query for every row, and its place among the query's documents.
std::pair<NumPyArray<std::int64_t, 1>, NumPyArray<std::int64_t, 1>> places_of_rows(
    const Dataset& data) {
  std::vector<std::int64_t> query(data.row_count());
  std::vector<std::int64_t> place(data.row_count());
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView view = data[q];
    for (std::size_t doc = 0; doc < view.size(); ++doc) {
      const std::size_t row = data.input_row(view.first_row + doc);
      query[row] = static_cast<std::int64_t>(q);
      place[row] = static_cast<std::int64_t>(doc);
    }
  }
  return {numpy_array(std::move(query)), numpy_array(std::move(place))};
}

std::vector<std::string> query_ids(const Dataset& data) {
  std::vector<std::string> ids;
  for (std::size_t q = 0; q < data.query_count(); ++q) ids.emplace_back(data[q].id);
  return ids;
}

std::vector<std::string> document_ids(const Dataset& data) {
  std::vector<std::string> ids(data.row_count());
  for (std::size_t row = 0; row < ids.size(); ++row) {
    ids[data.input_row(row)] = data.document_id(row);
  }
  return ids;
}

std::vector<std::string> feature_names(const Dataset& data) {
  std::vector<std::string> names;
  for (std::size_t f = 0; f < data.feature_count(); ++f) names.push_back(data.feature_name(f));
  return names;
}

nb::dict info(const Dataset& data) {
  DatasetInfo found;
  {
    const GilReleased release;
    found = describe(data);
  }
  nb::dict info;
  info["queries"] = found.queries;
  info["rows"] = found.rows;
  info["features"] = found.features;
  info["labels"] = found.labels;
  info["unjudged"] = found.unjudged;
  info["documents_per_query"] =
      std::tuple(found.documents_per_query.min, found.documents_per_query.median,
                 found.documents_per_query.max);
  info["missing"] = found.missing;
  info["blank_queries"] = found.blank_queries;
  info["tied_queries"] = found.tied_queries;
  info["memory_bytes"] = found.memory_bytes;
  info["storage"] = stored_text(found);
  info["has_document_ids"] = found.has_document_ids;
  info["has_feature_names"] = found.has_feature_names;
  info["has_row_weights"] = found.has_row_weights;
  info["has_query_weights"] = found.has_query_weights;
  info["is_ordered"] = found.is_ordered;
  return info;
}

/// Lists of the best documents, (query, k, top, rest), as labels.
using TopKRow =
    std::tuple<std::string, std::size_t, std::vector<std::string>, std::vector<std::string>>;

Dataset with_top_k_lists(const Dataset& data, const std::vector<TopKRow>& lists,
                         std::size_t unjudged) {
  std::vector<TopKRecord> records;
  for (const auto& [query, k, top, rest] : lists) records.push_back({query, k, top, rest});
  return with_top_k(data, records, static_cast<Unjudged>(unjudged), "").data;
}

std::vector<std::tuple<std::string, std::filesystem::path, std::optional<std::filesystem::path>,
                       std::filesystem::path>>
fold_files(const std::filesystem::path& folder) {
  std::vector<std::tuple<std::string, std::filesystem::path, std::optional<std::filesystem::path>,
                         std::filesystem::path>>
      files;
  for (const FoldFiles& fold : find_folds(folder)) {
    files.emplace_back(fold.name, fold.train, fold.vali, fold.test);
  }
  return files;
}

/// The queries of train, validation and test of every fold, in the order of the data or shuffled.
std::vector<std::tuple<QueryList, QueryList, QueryList>> rotated_folds(
    std::size_t queries, std::size_t folds, std::optional<std::uint64_t> shuffle_seed) {
  std::vector<std::tuple<QueryList, QueryList, QueryList>> found;
  for (Fold& fold : rotate_folds(cut_evenly(all_queries(queries, shuffle_seed), folds))) {
    found.emplace_back(std::move(fold.train), std::move(fold.vali), std::move(fold.test));
  }
  return found;
}

}  // namespace

void bind_dataset(nb::module_& module) {
  const auto dense = [](const Matrix& features_of, const RowColumns& rows) {
    const GilReleased release;
    return dense_dataset(features_of, rows);
  };
  const auto sparse = [](const Column<std::int64_t>& begin, const Column<std::int64_t>& column,
                         const Column<float>& value, std::size_t columns, const RowColumns& rows) {
    const GilReleased release;
    return sparse_dataset(begin, column, value, columns, rows);
  };
  const auto make_dense = [dense](const Matrix& features_of, const RowColumns& rows) {
    DenseInput input = dense(features_of, rows);
    return std::tuple(std::move(input.data), input.is_borrowed, input.too_large);
  };
  nb::class_<Dataset>(module, "Dataset")
      .def_prop_ro("query_count", &Dataset::query_count)
      .def_prop_ro("row_count", &Dataset::row_count)
      .def_prop_ro("feature_count", &Dataset::feature_count)
      .def_prop_ro("is_sparse", &Dataset::is_sparse)
      .def("features", &features)
      .def("labels",
           [](const Dataset& data) { return numpy_array(by_input(data, data.columns().label)); })
      .def("row_weights",
           [](const Dataset& data) {
             return numpy_array(by_input(data, data.columns().row_weight));
           })
      .def("query_of_row", [](const Dataset& data) { return places_of_rows(data).first; })
      .def("place_of_row", [](const Dataset& data) { return places_of_rows(data).second; })
      .def("query_ids", &query_ids)
      .def("document_ids", &document_ids)
      .def("feature_names", &feature_names)
      .def("fingerprint", &data_fingerprint, WithoutPython())
      .def("info", &info)
      .def("write", &write, nb::arg("path"), nb::arg("format"), WithoutPython())
      .def(
          "subset",
          [](const Dataset& data, const std::vector<std::size_t>& queries) {
            return take_queries(data, queries);
          },
          nb::arg("queries"), WithoutPython())
      .def(
          "in_order",
          [](const Dataset& data, const std::string& order) {
            Dataset ordered = in_order(data, parse_row_order(order));
            const bool is_shared =
                ordered.columns().features.data() == data.columns().features.data();
            return std::pair(std::move(ordered), is_shared);
          },
          nb::arg("order"), WithoutPython())
      .def(
          "with_setting",
          [](const Dataset& data, const std::string& truth, std::uint64_t seed) {
            return with_setting(data, parse_truth_setting(truth), seed);
          },
          nb::arg("truth"), nb::arg("seed"), WithoutPython())
      .def(
          "with_unjudged_rule",
          [](const Dataset& data, const std::string& rule) {
            return with_unjudged_rule(data, parse_unjudged_rule(rule));
          },
          nb::arg("rule"), WithoutPython())
      .def("with_top_k", &with_top_k_lists, nb::arg("lists"), nb::arg("unjudged"), WithoutPython());
  module.def("read", &read, nb::arg("path"), nb::arg("options"), nb::arg("needs_labels"));
  module.def("read_top_k", [](const std::filesystem::path& path) {
    std::vector<TopKRow> rows;
    for (TopKRecord& record : read_top_k(path)) {
      rows.emplace_back(std::move(record.query_id), record.k, std::move(record.top),
                        std::move(record.rest));
    }
    return rows;
  });
  module.def("dense_dataset", with_rows<decltype(make_dense), Matrix>(make_dense),
             nb::arg("features"), nb::arg("query_end"), nb::arg("query_id"),
             nb::arg("input_row").none(), nb::arg("label").none(), nb::arg("row_weight").none(),
             nb::arg("query_weight").none(), nb::arg("document_id").none(), nb::arg("feature_name"),
             nb::arg("first_feature_id"));
  module.def("sparse_dataset",
             with_rows<decltype(sparse), Column<std::int64_t>, Column<std::int64_t>, Column<float>,
                       std::size_t>(sparse),
             nb::arg("begin"), nb::arg("column"), nb::arg("value"), nb::arg("columns"),
             nb::arg("query_end"), nb::arg("query_id"), nb::arg("input_row").none(),
             nb::arg("label").none(), nb::arg("row_weight").none(), nb::arg("query_weight").none(),
             nb::arg("document_id").none(), nb::arg("feature_name"), nb::arg("first_feature_id"));
  module.def("fold_files", &fold_files, nb::arg("folder"));
  module.def("rotated_folds", &rotated_folds, nb::arg("queries"), nb::arg("folds"),
             nb::arg("shuffle_seed").none());
}

}  // namespace podium::python
