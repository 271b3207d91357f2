#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/data/dataset.hpp"

namespace podium {

/// The rule that replaces the missing values (NaN) of one feature in a query.
struct FillRule {
  enum class Kind {
    min,
    zero,
    mean,
    max,
    constant,
    keep,
    train_min,
    train_mean,
    train_max,
    automatic
  };
  Kind kind = Kind::min;
  double value = 0.0;  ///< of Kind::constant

  bool operator==(const FillRule&) const = default;
};

/// Reads "min", "zero", "mean", "max", "constant:V", "keep", "train-min", "train-mean",
/// "train-max" or "auto"; throws UsageError naming them.
FillRule parse_fill_rule(std::string_view text);
std::string to_text(const FillRule& rule);

/// Whether the rule looks at the other documents of the query: min, mean, max.
bool uses_query(const FillRule& rule) noexcept;

/// Whether the rule stands for another one that depends on training data: train-min, ..., auto.
bool is_learned(const FillRule& rule) noexcept;

/// A rule for every feature: one for all, and exceptions by name or number of the feature.
struct FillPolicy {
  FillRule otherwise;
  std::map<std::string, FillRule, std::less<>> exceptions;

  bool operator==(const FillPolicy&) const = default;
};

/// Reads "RULE,FEATURE=RULE,...", for example "min,11=zero,12=zero"; to_text writes it. Without a
/// general rule, `otherwise` is it.
FillPolicy parse_fill_policy(std::string_view text, FillRule otherwise = {});
std::string to_text(const FillPolicy& policy);

/// The policy of LETOR 3.0's Feature_MIN for OHSUMED's 45 features: `zero` for BM25 and its
/// logarithm, which are the 11th and 12th of each block of 15 (numbers 11, 12, 26, 27, 41, 42), and
/// `min` for the others. Throws UsageError for any other number of features, because a LETOR file
/// does not say which feature is a BM25.
FillPolicy letor3_fill_policy(const Dataset& data);

/// One rule per column. Throws UsageError when the policy names a feature that is not in `data`.
std::vector<FillRule> fill_rules(const FillPolicy& policy, const Dataset& data);

/// The policy with a constant for each feature that has a learned rule: the mean over the queries
/// of `train` of what min (for train-min), mean or max would give there; queries without a value of
/// the feature do not count, and without any the constant is 0. So a single document is filled with
/// what a query has on average. `automatic` is the rule that auto stands for.
FillPolicy learned_policy(FillPolicy policy, const Dataset& train,
                          FillRule::Kind automatic = FillRule::Kind::train_min);

struct FillResult {
  Dataset data;
  std::size_t filled = 0;  ///< missing cells that were replaced
  std::size_t kept = 0;    ///< cells that are still missing
};

/// Replaces missing values, query by query:
///   min, mean, max   of the other values of that feature in the query; 0 when there are none
///   zero, constant   the number
///   keep             nothing
/// Needs a policy without learned rules; see learned_policy().
FillResult fill_missing(const Dataset& data, const FillPolicy& policy);

}  // namespace podium
