#include "podium/prepare/fill.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "podium/base/counted.hpp"
#include "podium/base/error.hpp"
#include "podium/base/text.hpp"
#include "podium/prepare/transform.hpp"

namespace podium {

namespace {

constexpr std::array<std::string_view, 6> rule_names = {"min", "zero",     "mean",
                                                        "max", "constant", "keep"};

/// Sum, minimum, maximum and number of the values of one feature in a query that are not missing.
struct Present {
  double sum = 0.0;
  double minimum = 0.0;
  double maximum = 0.0;
  std::size_t count = 0;

  void add(double value) {
    minimum = count == 0 ? value : std::min(minimum, value);
    maximum = count == 0 ? value : std::max(maximum, value);
    sum += value;
    ++count;
  }
};

double replacement(const FillRule& rule, const Present& present) {
  using Kind = FillRule::Kind;
  if (rule.kind == Kind::constant) return rule.value;
  if (rule.kind == Kind::zero || present.count == 0) return 0.0;
  if (rule.kind == Kind::min) return present.minimum;
  if (rule.kind == Kind::max) return present.maximum;
  return present.sum / static_cast<double>(present.count);
}

struct Counts {
  std::size_t filled = 0;
  std::size_t kept = 0;
};

Counts fill_query(std::span<const FillRule> rules, std::span<double> values) {
  const std::size_t columns = rules.size();
  std::vector<Present> present(columns);
  for (std::size_t row = 0; row < values.size(); row += columns) {
    for (std::size_t f = 0; f < columns; ++f) {
      if (!std::isnan(values[row + f])) present[f].add(values[row + f]);
    }
  }
  Counts counts;
  for (std::size_t row = 0; row < values.size(); row += columns) {
    for (std::size_t f = 0; f < columns; ++f) {
      if (!std::isnan(values[row + f])) continue;
      if (rules[f].kind == FillRule::Kind::keep) {
        ++counts.kept;
      } else {
        values[row + f] = replacement(rules[f], present[f]);
        ++counts.filled;
      }
    }
  }
  return counts;
}

}  // namespace

FillRule parse_fill_rule(std::string_view text) {
  const auto colon = text.find(':');
  for (std::size_t i = 0; i < rule_names.size(); ++i) {
    if (rule_names[i] != text.substr(0, colon)) continue;
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
                   ", expected min, zero, mean, max, constant:V or keep");
}

std::string to_text(const FillRule& rule) {
  std::string text(rule_names[static_cast<std::size_t>(rule.kind)]);
  if (rule.kind == FillRule::Kind::constant) text += ":" + to_text(rule.value);
  return text;
}

FillPolicy parse_fill_policy(std::string_view text) {
  FillPolicy policy;
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
  for (const auto& [feature, rule] : policy.exceptions) rules[find_feature(data, feature)] = rule;
  return rules;
}

FillResult fill_missing(const Dataset& data, const FillPolicy& policy) {
  const std::vector<FillRule> rules = fill_rules(policy, data);
  std::vector<Counts> counts(data.query_count());
  FillResult result;
  result.data = transform_features(data, [&](std::size_t query, std::span<double> values) {
    counts[query] = fill_query(rules, values);
  });
  for (const Counts& count : counts) {
    result.filled += count.filled;
    result.kept += count.kept;
  }
  return result;
}

}  // namespace podium
