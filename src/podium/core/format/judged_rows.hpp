#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/data/dataset.hpp"
#include "podium/core/format/document_table.hpp"

namespace podium {

/// The treatment of rows of a data set without a judgement. A query without any judgement has no
/// best documents, so it is refused or omitted.
enum class Unjudged : std::uint8_t {
  refuse,
  rest,  ///< they get label 0, like documents below the top
  drop,  ///< they are omitted
};

inline constexpr std::array<std::string_view, 3> unjudged_names = {"refuse", "rest", "drop"};

/// Rows without a judgement were found and are refused.
class NotJudged : public DataError {
 public:
  NotJudged(Location where, const std::string& problem)
      : DataError(std::move(where), problem), problem_(problem) {}

  /// what() without the file name.
  const std::string& problem() const noexcept { return problem_; }

 private:
  std::string problem_;
};

/// The rows of a data set with the truth of judgements.
struct JudgedRows {
  Dataset data;                          ///< every query has a judgement
  std::size_t documents = 0;             ///< documents of its queries without a judgement
  std::size_t queries = 0;               ///< omitted queries without a judgement
  Unjudged unjudged = Unjudged::refuse;  ///< their treatment

  /// Messages for the user, one line each; empty when all rows have a judgement.
  std::vector<std::string> remarks() const;
};

/// The truth of a query from its judgements, all of whose documents have a row.
using TruthOf =
    std::function<WeakOrder(const QueryView& query, const DocumentTable::Query& judged)>;

/// Matches the rows of `data`, which came from the file `path`, with judgements by query and
/// document id, and gives each judged query the truth that `truth_of` returns. Throws
/// DataError when a judged query or document has no row or several, NotJudged for rows
/// without a judgement if `unjudged` is refuse.
JudgedRows judged_rows(const Dataset& data, const DocumentTable& judged, Unjudged unjudged,
                       const std::string& path, const TruthOf& truth_of);

}  // namespace podium
