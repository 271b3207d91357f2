#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "podium/core/base/interval.hpp"
#include "podium/core/base/options.hpp"
#include "podium/core/base/table.hpp"
#include "podium/core/measure/judged_ranking.hpp"
#include "podium/core/measure/profile.hpp"

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

/// Whether a name takes "@k".
enum class CutoffRule { none, optional, required };

/// What a measure says of a query that has nothing relevant.
enum class BlankValue {
  zero,      ///< 0: its formula gives that
  profile,   ///< its formula is 0/0, and the profile decides
  ordinary,  ///< nothing special: what is relevant plays no part in it
};

/// A row of the table of measures, which `podium list measures` prints.
struct MeasureEntry {
  std::string_view name;
  std::string_view summary;
  std::string_view reference;  ///< key of docs/references.bib
  CutoffRule cutoff = CutoffRule::optional;
  double minimum = 0.0;  ///< of its range
  double maximum = 1.0;  ///< of its range; may be infinite
  BlankValue blank = BlankValue::profile;
  bool averages_ties = false;  ///< can give its mean over the orders of equal scores
  bool needs_order = false;    ///< refuses a graded truth: it looks at strict places
  bool smaller_is_better = false;
  bool has_top_grade = false;  ///< its option `max` is the highest grade of the data
  bool sees_unjudged = false;  ///< it is about documents without a judgement: see ListRule
  bool is_sequential = false;  ///< queries must be given one after another, in their order
  std::vector<OptionInfo> (*options)() = nullptr;                ///< null when it has none
  OptionText (*canonical)(const OptionText& options) = nullptr;  ///< see canonical_options
  MeasureFunction (*make)(const OptionText&, std::size_t cutoff, const Profile&) = nullptr;

  /// Whether `a` is the better value.
  bool is_better(double a, double b) const noexcept { return smaller_is_better ? a < b : a > b; }
};

/// The options of `text` that differ from their defaults, in the one way they are written. Throws
/// UsageError as parse_options does.
template <Options T>
OptionText canonical_options(const OptionText& text) {
  return options_text(parse_options<T>(text));
}

/// Whether the profile has the measure, with a cutoff or without one. Measures of strict places and
/// of judgements use no conventions: they are the same under every profile, and each has them.
bool has_measure(const Profile& profile, const MeasureEntry& entry, bool is_cut);

/// A named function of a judged ranking under a profile. The name is canonical and parses back:
/// two measures of one profile are the same exactly when their names are equal.
class Measure {
 public:
  /// The measure of a row of measures(). Throws UsageError when the row does not take the options
  /// or the cutoff (no_cutoff: none was given), or the profile does not have the measure.
  Measure(const MeasureEntry& entry, const OptionText& options, std::size_t cutoff,
          const Profile& profile);

  /// A measure that is no row of measures(); see definitions.hpp.
  Measure(const MeasureEntry& entry, std::string name, std::size_t cutoff, MeasureFunction function,
          const Profile& profile);

  const std::string& name() const noexcept { return name_; }
  std::size_t cutoff() const noexcept { return cutoff_; }
  const Profile& profile() const noexcept { return profile_; }
  const MeasureEntry& entry() const noexcept { return *entry_; }

  /// The same measure with its highest grade in its name, err(max=4): the grade of its options,
  /// else that of the profile, else `highest`, the highest label of the whole data set. A measure
  /// without such a grade stays as it is.
  Measure with_top_grade(double highest) const;

  /// The value after the profile's rule for blank queries; nothing when the query is to be skipped.
  /// Throws UsageError for a graded truth when the measure needs an order, and for a ranking whose
  /// ties are to be averaged when it cannot do that.
  std::optional<double> operator()(const JudgedRanking& judged,
                                   Explanation* explanation = nullptr) const;

 private:
  const MeasureEntry* entry_;
  OptionText options_;
  std::string name_;
  Profile profile_;
  std::size_t cutoff_;
  MeasureFunction function_;
};

/// Every measure of the library, in the order the manual lists them.
std::span<const MeasureEntry> measures();

/// The row of the measure that `name` (canonical or as typed) belongs to; throws UsageError
/// naming the known measures.
const MeasureEntry& find_measure(std::string_view name);

/// The range of the values of a measure by its name: without limits for a name that is no row of
/// measures().
Interval range_of_measure(std::string_view name);

/// Reads "ndcg", "ndcg@10" or "rbp(p=0.95)@10", letters of any case, or another program's name of a
/// measure (see spelling.hpp). Throws UsageError for an unknown measure, option or cutoff.
Measure parse_measure(std::string_view text, const Profile& profile);

/// What is reported where nobody names measures; parse_measures() leaves out those that the profile
/// does not have.
inline constexpr std::string_view usual_measures = "map,ndcg@1,ndcg@3,ndcg@5,ndcg@10,p@1,p@10,err";

/// Reads a list like "map,ndcg@1,rbp(p=0.9)"; "ndcg@1-10" and "ndcg@1..10" stand for ten measures,
/// "ndcg@1,5,10" for three.
/// A measure that is named twice is there once. Throws UsageError for an empty list.
std::vector<Measure> parse_measures(std::string_view text, const Profile& profile);

}  // namespace podium
