#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "podium/data/dataset.hpp"

namespace podium {

/// The rule that replaces the missing values (NaN) of one feature in a query.
struct FillRule {
  enum class Kind { min, zero, mean, max, constant, keep };
  Kind kind = Kind::min;
  double value = 0.0;  ///< of Kind::constant

  bool operator==(const FillRule&) const = default;
};

/// Reads "min", "zero", "mean", "max", "constant:V" or "keep"; throws UsageError naming them.
FillRule parse_fill_rule(std::string_view text);
std::string to_text(const FillRule& rule);

/// A rule for every feature: one for all, and exceptions by name or number of the feature.
struct FillPolicy {
  FillRule otherwise;
  std::map<std::string, FillRule, std::less<>> exceptions;

  bool operator==(const FillPolicy&) const = default;
};

/// Reads "RULE,FEATURE=RULE,...", for example "min,11=zero,12=zero"; to_text writes it.
FillPolicy parse_fill_policy(std::string_view text);
std::string to_text(const FillPolicy& policy);

/// The policy of LETOR 3.0's Feature_MIN for OHSUMED's 45 features: `zero` for BM25 and its
/// logarithm, which are the 11th and 12th of each block of 15 (numbers 11, 12, 26, 27, 41, 42), and
/// `min` for the others. Throws UsageError for any other number of features, because a LETOR file
/// does not say which feature is a BM25.
FillPolicy letor3_fill_policy(const Dataset& data);

/// One rule per column. Throws UsageError when the policy names a feature that is not in `data`.
std::vector<FillRule> fill_rules(const FillPolicy& policy, const Dataset& data);

struct FillResult {
  Dataset data;
  std::size_t filled = 0;  ///< missing cells that were replaced
  std::size_t kept = 0;    ///< cells that are still missing
};

/// Replaces missing values, query by query:
///   min, mean, max   of the other values of that feature in the query; 0 when there are none
///   zero, constant   the number
///   keep             nothing
FillResult fill_missing(const Dataset& data, const FillPolicy& policy);

}  // namespace podium
