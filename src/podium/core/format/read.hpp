#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/core/data/dataset.hpp"

namespace podium {

/// The file formats of a data set. See docs/formats.
enum class DataFormat {
  automatic,   ///< the binary cache and parquet by their first bytes, csv and tsv by name, else
               ///< letor; to write: by name
  letor,       ///< LETOR 3.0/4.0, MSLR, Yahoo, Istella: "label qid:q 1:v 2:v ... #docid = d"
  letor_list,  ///< LETOR 4.0 -list sets: labels are positions in a full order
  letor_agg,   ///< LETOR 4.0 -agg sets: features are ranks, NULL where a list lacks the document
  svmlight,    ///< as letor, without qids: groups come from a file of group sizes
  csv,         ///< separated by commas, or as the header by semicolons, tabs or bars
  tsv,         ///< tab-separated with a header
  podium,      ///< the binary cache
  parquet,     ///< a file or a folder of them; read, not written
};

inline constexpr std::array<std::string_view, 9> data_format_names = {
    "auto", "letor", "letor-list", "letor-agg", "svmlight", "csv", "tsv", "podium", "parquet"};

/// The formats that are also written.
inline constexpr std::span<const std::string_view> written_format_names =
    std::span(data_format_names).first<8>();

/// The precision with which features are read.
enum class FeatureDetail {
  none,    ///< not at all: labels and ids only, which is several times as fast
  single,  ///< as 32-bit floats
  exact,   ///< also as doubles, for conversions that write the same digits again
};

/// How features are stored.
enum class FeatureLayout {
  automatic,  ///< sparse if there are many and few are not 0
  dense,
  sparse,
};

/// In place of a file of weights: there are none, not even in a file beside the data.
inline constexpr std::string_view no_weights = "none";

/// How to read a data set. The user sets the members in fields(), the program the others.
struct ReadOptions {
  DataFormat format = DataFormat::automatic;
  std::size_t first_feature_id = 1;
  std::size_t feature_count = 0;
  std::string groups;
  std::string query_weights;
  std::string row_weights;
  std::string qid_column = "qid";
  std::string label_column = "label";
  std::string docid_column = "docid";
  std::string row_weight_column = "row_weight";
  std::string query_weight_column = "query_weight";
  std::string columns;
  std::string ignore;
  bool decimal_comma = false;
  bool lenient = false;
  std::string order = "input";  ///< see parse_row_order()
  double memory_limit_gb = 0.0;
  FeatureDetail features = FeatureDetail::single;
  bool needs_labels = true;   ///< false: rows may lack a label, which is 0 then
  bool needs_weights = true;  ///< false: columns of weights that are named may be missing
  /// Columns that the user names, so that they must be there; the usual ones are only looked for.
  bool names_docid = false;
  bool names_row_weight = false;
  bool names_query_weight = false;
  FeatureLayout layout = FeatureLayout::automatic;
  std::string categorical = {};  ///< columns of a table whose values are words: NAME,NAME,...
  std::string second_label_column = {};  ///< of a table; empty: none

  static auto fields() {
    using Self = ReadOptions;
    return std::array{
        field("input-format", &Self::format, data_format_names, "format of the data"),
        field("first-feature-id", &Self::first_feature_id, 0, 1,
              "number of the first feature: 0 or 1"),
        field("feature-count", &Self::feature_count, 0, 4'294'967'295,
              "minimum number of features; 0: the largest feature number in the file"),
        field("groups", &Self::groups,
              "file of group sizes (LightGBM .query, XGBoost .group), for data without query ids"),
        field("query-weights", &Self::query_weights,
              "file of query weights: lines 'qid weight'; none: not even FILE.query-weights beside "
              "text without columns"),
        field("row-weights", &Self::row_weights,
              "file of row weights, one per line; none: not even FILE.row-weights beside text "
              "without "
              "columns, or FILE.weight beside a file of group sizes"),
        field("qid-column", &Self::qid_column,
              "csv, tsv, parquet: name of the column with query ids"),
        field("label-column", &Self::label_column,
              "csv, tsv, parquet: name of the column with labels; empty: the data has no labels"),
        field("docid-column", &Self::docid_column,
              "csv, tsv, parquet: name of the column with document ids, which must be there if "
              "this is given"),
        field("row-weight-column", &Self::row_weight_column,
              "csv, tsv, parquet: name of the column with row weights, which must be there if this "
              "is given"),
        field("query-weight-column", &Self::query_weight_column,
              "csv, tsv, parquet: name of the column with query weights, which must be there if "
              "this is "
              "given"),
        field("columns", &Self::columns,
              "csv, tsv, parquet: the columns that are features: NAME,NAME,...; empty: all columns "
              "without "
              "another role"),
        field("ignore", &Self::ignore, "csv, tsv, parquet: columns to leave out: NAME,NAME,..."),
        field("decimal-comma", &Self::decimal_comma,
              "csv, tsv: numbers have decimal commas; always accepted if semicolons separate the "
              "columns"),
        field("lenient", &Self::lenient, "skip malformed rows and report how many there are"),
        field("order", &Self::order,
              "order of queries and their rows: input; or hash, which the data alone decides, so "
              "that results do not depend on how the rows of the input lie; hash:K takes another "
              "key"),
        field("memory-limit-gb", &Self::memory_limit_gb, 0.0, 1e6,
              "maximum memory for the data in GB; 0: three quarters of the machine's memory"),
    };
  }
};

/// Statistics and skipped problems of a reader. Nothing in it is an error.
struct ReadReport {
  DataFormat format = DataFormat::automatic;  ///< found
  std::size_t rows = 0;
  std::size_t queries = 0;
  std::size_t bytes = 0;         ///< of text, after decompression
  std::size_t rows_moved = 0;    ///< rows that were not adjacent to the earlier rows of their query
  std::string first_moved;       ///< where the query of the first of them lies apart
  std::size_t rows_skipped = 0;  ///< bad rows of a lenient read
  std::vector<std::string> first_skips;    ///< messages for the first few
  std::string groups_file;                 ///< the file of group sizes used, if any
  std::string names_file;                  ///< the file of feature names used, if any
  std::vector<std::string> weights;        ///< messages about files of weights
  std::vector<std::string> index_columns;  ///< left out of a table: numbers of its rows
  std::vector<std::string> unused_keys;    ///< left out of a table: keys of its folders

  /// A column of a table that was left out because it has words.
  struct LeftOutWords {
    std::string name;
    std::size_t count = 0;  ///< of different words; 0: not counted
    std::string first{};    ///< "'12x' in line 7" where numbers come before it
  };
  std::vector<LeftOutWords> word_columns;

  /// Whether the ids of queries are their numbers in the file, which has only their sizes.
  bool numbers_queries() const noexcept { return !groups_file.empty(); }

  /// Messages for the user, one line each; may be empty.
  std::vector<std::string> remarks() const;
};

/// The format given by the ending of a file name; letor for unknown endings.
DataFormat format_of_name(const std::filesystem::path& path);

/// The format in which to write: that of the ending of the name, or for other endings that of the
/// data that was read, which write_dataset() refuses where that is not written.
DataFormat output_format(const std::filesystem::path& path, const ReadReport& input);

/// Reads a data set of any format, compressed or not. Throws DataError with file, line and column
/// for the first problem. The result does not depend on the number of threads.
Dataset read_dataset(const std::filesystem::path& path, const ReadOptions& options = {},
                     ReadReport* report = nullptr);

/// The files beside a data set from which its reader may take sizes of groups, weights or names.
std::vector<std::filesystem::path> files_beside(const std::filesystem::path& path);

/// Writes rows in input order. letor_list and letor_agg are written as letor, svmlight writes no
/// document ids, and the group sizes to PATH.query; automatic uses the ending of the name. Features
/// in text have the digits that read back as the same float, or the same double where exact
/// features were kept. Their names are kept: LETOR has them in a comment, svmlight in a file
/// beside.
void write_dataset(const Dataset& data, const std::filesystem::path& path,
                   DataFormat format = DataFormat::automatic);

}  // namespace podium
