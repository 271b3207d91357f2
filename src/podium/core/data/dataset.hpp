#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/data/feature_matrix.hpp"
#include "podium/core/data/feature_rows.hpp"
#include "podium/core/data/sparse_matrix.hpp"
#include "podium/core/data/truth.hpp"

namespace podium {

/// Strings stored contiguously; string i is [end[i-1], end[i]) of `text`.
struct StringColumn {
  std::span<const std::uint64_t> end;
  std::span<const char> text;

  std::size_t size() const noexcept { return end.size(); }
  bool empty() const noexcept { return end.empty(); }
  std::string_view operator[](std::size_t i) const noexcept {
    const std::uint64_t begin = i == 0 ? 0 : end[i - 1];
    return {text.data() + begin, static_cast<std::size_t>(end[i] - begin)};
  }
};

/// The words of features, by column: the values of such a feature are the places of its words in
/// this ascending list, NaN where there is none. Words are compared by their bytes.
using Words = std::vector<std::string>;
using WordTables = std::map<std::size_t, std::shared_ptr<const Words>>;

/// One query, borrowed from a Dataset.
struct QueryView {
  std::string_view id;
  FeatureRows features;
  TruthView truth;
  std::size_t first_row = 0;          ///< row of document 0 in the data set
  double weight = 1.0;                ///< of the query as a whole
  std::span<const float> row_weight;  ///< of each document; empty when all are 1
  ValueRows<double> exact;            ///< features before rounding to float, if kept

  std::size_t size() const noexcept { return truth.size(); }

  /// Calls use(rows) with the exact features if they are kept, otherwise with the floats.
  template <class Use>
  decltype(auto) with_values(Use&& use) const {
    return exact.empty() ? use(features) : use(exact);
  }
};

/// The memory of features: dense, or sparse if it has sparse rows.
struct FeatureMemory {
  FeatureMatrix dense;
  ExactMatrix exact;  ///< of dense features; optional
  SparseMatrix sparse;
};

/// The columns of a data set, borrowed. Rows are grouped by query in order of first appearance;
/// an empty optional column says that the input had none. This struct is the memory layout: a
/// reader fills it, the binary cache maps it.
struct DatasetColumns {
  std::size_t feature_count = 0;
  std::uint32_t first_feature_id = 1;        ///< number of column 0 in the file: 0 or 1
  std::span<const std::uint64_t> query_end;  ///< rows of query q: [query_end[q-1], query_end[q])
  std::span<const std::uint64_t>
      feature_begin;                ///< dense: of query q in `features`; in files a multiple of 16
  std::span<const float> features;  ///< dense: a block per query, aligned unless borrowed; sparse:
                                    ///< the stored values, row after row
  std::span<const std::uint64_t> row_end;         ///< sparse: of each row in `features`
  std::span<const std::uint32_t> feature_column;  ///< sparse: of each value in `features`
  std::span<const double> exact_features;         ///< laid out as `features`; optional, not cached
  std::span<const double> label;                  ///< per row
  std::span<const Level> level;                   ///< per row
  std::span<const std::uint32_t> strict;          ///< per query (TruthView::strict); empty: graded
  StringColumn query_id;
  StringColumn document_id;                  ///< per row; optional
  StringColumn feature_name;                 ///< per feature; optional
  std::span<const std::uint64_t> input_row;  ///< row -> row of the input; empty: the same
  std::span<const float> row_weight;         ///< optional
  std::span<const double> query_weight;      ///< optional
  std::span<const double> inc;               ///< LETOR 4.0's comment value; optional
  std::span<const double> prob;              ///< LETOR 4.0's comment value; optional
  std::span<const double> second_label;      ///< per row, as label; optional, not cached
  WordTables words;                          ///< of features that are words; not cached

  bool is_sparse() const noexcept { return !row_end.empty(); }

  /// Borrows other features.
  void set_features(const FeatureMemory& memory);
};

/// Queries with their documents, features and truth. Immutable, cheap to copy: copies share the
/// memory.
class Dataset {
 public:
  Dataset() = default;

  /// `owner` keeps the memory of `columns` alive. Throws ContractError when their sizes disagree.
  Dataset(const DatasetColumns& columns, std::shared_ptr<const void> owner);

  std::size_t query_count() const noexcept { return columns_.query_end.size(); }
  std::size_t row_count() const noexcept { return columns_.label.size(); }
  std::size_t feature_count() const noexcept { return columns_.feature_count; }

  QueryView operator[](std::size_t query) const;

  /// The document's id, or its input row counted from 1 when the input had no ids.
  std::string document_id(std::size_t row) const;

  /// The position of the row in the input, counted from 0.
  std::size_t input_row(std::size_t row) const noexcept {
    return columns_.input_row.empty() ? row : static_cast<std::size_t>(columns_.input_row[row]);
  }

  /// The feature's name, or its number in the file when the input named none.
  std::string feature_name(std::size_t feature) const;

  const DatasetColumns& columns() const noexcept { return columns_; }

  bool is_sparse() const noexcept { return columns_.is_sparse(); }

  /// The same rows with other features, as many of them.
  Dataset with_features(FeatureMemory features) const;

  /// The same rows with another truth: one WeakOrder per query, in query order.
  Dataset with_truth(std::span<const WeakOrder> truth) const;

  /// The same rows with these weights in row and query order; an empty span keeps the present
  /// weights.
  Dataset with_weights(std::vector<float> row_weight, std::vector<double> query_weight) const;

  /// The same rows with these second labels, in row order.
  Dataset with_second_label(std::vector<double> label) const;

  /// The same rows as if the input had them in this order.
  Dataset without_input_rows() const;

  /// The given queries, in the given order. Input rows are renumbered in the order that the chosen
  /// rows had in the input.
  Dataset subset(std::span<const std::size_t> queries) const;

 private:
  DatasetColumns columns_;
  std::shared_ptr<const void> owner_;
};

/// Scores given in input order, one per row, put into the order of the data set's rows. Throws
/// UsageError when the counts differ.
std::vector<double> scores_by_row(const Dataset& data, std::span<const double> by_input_row);

/// Values in row order put back into input order.
std::vector<double> scores_by_input(const Dataset& data, std::span<const double> by_row);

}  // namespace podium
