#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "podium/base/options.hpp"
#include "podium/data/dataset.hpp"

namespace podium {

/// How a data set is written down. See docs/formats.
enum class DataFormat {
  automatic,   ///< the binary cache by its first bytes, csv and tsv by name, else letor
  letor,       ///< LETOR 3.0/4.0, MSLR, Yahoo, Istella: "label qid:q 1:v 2:v ... #docid = d"
  letor_list,  ///< LETOR 4.0 -list sets: labels are places in a full order
  letor_agg,   ///< LETOR 4.0 -agg sets: features are ranks, NULL where a list lacks the document
  svmlight,    ///< as letor, without qids: groups come from a file of group sizes
  csv,         ///< comma-separated with a header
  tsv,         ///< tab-separated with a header
  podium,      ///< the binary cache
};

inline constexpr std::array<std::string_view, 8> data_format_names = {
    "auto", "letor", "letor-list", "letor-agg", "svmlight", "csv", "tsv", "podium"};

/// How much of the features is read.
enum class FeatureDetail {
  none,    ///< labels and ids only; a text is then read several times as fast
  single,  ///< as 32-bit floats
  exact,   ///< also as doubles, for work that writes text again with the digits it read
};

/// How to read a data set. What is in fields() is the user's choice, the rest the program's.
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
  bool lenient = false;
  double memory_limit_gb = 0.0;
  FeatureDetail features = FeatureDetail::single;

  static auto fields() {
    using Self = ReadOptions;
    return std::array{
        field("input-format", &Self::format, data_format_names, "how the data is written down"),
        field("first-feature-id", &Self::first_feature_id, 0, 1,
              "number of the first feature: 0 or 1"),
        field("feature-count", &Self::feature_count, 0, 4'294'967'295,
              "least number of features; 0 takes the largest number in the file"),
        field("groups", &Self::groups,
              "file of group sizes (LightGBM .query, XGBoost .group) for rows without qid"),
        field("query-weights", &Self::query_weights, "file with 'qid weight' lines"),
        field("row-weights", &Self::row_weights, "file with a weight for each row"),
        field("qid-column", &Self::qid_column, "csv, tsv: column of the query id"),
        field("label-column", &Self::label_column,
              "csv, tsv: column of the label; empty: the data has no labels"),
        field("docid-column", &Self::docid_column,
              "csv, tsv: column of the document id, if there is one"),
        field("row-weight-column", &Self::row_weight_column,
              "csv, tsv: column of a weight for each row, if there is one"),
        field("query-weight-column", &Self::query_weight_column,
              "csv, tsv: column of the query's weight, if there is one"),
        field("lenient", &Self::lenient, "skip bad rows, count them and say so"),
        field("memory-limit-gb", &Self::memory_limit_gb, 0.0, 1e6,
              "refuse data that needs more; 0 means three quarters of the machine's memory"),
    };
  }
};

/// What a reader noticed. Nothing in it is an error.
struct ReadReport {
  std::size_t rows = 0;
  std::size_t queries = 0;
  std::size_t bytes = 0;                 ///< of text, after unpacking
  std::size_t rows_moved = 0;            ///< rows of a query that did not follow its earlier rows
  std::size_t rows_skipped = 0;          ///< bad rows of a lenient read
  std::vector<std::string> first_skips;  ///< what was wrong with the first few
  std::string groups_file;               ///< the group file that was used, if any

  /// What a person should know, one line each; empty when there is nothing to say.
  std::vector<std::string> remarks() const;
};

/// The format that a file name stands for; letor unless its ending says otherwise.
DataFormat format_of_name(const std::filesystem::path& path);

/// Reads a data set of any format, plain or packed. Throws DataError with file, line and column
/// for the first thing that is wrong. The result does not depend on the number of threads.
Dataset read_dataset(const std::filesystem::path& path, const ReadOptions& options = {},
                     ReadReport* report = nullptr);

/// Writes rows in input order. letor_list and letor_agg are written as letor, svmlight writes no
/// document ids, and the group sizes to PATH.query; automatic goes by the name's ending. Features
/// in text have the digits that read back as the same float, or the same double where exact
/// features were kept.
void write_dataset(const Dataset& data, const std::filesystem::path& path,
                   DataFormat format = DataFormat::automatic);

}  // namespace podium
