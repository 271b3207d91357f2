#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "podium/base/error.hpp"
#include "podium/data/dataset.hpp"
#include "podium/format/document_table.hpp"

namespace podium {

/// What to do with rows of a data set that nobody judged. A query without any judgement has no
/// best documents that others could be below: it is refused or left out.
enum class Unjudged : std::uint8_t {
  refuse,
  rest,  ///< they get label 0, as what is below the top
  drop,  ///< they are left out
};

inline constexpr std::array<std::string_view, 3> unjudged_names = {"refuse", "rest", "drop"};

/// There are rows that nobody judged, where that is refused.
class NotJudged : public DataError {
 public:
  NotJudged(Location where, const std::string& problem)
      : DataError(std::move(where), problem), problem_(problem) {}

  /// what() without the place.
  const std::string& problem() const noexcept { return problem_; }

 private:
  std::string problem_;
};

/// The rows of a data set with the truth of judgements.
struct JudgedRows {
  Dataset data;                          ///< every query has a judgement
  std::size_t documents = 0;             ///< of its queries in the input, not judged
  std::size_t queries = 0;               ///< left out, without a judgement
  Unjudged unjudged = Unjudged::refuse;  ///< what was done with them

  /// What a person should know, one line each; empty when everything was judged.
  std::vector<std::string> remarks() const;
};

/// The truth of a query from its judgements, all of whose documents have a row.
using TruthOf =
    std::function<WeakOrder(const QueryView& query, const DocumentTable::Query& judged)>;

/// Matches the rows of `data`, which came from the file `path`, with judgements by query and
/// document id, and gives each query that was judged the truth that `truth_of` makes. Throws
/// DataError when a judged query or document has no row or several, NotJudged for what was not
/// judged if `unjudged` says so.
JudgedRows judged_rows(const Dataset& data, const DocumentTable& judged, Unjudged unjudged,
                       const std::string& path, const TruthOf& truth_of);

}  // namespace podium
