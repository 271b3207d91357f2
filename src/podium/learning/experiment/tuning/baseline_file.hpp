#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/core/format/document_table.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

/// Whether a baseline is a feature of the data, by its name or number: this comes before a file.
bool is_feature_of(const Dataset& data, std::string_view baseline);

/// The rows of a data set that a baseline has no score for.
struct BaselineGaps {
  std::size_t documents = 0;  ///< of queries that it has
  std::size_t queries = 0;    ///< that it does not have

  /// A message for the user; empty when there are none.
  std::string remark() const;
};

/// The existing ranking, from a file: a model, a run, scores with ids, or one score per row.
class BaselineFile {
 public:
  /// Recognises the file by its contents: a model begins with a brace; lines of one word are scores
  /// of rows, of three words scores with ids, any others a run. Throws DataError for a file that
  /// is none of these, and UsageError for a model that needs the file of its own baseline.
  explicit BaselineFile(std::filesystem::path path);

  const std::string& name() const noexcept { return name_; }
  BaselineKind kind() const noexcept;

  /// What a model that was trained on top of it keeps of it.
  ModelBaseline record() const;

  /// One score per row, in row order. Those of a model are as they are. Others are standardised:
  /// mean 0 and deviation 1 in each query, over all documents that the file has of it. A document
  /// that is not in the file gets the least score of its query minus 1, all documents of a query
  /// that is not there get 0. Throws UsageError when the file has no query of the data, or another
  /// number of scores than rows.
  std::vector<double> scores(const Dataset& data, BaselineGaps* gaps = nullptr) const;

 private:
  std::string name_;
  /// In the order of BaselineKind.
  std::variant<RankingModel, DocumentTable, std::vector<double>> content_;
};

}  // namespace podium
