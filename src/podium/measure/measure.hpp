#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/base/options.hpp"
#include "podium/base/table.hpp"
#include "podium/measure/judged_ranking.hpp"
#include "podium/measure/profile.hpp"

namespace podium {

inline constexpr std::size_t no_cutoff = std::numeric_limits<std::size_t>::max();

/// How a value came about: every term of the sum as a row, then named totals. A measure fills it
/// while it computes, so that the explanation cannot differ from the value.
struct Explanation {
  std::string formula;
  Table terms;
  std::vector<std::pair<std::string, double>> totals;
};

/// The value of a measure for one query, or nothing when the query has nothing relevant and the
/// measure is therefore not defined. Fills the explanation when there is one.
using MeasureFunction = std::function<std::optional<double>(const JudgedRanking&, Explanation*)>;

/// A named function of a judged ranking under a profile. The name is canonical and parses back:
/// two measures of one profile are the same exactly when their names are equal.
class Measure {
 public:
  Measure(std::string name, const Profile& profile, std::size_t cutoff, MeasureFunction function);

  const std::string& name() const noexcept { return name_; }
  std::size_t cutoff() const noexcept { return cutoff_; }

  /// The value after the profile's rule for blank queries; nothing when the query is to be skipped.
  std::optional<double> operator()(const JudgedRanking& judged,
                                   Explanation* explanation = nullptr) const;

 private:
  std::string name_;
  Blank blank_;
  std::size_t cutoff_;
  MeasureFunction function_;
};

/// Whether a name takes "@k".
enum class CutoffRule { none, optional, required };

/// A row of the table of measures, which `podium list measures` prints.
struct MeasureEntry {
  std::string_view name;
  std::string_view summary;
  std::string_view reference;  ///< key of docs/references.bib
  CutoffRule cutoff = CutoffRule::optional;
  bool averages_ties = false;  ///< can give its mean over the orders of equal scores
  bool needs_order = false;    ///< refuses a graded truth: it looks at strict places
  bool smaller_is_better = false;
  std::vector<OptionInfo> (*options)() = nullptr;  ///< null when it has none
  MeasureFunction (*make)(const OptionText&, std::size_t cutoff, const Profile&) = nullptr;
};

/// Every measure of the library, in the order the manual lists them.
std::span<const MeasureEntry> measures();

/// The row of the measure that `name` (canonical or as typed) belongs to; throws UsageError
/// naming the known measures.
const MeasureEntry& find_measure(std::string_view name);

/// Reads "ndcg", "ndcg@10" or "rbp(p=0.95)@10", letters of any case. Throws UsageError for an
/// unknown measure, option or cutoff.
Measure parse_measure(std::string_view text, const Profile& profile);

/// Reads a list like "map,ndcg@1,rbp(p=0.9)"; "ndcg@1-10" and "ndcg@1..10" stand for ten measures.
std::vector<Measure> parse_measures(std::string_view text, const Profile& profile);

}  // namespace podium
