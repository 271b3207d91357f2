#include "podium/core/prepare/fill.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/query_blocks.hpp"
#include "podium/core/prepare/transform.hpp"

namespace podium {

namespace {

/// Where the number comes from that replaces a missing value.
enum class Source { rule, query, training };

struct RuleEntry {
  std::string_view name;
  Source source;
};

/// In the order of FillRule::Kind.
constexpr std::array rule_table = {
    RuleEntry{"min", Source::query},          RuleEntry{"zero", Source::rule},
    RuleEntry{"mean", Source::query},         RuleEntry{"max", Source::query},
    RuleEntry{"constant", Source::rule},      RuleEntry{"keep", Source::rule},
    RuleEntry{"train-min", Source::training}, RuleEntry{"train-mean", Source::training},
    RuleEntry{"train-max", Source::training}, RuleEntry{"auto", Source::training},
};

const RuleEntry& entry_of(const FillRule& rule) noexcept {
  return rule_table[static_cast<std::size_t>(rule.kind)];
}

/// Sum, minimum, maximum and number of the values of one feature in a query that are not missing.
struct Present {
  double sum = 0.0;
  double minimum = 0.0;
  double maximum = 0.0;
  std::size_t count = 0;

  void add(double value) {
    if (std::isnan(value)) return;
    minimum = count == 0 ? value : std::min(minimum, value);
    maximum = count == 0 ? value : std::max(maximum, value);
    sum += value;
    ++count;
  }
};

/// The same of sparse rows, where zeros are not stored.
struct SparsePresent : Present {
  std::size_t rows = 0;  ///< that were added

  void add_row(std::size_t row, double value) {
    add_zeros_until(row);
    add(value);
    ++rows;
  }

  /// Of many zeros in a row, all but one change the count alone.
  void add_zeros_until(std::size_t row) {
    if (rows == row) return;
    add(0.0);
    count += row - rows - 1;
    rows = row;
  }
};

/// The values of each feature in the rows of a query.
template <class Value>
std::vector<Present> present_values(const ValueRows<Value>& rows) {
  if (!rows.is_sparse()) {
    std::vector<Present> present(rows.columns());
    for (DocIndex doc = 0; doc < rows.size(); ++doc) {
      const std::span<const Value> row = rows[doc].stored();
      for (std::size_t f = 0; f < row.size(); ++f) present[f].add(double{row[f]});
    }
    return present;
  }
  std::vector<SparsePresent> present(rows.columns());
  for (DocIndex doc = 0; doc < rows.size(); ++doc) {
    rows[doc].for_each_stored(
        [&](std::size_t f, Value value) { present[f].add_row(doc, double{value}); });
  }
  for (SparsePresent& feature : present) feature.add_zeros_until(rows.size());
  return {present.begin(), present.end()};
}

double replacement(const FillRule& rule, const Present& present) {
  using Kind = FillRule::Kind;
  if (rule.kind == Kind::constant) return rule.value;
  if (rule.kind == Kind::zero || present.count == 0) return 0.0;
  if (rule.kind == Kind::min) return present.minimum;
  if (rule.kind == Kind::max) return present.maximum;
  return present.sum / static_cast<double>(present.count);
}

/// The rule whose number in a query a learned rule takes the mean of.
FillRule in_each_query(const FillRule& rule) {
  using Kind = FillRule::Kind;
  if (rule.kind == Kind::train_min) return {Kind::min};
  if (rule.kind == Kind::train_max) return {Kind::max};
  return {Kind::mean};
}

/// A mean over queries that grows.
struct QueryMean {
  double sum = 0.0;
  std::size_t queries = 0;

  QueryMean& operator+=(const QueryMean& other) {
    sum += other.sum;
    queries += other.queries;
    return *this;
  }
};

/// The constants that learned rules stand for; other rules as they are.
std::vector<FillRule> learned_rules(std::vector<FillRule> rules, const Dataset& train) {
  const std::size_t columns = rules.size();
  using Means = ManySums<QueryMean>;
  const auto add = [&](std::size_t query, Means& sum, Workspace& /*workspace*/) {
    const std::vector<Present> present =
        train[query].with_values([](const auto& rows) { return present_values(rows); });
    for (std::size_t f = 0; f < columns; ++f) {
      if (present[f].count == 0) continue;
      const double value = replacement(in_each_query(rules[f]), present[f]);
      if (std::isfinite(value)) sum.values[f] += QueryMean{value, 1};
    }
  };
  const Means means = QueryBlocks(train).sum(Means{std::vector<QueryMean>(columns)}, add);
  for (std::size_t f = 0; f < columns; ++f) {
    if (!is_learned(rules[f])) continue;
    const QueryMean& mean = means.values[f];
    rules[f] = mean.queries == 0 ? FillRule{FillRule::Kind::zero}
                                 : FillRule{FillRule::Kind::constant,
                                            mean.sum / static_cast<double>(mean.queries)};
  }
  return rules;
}

void fill_column(const FillRule& rule, std::span<double> values) {
  if (rule.kind == FillRule::Kind::keep) return;
  Present present;
  for (const double value : values) present.add(value);
  if (present.count == values.size()) return;
  const double instead = replacement(rule, present);
  for (double& value : values) {
    if (std::isnan(value)) value = instead;
  }
}

struct Counts {
  std::size_t filled = 0;
  std::size_t kept = 0;
};

/// The missing values of a query that the rules fill and keep.
Counts counts_of(const FeatureRows& rows, std::span<const FillRule> rules) {
  Counts counts;
  for (DocIndex doc = 0; doc < rows.size(); ++doc) {
    rows[doc].for_each_stored([&](std::size_t f, float value) {
      if (!std::isnan(value)) return;
      ++(rules[f].kind == FillRule::Kind::keep ? counts.kept : counts.filled);
    });
  }
  return counts;
}

}  // namespace

FillRule parse_fill_rule(std::string_view text) {
  const auto colon = text.find(':');
  for (std::size_t i = 0; i < rule_table.size(); ++i) {
    if (rule_table[i].name != text.substr(0, colon)) continue;
    FillRule rule{.kind = static_cast<FillRule::Kind>(i)};
    const bool takes_value = rule.kind == FillRule::Kind::constant;
    if (takes_value != (colon != std::string_view::npos)) break;
    if (takes_value) {
      const auto value = parse_number<double>(text.substr(colon + 1));
      if (!value || !std::isfinite(static_cast<float>(*value))) break;
      rule.value = *value;
    }
    return rule;
  }
  throw UsageError("fill rule: found " + in_quotes(text) +
                   ", expected min, zero, mean, max, constant:V, keep, train-min, train-mean, "
                   "train-max or auto");
}

std::string to_text(const FillRule& rule) {
  std::string text(entry_of(rule).name);
  if (rule.kind == FillRule::Kind::constant) text += ":" + to_text(rule.value);
  return text;
}

bool uses_query(const FillRule& rule) noexcept {
  return entry_of(rule).source == Source::query;
}

bool is_learned(const FillRule& rule) noexcept {
  return entry_of(rule).source == Source::training;
}

FillPolicy parse_fill_policy(std::string_view text, FillRule otherwise) {
  FillPolicy policy{.otherwise = otherwise, .exceptions = {}};
  bool has_otherwise = false;
  for (const std::string_view part : split_outside_brackets(text, ',')) {
    // The last '=': a feature's name may contain one, a rule does not.
    const auto equals = part.rfind('=');
    const bool is_exception = equals != std::string_view::npos;
    const FillRule rule = parse_fill_rule(trimmed(is_exception ? part.substr(equals + 1) : part));
    if (is_exception) {
      const std::string feature(trimmed(part.substr(0, equals)));
      if (!policy.exceptions.emplace(feature, rule).second) {
        throw UsageError("fill policy: found two rules for feature " + in_quotes(feature) +
                         ", expected one");
      }
    } else if (has_otherwise) {
      throw UsageError("fill policy: found a second general rule " + in_quotes(part) +
                       ", expected FEATURE=RULE");
    } else {
      policy.otherwise = rule;
      has_otherwise = true;
    }
  }
  return policy;
}

std::string to_text(const FillPolicy& policy) {
  std::string text = to_text(policy.otherwise);
  for (const auto& [feature, rule] : policy.exceptions) {
    text += "," + feature + "=" + to_text(rule);
  }
  return text;
}

FillPolicy letor3_fill_policy(const Dataset& data) {
  constexpr std::size_t block = 15;
  constexpr std::size_t features = 45;
  if (data.feature_count() != features) {
    throw UsageError(
        fmt::format("fill profile letor3: found {}, expected {} (three "
                    "blocks of {}); give a policy instead",
                    counted(data.feature_count(), "feature"), features, block));
  }
  FillPolicy policy;
  for (std::size_t number = 1; number <= features; ++number) {
    if (number % block == 11 || number % block == 12) {
      policy.exceptions.emplace(data.feature_name(number - 1), FillRule{FillRule::Kind::zero});
    }
  }
  return policy;
}

std::vector<FillRule> fill_rules(const FillPolicy& policy, const Dataset& data) {
  std::vector<FillRule> rules(data.feature_count(), policy.otherwise);
  // A learned policy has an exception for every feature, whose names are not searched one by one.
  constexpr std::size_t few = 8;
  std::map<std::string, std::size_t, std::less<>> by_name;
  for (std::size_t f = 0; policy.exceptions.size() > few && f < rules.size(); ++f) {
    by_name.emplace(data.feature_name(f), f);
  }
  std::vector<std::string_view> given(rules.size());  // the name or number that has the rule
  for (const auto& [feature, rule] : policy.exceptions) {
    const auto found = by_name.find(feature);
    const std::size_t f =
        found != by_name.end() ? found->second : find_feature(data, feature, "fill policy");
    if (!given[f].empty()) {
      throw UsageError(
          fmt::format("fill policy: found rules for {} and {}, which are the same "
                      "feature, expected one",
                      in_quotes(given[f]), in_quotes(feature)));
    }
    given[f] = feature;
    rules[f] = rule;
  }
  return rules;
}

FillPolicy learned_policy(FillPolicy policy, const Dataset& train, FillRule::Kind automatic) {
  const auto choose = [&](FillRule& rule) {
    if (rule.kind == FillRule::Kind::automatic) rule.kind = automatic;
  };
  choose(policy.otherwise);
  for (auto& [feature, rule] : policy.exceptions) choose(rule);
  std::vector<FillRule> rules = fill_rules(policy, train);
  if (std::ranges::any_of(rules, is_learned)) rules = learned_rules(std::move(rules), train);

  std::vector<bool> is_exception(rules.size());
  for (auto& [name, rule] : policy.exceptions) {
    const std::size_t feature = find_feature(train, name);
    is_exception[feature] = true;
    rule = rules[feature];
  }
  if (!is_learned(policy.otherwise)) return policy;
  policy.otherwise = {FillRule::Kind::zero};
  for (std::size_t f = 0; f < rules.size(); ++f) {
    if (is_exception[f] || rules[f] == policy.otherwise) continue;
    policy.exceptions.emplace(train.feature_name(f), rules[f]);
  }
  return policy;
}

FillResult fill_missing(const Dataset& data, const FillPolicy& policy) {
  const std::vector<FillRule> rules = fill_rules(policy, data);
  expects(std::ranges::none_of(rules, is_learned), "a fill policy without learned rules");
  std::vector<Counts> counts(data.query_count());
  QueryBlocks(data).for_each([&](std::size_t query, Workspace& /*workspace*/) {
    counts[query] = counts_of(data[query].features, rules);
  });
  FillResult result;
  result.data = transform_features(
      data, {.apply = [&](std::size_t /*query*/, std::size_t feature,
                          std::span<double> values) { fill_column(rules[feature], values); },
             .moved_zeros = {}});
  for (const Counts& count : counts) {
    result.filled += count.filled;
    result.kept += count.kept;
  }
  return result;
}

}  // namespace podium
