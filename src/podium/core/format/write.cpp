#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/cache.hpp"
#include "podium/core/format/feature_names.hpp"
#include "podium/core/format/groups.hpp"
#include "podium/core/format/letor_rows.hpp"
#include "podium/core/format/read.hpp"
#include "podium/core/format/scores.hpp"
#include "podium/core/format/weights.hpp"

namespace podium {

namespace {

namespace fs = std::filesystem;

void append_number(std::string& text, auto value) {
  char buffer[64];
  text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

/// The row of the data set for each row of the input, and its query.
struct InputOrder {
  explicit InputOrder(const Dataset& data) : row(data.row_count()), query(data.row_count()) {
    for (std::size_t q = 0; q < data.query_count(); ++q) {
      const QueryView view = data[q];
      for (std::size_t r = view.first_row; r < view.first_row + view.size(); ++r) {
        row[data.input_row(r)] = r;
        query[r] = q;
      }
    }
  }
  std::vector<std::size_t> row;
  std::vector<std::size_t> query;  ///< of a row of the data set
};

/// Formats all rows in input order, blocks of them in parallel, and writes the blocks in order.
void write_rows(const Dataset& data, const InputOrder& order, OutputFile& file,
                const std::function<void(std::string&, std::size_t row)>& format_row) {
  constexpr std::size_t block = 1024;
  const std::size_t at_once = 4 * thread_count();  // limits the text waiting to be written
  for (std::size_t first = 0; first < data.row_count(); first += block * at_once) {
    std::vector<std::string> texts(
        std::min(at_once, (data.row_count() - first + block - 1) / block));
    parallel_for(texts.size(), [&](std::size_t b) {
      const std::size_t begin = first + b * block;
      const std::size_t end = std::min(begin + block, data.row_count());
      for (std::size_t i = begin; i < end; ++i) format_row(texts[b], order.row[i]);
    });
    for (const std::string& text : texts) file.write(text);
  }
}

void refuse_blanks(std::string_view id, const char* what) {
  if (id.find_first_of(" \t\r\n") != std::string_view::npos) {
    throw UsageError(fmt::format("the {} {} contains a blank, which only csv and podium support",
                                 what, in_quotes(id)));
  }
}

/// Of a sparse row only the values that are stored; `is_first` also writes the last feature, which
/// tells readers how many there are.
void append_features(std::string& text, const QueryView& view, DocIndex doc, std::uint32_t first_id,
                     bool is_first) {
  view.with_values([&](const auto& rows) {
    std::size_t written = 0;
    rows[doc].for_each_stored([&](std::size_t f, auto value) {
      append_letor_value(text, first_id + f, value);
      written = f + 1;
    });
    if (is_first && written < rows.columns())
      append_letor_value(text, first_id + rows.columns() - 1, 0.0F);
  });
}

void append_comment(std::string& text, const Dataset& data, std::size_t row) {
  const DatasetColumns& columns = data.columns();
  if (columns.document_id.empty() || columns.document_id[row].empty()) return;
  refuse_blanks(columns.document_id[row], "document id");
  text += " #docid = ";
  text += columns.document_id[row];
  const auto append = [&](const char* key, std::span<const double> column) {
    if (column.empty() || std::isnan(column[row])) return;
    text += key;
    append_number(text, column[row]);
  };
  append(" inc = ", columns.inc);
  append(" prob = ", columns.prob);
}

/// Removes the files that readers find next to a text file: they belong to data that was replaced.
void remove_side_files(const fs::path& path) {
  if (is_stream(path.string())) return;
  for (const char* suffix : {".row-weights", ".query-weights", ".query", ".feature-names"}) {
    fs::remove(path.string() + suffix);
  }
}

/// Text formats cannot contain weights: they are written to files next to the data.
void write_weights(const Dataset& data, const fs::path& path, bool with_query_ids) {
  const DatasetColumns& columns = data.columns();
  if (!columns.row_weight.empty()) {
    const std::vector<double> by_row(columns.row_weight.begin(), columns.row_weight.end());
    write_row_weights(scores_by_input(data, by_row), path.string() + ".row-weights");
  }
  if (!columns.query_weight.empty()) {
    std::vector<QueryWeight> weights;
    for (std::size_t query = 0; query < data.query_count(); ++query) {
      // Without ids, readers number the queries from 1.
      weights.push_back({with_query_ids ? std::string(columns.query_id[query]) : to_text(query + 1),
                         columns.query_weight[query]});
    }
    write_query_weights(weights, path.string() + ".query-weights");
  }
}

/// LightGBM and XGBoost read numbers only: other contents must not be lost silently.
void check_fits_svmlight(const Dataset& data) {
  const DatasetColumns& columns = data.columns();
  if (!columns.input_row.empty()) {
    throw UsageError(
        "found rows of a query that are not adjacent, which svmlight does not support");
  }
  if (std::ranges::any_of(columns.features, [](float value) { return std::isnan(value); })) {
    throw UsageError(
        "found missing values, which svmlight does not support (see podium data fill)");
  }
}

/// A stream has no place beside it for the files of weights and groups.
void check_side_files(const Dataset& data, const fs::path& path, bool with_query_ids) {
  const bool has_weights =
      !data.columns().row_weight.empty() || !data.columns().query_weight.empty();
  if ((with_query_ids && !has_weights) || !is_stream(path)) return;
  throw UsageError(
      fmt::format("{}: {} of this format are in a file beside the data, expected a "
                  "file name; csv has one file for all",
                  path.string(), has_weights ? "weights" : "groups"));
}

void write_letor(const Dataset& data, const fs::path& path, bool with_query_ids) {
  check_side_files(data, path, with_query_ids);
  const InputOrder order(data);
  const DatasetColumns& columns = data.columns();
  if (!with_query_ids) check_fits_svmlight(data);
  OutputFile file(path);
  if (with_query_ids) file.write(feature_names_comment(data));
  write_rows(data, order, file, [&](std::string& text, std::size_t row) {
    const std::size_t query = order.query[row];
    const QueryView view = data[query];
    append_number(text, columns.label[row]);
    if (with_query_ids) {
      refuse_blanks(view.id, "query id");
      text += " qid:";
      text += view.id;
    }
    append_features(text, view, static_cast<DocIndex>(row - view.first_row),
                    columns.first_feature_id, data.input_row(row) == 0);
    if (with_query_ids) append_comment(text, data, row);
    text += '\n';
  });
  file.commit();
  remove_side_files(path);
  if (!with_query_ids) {
    std::vector<std::size_t> sizes;
    for (std::size_t query = 0; query < data.query_count(); ++query) {
      sizes.push_back(data[query].size());
    }
    write_groups(sizes, path.string() + ".query");
    write_feature_names(data, path);
  }
  write_weights(data, path, with_query_ids);
}

std::string csv_text(std::string_view id, char separator) {
  if (id.find_first_of("\n\r") != std::string_view::npos) {
    throw UsageError(
        fmt::format("the id {} contains a line end, which only podium supports", in_quotes(id)));
  }
  const bool is_plain = id.find(separator) == std::string_view::npos && !id.starts_with('"');
  if (is_plain) return std::string(id);
  std::string quoted = "\"";
  for (const char c : id) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

void write_csv(const Dataset& data, const fs::path& path, char separator) {
  const InputOrder order(data);
  const DatasetColumns& columns = data.columns();
  const ReadOptions names;
  std::string header = names.qid_column;
  const auto add_column = [&](std::string_view name) {
    header += separator;
    header += csv_text(name, separator);
  };
  add_column(names.label_column);
  if (!columns.document_id.empty()) add_column(names.docid_column);
  if (!columns.row_weight.empty()) add_column(names.row_weight_column);
  if (!columns.query_weight.empty()) add_column(names.query_weight_column);
  for (std::size_t f = 0; f < data.feature_count(); ++f) {
    const std::string name =
        columns.feature_name.empty() ? "f" + data.feature_name(f) : data.feature_name(f);
    for (const std::string& role : {names.qid_column, names.label_column, names.docid_column,
                                    names.row_weight_column, names.query_weight_column}) {
      if (name != role) continue;
      throw UsageError(fmt::format(
          "found a feature named {}, which is the name of another column in csv", in_quotes(name)));
    }
    add_column(name);
  }
  OutputFile file(path);
  file.write(header + "\n");
  write_rows(data, order, file, [&](std::string& text, std::size_t row) {
    const std::size_t query = order.query[row];
    const QueryView view = data[query];
    text += csv_text(view.id, separator);
    text += separator;
    append_number(text, columns.label[row]);
    if (!columns.document_id.empty()) {
      text += separator;
      text += csv_text(columns.document_id[row], separator);
    }
    for (const auto& weight :
         {columns.row_weight.empty() ? std::optional<double>() : columns.row_weight[row],
          columns.query_weight.empty() ? std::optional<double>() : columns.query_weight[query]}) {
      if (!weight) continue;
      text += separator;
      append_number(text, *weight);
    }
    view.with_values([&]<class Value>(const ValueRows<Value>& rows) {
      DenseRow<Value> dense;
      const std::span<const Value> own = dense(rows[static_cast<DocIndex>(row - view.first_row)]);
      for (std::size_t f = 0; f < own.size(); ++f) {
        text += separator;
        if (std::isnan(own[f])) continue;
        if (const auto words = columns.words.find(f); words != columns.words.end()) {
          text += csv_text((*words->second)[static_cast<std::size_t>(own[f])], separator);
        } else {
          append_number(text, own[f]);
        }
      }
    });
    text += '\n';
  });
  file.commit();
}

}  // namespace

void write_score_table(const Dataset& data, std::span<const double> by_row, const fs::path& path,
                       std::span<const ScoreColumn> more) {
  const char separator = format_of_name(path) == DataFormat::tsv ? '\t' : ',';
  const InputOrder order(data);
  for (const std::size_t row : order.row) {
    if (std::isfinite(by_row[row])) continue;
    throw NumericError(fmt::format("{}: found {} for row {}, expected a finite score",
                                   path.string(), by_row[row], data.input_row(row) + 1));
  }
  OutputFile file(path);
  std::string head = fmt::format("qid{}docid{}score", separator, separator);
  for (const ScoreColumn& column : more) head += separator + csv_text(column.name, separator);
  file.write(head + "\n");
  write_rows(data, order, file, [&](std::string& text, std::size_t row) {
    text += csv_text(data[order.query[row]].id, separator) + separator;
    text += csv_text(data.document_id(row), separator) + separator;
    append_number(text, by_row[row]);
    for (const ScoreColumn& column : more) append_number(text += separator, column.by_row[row]);
    text += '\n';
  });
  file.commit();
}

void write_dataset(const Dataset& data, const fs::path& path, DataFormat format) {
  if (format == DataFormat::automatic) format = format_of_name(path);
  switch (format) {
    case DataFormat::parquet:
      throw UsageError(path.string() +
                       ": Parquet is read but not written; give a name that ends in .csv, .tsv, "
                       ".txt or .podium");
    case DataFormat::podium:
      return write_cache(data, path);
    case DataFormat::csv:
      return write_csv(data, path, ',');
    case DataFormat::tsv:
      return write_csv(data, path, '\t');
    case DataFormat::svmlight:
      return write_letor(data, path, false);
    default:
      return write_letor(data, path, true);
  }
}

}  // namespace podium
