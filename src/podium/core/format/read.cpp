#include "podium/core/format/read.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/io/file_kind.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/core/data/row_order.hpp"
#include "podium/core/format/cache.hpp"
#include "podium/core/format/csv_rows.hpp"
#include "podium/core/format/feature_names.hpp"
#include "podium/core/format/groups.hpp"
#include "podium/core/format/letor_rows.hpp"
#include "podium/core/format/line_reader.hpp"
#include "podium/core/format/parquet/read_parquet.hpp"
#include "podium/core/format/row_reader.hpp"
#include "podium/core/format/weights.hpp"

namespace podium {

namespace {

namespace fs = std::filesystem;

/// The endings of names that stand for a format.
constexpr std::array<std::pair<std::string_view, DataFormat>, 7> endings = {
    {{".csv", DataFormat::csv},
     {".tsv", DataFormat::tsv},
     {".podium", DataFormat::podium},
     {".parquet", DataFormat::parquet},
     {".pq", DataFormat::parquet},
     {".txt", DataFormat::letor},
     {".letor", DataFormat::letor}}};

/// The format of the ending without that of the compression, "a.csv.gz"; nothing for others.
std::optional<DataFormat> known_format(const fs::path& path) {
  const std::string ending = lower_case(without_packing(path).extension().string());
  for (const auto& [name, format] : endings) {
    if (ending == name) return format;
  }
  return std::nullopt;
}

/// The options of tables with named columns, and those of text with numbered features.
constexpr std::array<std::string_view, 8> table_options = {
    "qid-column",          "label-column", "docid-column", "row-weight-column",
    "query-weight-column", "columns",      "ignore",       "decimal-comma"};
constexpr std::array<std::string_view, 3> numbered_options = {"first-feature-id", "feature-count",
                                                              "groups"};

/// An option that has no effect would be a silent error.
void check_options(DataFormat format, const ReadOptions& options, const std::string& path) {
  const bool is_text_table = format == DataFormat::csv || format == DataFormat::tsv;
  const bool is_parquet = format == DataFormat::parquet;
  const bool is_table = is_text_table || is_parquet;
  if (!is_table && !options.second_label_column.empty()) {
    throw UsageError("--also needs a csv, tsv or parquet file; --labels reads those of " + path);
  }
  const bool is_numbered = !is_table && format != DataFormat::podium;
  for (const auto& [name, value] : options_text(options)) {
    std::string_view needed;
    if (!is_table && std::ranges::count(table_options, name) > 0) needed = "a table";
    if (!is_text_table && name == "decimal-comma") needed = "a csv or tsv file";
    if (!is_numbered && std::ranges::count(numbered_options, name) > 0) {
      needed = "LETOR or SVMlight text";
    }
    if (is_parquet && name == "lenient") needed = "text";
    if (needed.empty()) continue;
    throw UsageError(fmt::format("--{} needs {}; {} is read as {} (see --input-format)", name,
                                 needed, path,
                                 data_format_names[static_cast<std::size_t>(format)]));
  }
}

/// Other programs would see one line, of which a comment may hide the rest.
void refuse_carriage_returns(const InputText& text) {
  const std::string_view view = text.view();
  const std::size_t first = view.find_first_of("\r\n");
  if (first == std::string_view::npos || view[first] == '\n' || first + 1 == view.size() ||
      view[first + 1] == '\n') {
    return;
  }
  throw DataError({text.path(), 1, first + 1},
                  "found a carriage return as line end, expected a line feed; convert the file: tr "
                  "'\\r' '\\n' < FILE > NEW");
}

/// The format of text that has no name: a table if its first line names the column of queries.
DataFormat format_of_header(std::string_view text, const std::string& qid_column) {
  if (!separator_line(text).empty()) return DataFormat::csv;
  std::string_view header = text.substr(0, text.find('\n'));
  if (header.ends_with('\r')) header.remove_suffix(1);
  for (const auto& [separator, format] :
       {std::pair(',', DataFormat::csv), std::pair(';', DataFormat::csv),
        std::pair('\t', DataFormat::tsv), std::pair('|', DataFormat::csv)}) {
    if (header.find(separator) == std::string_view::npos) continue;
    for (std::string_view rest = header; !rest.empty();) {
      const std::size_t length = rest.find(separator);
      if (rest.substr(0, length) == qid_column) return format;
      rest.remove_prefix(length == std::string_view::npos ? rest.size() : length + 1);
    }
  }
  return DataFormat::letor;
}

DataFormat format_of(const InputText& text, const ReadOptions& options) {
  if (is_cache(text.view())) return DataFormat::podium;
  if (options.format != DataFormat::automatic) return options.format;
  if (is_stream(text.path())) return format_of_header(text.view(), options.qid_column);
  return format_of_name(text.path());
}

// --- LETOR and SVMlight ---

std::string_view first_row(const InputText& text, const LetorRows& rows) {
  std::string_view rest = text.view();
  while (!rest.empty()) {
    const std::size_t length = rest.find('\n');
    const std::string_view line = rest.substr(0, length);
    if (rows.is_row(line)) return line;
    rest.remove_prefix(length == std::string_view::npos ? rest.size() : length + 1);
  }
  return {};
}

/// The file of group sizes: the given one or, for rows without qid, the file next to the data that
/// LightGBM or XGBoost would use.
std::string groups_file(const InputText& text, DataFormat format, const ReadOptions& options) {
  if (!options.groups.empty()) return options.groups;
  const LetorRows rows({.needs_labels = options.needs_labels});
  if (format != DataFormat::svmlight && rows.head(first_row(text, rows))) return {};
  for (const char* suffix : {".query", ".group"}) {
    if (fs::is_regular_file(text.path() + suffix)) return text.path() + suffix;
  }
  return {};
}

/// The names in the text or, where it has none, in the file beside it.
FeatureNames names_of(const InputText& text, ReadReport& report) {
  FeatureNames names = feature_names_in(text);
  const fs::path beside = feature_names_file(text.path());
  if (!names.empty() || !fs::is_regular_file(beside)) return names;
  report.names_file = beside.string();
  return read_feature_names(beside);
}

Dataset read_letor(const InputText& text, DataFormat format, const ReadOptions& options,
                   ReadReport& report) {
  report.groups_file = groups_file(text, format, options);
  std::vector<std::size_t> groups;
  if (!report.groups_file.empty()) groups = read_groups(report.groups_file);
  const LetorRows rows({.first_feature_id = options.first_feature_id,
                        .has_query_ids = groups.empty(),
                        .skip_features = options.features == FeatureDetail::none,
                        .left_out_is_missing = format == DataFormat::letor_agg,
                        .needs_labels = options.needs_labels});
  DatasetMemory memory;
  memory.first_feature_id = static_cast<std::uint32_t>(options.first_feature_id);
  if (options.features != FeatureDetail::none) {
    const FeatureNames names = names_of(text, report);
    for (const std::string& name : names) memory.add_feature_name(name);
    memory.feature_count = std::max(options.feature_count, names.size());
  }
  return read_rows({.input = &text, .rows = text.view()}, rows, groups, std::move(memory), options,
                   report);
}

/// Labels of a -list set are positions in a full order, not grades.
Dataset as_full_orders(const Dataset& data) {
  constexpr std::uint64_t seed = 1;
  return with_setting(data, {TruthSetting::Kind::full}, seed);
}

// --- weights in files next to the data ---

/// `or_groups`: the file could also have one for each group.
std::vector<float> row_weights(const Dataset& data, const std::string& data_path,
                               const std::string& path, bool or_groups = false) {
  const std::vector<double> by_input = read_row_weights(path);
  if (by_input.size() != data.row_count()) {
    throw DataError(
        {path},
        fmt::format(
            "found {}, expected one for each of the {} of {}{}; correct the file, "
            "or leave it out by --row-weights {}",
            counted(by_input.size(), "weight"), counted(data.row_count(), "row"), data_path,
            or_groups ? fmt::format(", or of its {}", counted(data.query_count(), "group")) : "",
            no_weights));
  }
  const std::vector<double> by_row = scores_by_row(data, by_input);
  std::vector<float> weights(by_row.begin(), by_row.end());
  if (!std::ranges::all_of(weights, [](float weight) { return std::isfinite(weight); })) {
    throw DataError({path}, "found a weight outside the range of a 32-bit float");
  }
  return weights;
}

std::vector<double> query_weights(const Dataset& data, const std::string& path) {
  std::unordered_map<std::string, double> by_id;
  for (const QueryWeight& query : read_query_weights(path)) by_id[query.query_id] = query.weight;
  std::vector<double> weights;
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    const auto found = by_id.find(std::string(data.columns().query_id[query]));
    if (found == by_id.end()) {
      throw DataError({path}, fmt::format("found no weight for query {}, expected one; "
                                          "--query-weights {} leaves the weights out",
                                          in_quotes(data.columns().query_id[query]), no_weights));
    }
    weights.push_back(found->second);
  }
  return weights;
}

/// Text of numbers has its weights in files beside it.
bool has_columns(DataFormat format) {
  return format == DataFormat::csv || format == DataFormat::tsv || format == DataFormat::podium ||
         format == DataFormat::parquet;
}

/// The weights of rows that LightGBM and XGBoost would use: in a file beside the data and its file
/// of group sizes, one for each row, or as XGBoost has it one for each group.
Dataset with_weights_of_groups(const Dataset& data, const std::string& path,
                               const std::string& file, ReadReport& report) {
  std::vector<double> weights = read_row_weights(file);
  const bool weighs_groups =
      weights.size() != data.row_count() && weights.size() == data.query_count();
  report.weights.push_back(
      fmt::format("read weights of {} from {}; --row-weights {} leaves them out",
                  weighs_groups ? "groups" : "rows", file, no_weights));
  return weighs_groups ? data.with_weights({}, std::move(weights))
                       : data.with_weights(row_weights(data, path, file, true), {});
}

/// An option that has no effect would be a silent error.
void check_left_out(std::string_view option, const std::string& value, bool has_file,
                    const std::string& file, const ReadOptions& options) {
  if (value != no_weights || has_file || !options.needs_weights) return;
  throw UsageError(
      fmt::format("--{} {} has no effect: found no weights in {}", option, no_weights, file));
}

/// Whether a file of weights beside the data is read; the user is told of one that is not.
bool reads_weights_beside(const std::string& file, std::string_view option,
                          const std::string& given, ReadReport& report) {
  if (!fs::is_regular_file(file)) return false;
  if (!has_columns(report.format)) return true;
  if (given.empty()) {
    report.weights.push_back(fmt::format(
        "the weights in {} are not used, since those of {} files are columns; --{} reads the file",
        file, data_format_names[static_cast<std::size_t>(report.format)], option));
  }
  return false;
}

/// The weights of rows: in the given file or, for text, in that which write_dataset() or another
/// program wrote beside it.
Dataset with_row_weights(const Dataset& data, const std::string& path, const ReadOptions& options,
                         ReadReport& report) {
  const std::string own = path + ".row-weights";
  const std::string others = path + ".weight";
  const bool has_own = reads_weights_beside(own, "row-weights", options.row_weights, report);
  const bool has_others = fs::is_regular_file(others);
  const bool fits = has_others && !report.groups_file.empty();
  check_left_out("row-weights", options.row_weights, has_own || fits,
                 own + ", nor in " + others + " beside a file of group sizes", options);
  if (options.row_weights == no_weights) return data;
  const bool is_given = !options.row_weights.empty();
  if (has_others && options.row_weights != others && (is_given || has_own || !fits)) {
    report.weights.push_back(fmt::format(
        "the weights in {} are not used{}", others,
        is_given || has_own
            ? ", but those in " + (is_given ? options.row_weights : own)
            : " beside data without a file of group sizes; --row-weights reads a file of them"));
  }
  if (!is_given && !has_own)
    return fits ? with_weights_of_groups(data, path, others, report) : data;
  const std::string& file = is_given ? options.row_weights : own;
  if (!is_given) {
    report.weights.push_back(fmt::format(
        "read weights of rows from {}; --row-weights {} leaves them out", file, no_weights));
  }
  if (!data.columns().row_weight.empty()) {
    report.weights.push_back("the row weights of the data are replaced by those of " + file);
  }
  return data.with_weights(row_weights(data, path, file), {});
}

/// The same of queries.
Dataset with_query_weights(const Dataset& data, const std::string& path, const ReadOptions& options,
                           ReadReport& report) {
  const std::string own = path + ".query-weights";
  const bool has_own = reads_weights_beside(own, "query-weights", options.query_weights, report);
  check_left_out("query-weights", options.query_weights, has_own, own, options);
  if (options.query_weights == no_weights) return data;
  const bool is_given = !options.query_weights.empty();
  if (!is_given && !has_own) return data;
  const std::string& file = is_given ? options.query_weights : own;
  if (!is_given) {
    report.weights.push_back(fmt::format(
        "read weights of queries from {}; --query-weights {} leaves them out", file, no_weights));
  }
  if (!data.columns().query_weight.empty()) {
    report.weights.push_back("the query weights of the data are replaced by those of " + file);
  }
  return data.with_weights({}, query_weights(data, file));
}

// --- CSV and TSV ---

std::string_view without_line_end(std::string_view line) {
  return line.ends_with('\n') ? line.substr(0, line.size() - 1) : line;
}

/// Columns that begin with numbers and have words.
struct LateWords {
  std::vector<std::string> names;
  std::vector<std::string> first;  ///< word of each, and its line

  void add(const std::string& name, const char* at, const InputText& text) {
    if (std::ranges::find(names, name) != names.end()) return;
    const std::string_view view = text.view();
    const auto place = static_cast<std::size_t>(at - view.data());
    const bool is_quoted = place > 0 && view[place - 1] == '"';
    const std::string_view word =
        view.substr(place, view.find_first_of(is_quoted ? "\"\r\n" : ",;\t|\r\n\"", place) - place);
    names.push_back(name);
    first.push_back(fmt::format("{} in line {}", in_quotes(word),
                                1 + std::ranges::count(view.substr(0, place), '\n')));
  }

  void add_to(ReadReport& report) const {
    for (ReadReport::LeftOutWords& column : report.word_columns) {
      const auto found = std::ranges::find(names, column.name);
      if (found != names.end())
        column.first = first[static_cast<std::size_t>(found - names.begin())];
    }
  }
};

Dataset read_csv(const InputText& text, std::string_view separators, const ReadOptions& options,
                 ReadReport& report) {
  const std::string_view first = separator_line(text.view());
  if (!first.empty()) separators = first.substr(4, 1);
  const std::string_view table = text.view().substr(first.size());
  const std::string_view header = csv_header(table, separators, options.qid_column);
  try {
    CsvRows rows(without_line_end(header), separators, options);
    const auto header_lines = static_cast<std::size_t>(std::ranges::count(header, '\n'));
    const RowText body{.input = &text,
                       .rows = table.substr(header.size()),
                       .lines_before = header_lines + (first.empty() ? 0U : 1U)};
    LateWords late;
    for (const auto& [name, at] : rows.find_words(body.rows, options.lenient)) {
      late.add(name, at, text);
    }
    report.index_columns = rows.index_columns();
    const ReadReport before = report;
    for (;;) {
      DatasetMemory memory;
      if (options.features != FeatureDetail::none) {
        for (const std::string& name : rows.feature_names()) memory.add_feature_name(name);
        memory.feature_count = rows.feature_names().size();
      }
      RowWords found;
      Dataset data = read_rows(body, rows, {}, std::move(memory), options, report, &found);
      if (found.found.empty()) {
        late.add_to(report);
        return data;
      }
      for (const auto& [feature, at] : found.found) {
        late.add(rows.feature_names()[feature], at, text);
      }
      rows.set_words(late.names);  // again, with these columns as words: at most once
      report = before;
    }
  } catch (const RowProblem& problem) {  // other problems are handled by read_rows
    throw DataError(location_of(std::string_view(problem.at, problem.at), text.view(), text.path()),
                    problem.message);
  }
}

}  // namespace

std::vector<std::string> ReadReport::remarks() const {
  std::vector<std::string> lines;
  if (!groups_file.empty()) lines.push_back(fmt::format("read groups from {}", groups_file));
  lines.insert(lines.end(), weights.begin(), weights.end());
  if (!names_file.empty()) lines.push_back(fmt::format("read feature names from {}", names_file));
  for (const std::string& column : index_columns) {
    lines.push_back(fmt::format("left out column {}, the row numbers that pandas and R write",
                                in_quotes(column)));
  }
  for (const std::string& key : unused_keys) {
    lines.push_back(
        fmt::format("{0}: a key of folders, left out; --columns FEATURE,...,{0} uses it", key));
  }
  constexpr std::size_t few = 20;  // so many rows may differ by chance
  for (const LeftOutWords& column : word_columns) {
    const bool is_id = column.count == rows && rows >= few && column.first.empty();
    lines.push_back(
        fmt::format("{}: words, left out; {}", column.name,
                    is_id ? "each row has its own"
                          : fmt::format("training with --categorical {} uses it", column.name)));
    if (column.count == 0) continue;  // the file says that it has texts, so it was not read
    lines.back() += fmt::format(" ({}{})", counted(column.count, "word"),
                                column.first.empty() ? "" : "; the first is " + column.first);
  }
  if (rows_moved > 0) {
    lines.push_back(fmt::format(
        "moved {} to the other rows of their query, first of {} (outputs keep the order of the "
        "input; with --order hash results do not depend on it)",
        counted(rows_moved, "row"), first_moved));
  }
  if (rows_skipped > 0) {
    lines.push_back(fmt::format("skipped {}:", counted(rows_skipped, "bad row")));
    for (const std::string& skip : first_skips) lines.push_back("  " + skip);
    if (first_skips.size() < rows_skipped) {
      lines.push_back(fmt::format("  and {} more", rows_skipped - first_skips.size()));
    }
  }
  return lines;
}

DataFormat format_of_name(const fs::path& path) {
  return known_format(path).value_or(DataFormat::letor);
}

DataFormat output_format(const fs::path& path, const ReadReport& input) {
  return known_format(path).value_or(input.format);
}

std::vector<fs::path> files_beside(const fs::path& path) {
  std::vector<fs::path> files = {feature_names_file(path)};
  for (const char* suffix : {".query", ".group", ".weight", ".row-weights", ".query-weights"}) {
    files.emplace_back(path.string() + suffix);
  }
  std::erase_if(files, [](const fs::path& file) { return !fs::is_regular_file(file); });
  return files;
}

Dataset read_dataset(const fs::path& path, const ReadOptions& given, ReadReport* report) {
  const RowOrder order = parse_row_order(given.order);
  ReadOptions options = given;
  // Of rows without ids, or with the same one, features decide the order.
  if (order.is_hash() && options.features == FeatureDetail::none) {
    options.features = FeatureDetail::single;
  }
  ReadReport unasked;
  ReadReport& noticed = report != nullptr ? *report : unasked;
  noticed = {};
  Dataset data;
  if (is_parquet(path, options.format)) {
    if (options.format != DataFormat::automatic && options.format != DataFormat::parquet) {
      throw UsageError(fmt::format("{}: found Parquet, expected {} (see --input-format)",
                                   path.string(),
                                   data_format_names[static_cast<std::size_t>(options.format)]));
    }
    noticed.format = DataFormat::parquet;
    check_options(noticed.format, options, path.string());
    data = read_parquet(path, options, noticed);
  } else {
    const InputText text(path);
    if (text.view().empty()) throw DataError({path.string()}, "found an empty file, expected rows");
    if (const std::string page = complaint_of_page(text.view()); !page.empty()) {
      throw DataError({path.string()}, page);
    }
    noticed.bytes = text.view().size();
    const DataFormat format = format_of(text, options);
    noticed.format = format;
    check_options(format, options, path.string());
    if (format != DataFormat::podium) refuse_carriage_returns(text);
    switch (format) {
      case DataFormat::podium:
        data = read_cache(path);
        break;
      case DataFormat::csv:
        data = read_csv(text, csv_separators, options, noticed);
        break;
      case DataFormat::tsv:
        data = read_csv(text, "\t", options, noticed);
        break;
      default:
        data = read_letor(text, format, options, noticed);
    }
  }
  noticed.rows = data.row_count();
  noticed.queries = data.query_count();
  data = with_row_weights(data, path.string(), options, noticed);
  data = with_query_weights(data, path.string(), options, noticed);
  if (order.is_hash()) {
    if (noticed.numbers_queries()) {
      throw UsageError(
          fmt::format("--order {} needs query ids; {} has only the sizes of queries, "
                      "which are numbered in the order of the input",
                      options.order, path.string()));
    }
    data = in_order(data, order);
    noticed.rows_moved = 0;  // the user knows
  }
  return noticed.format == DataFormat::letor_list ? as_full_orders(data) : data;
}

}  // namespace podium
