#include "podium/core/data/unjudged.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/gathered_rows.hpp"

namespace podium {

namespace {

constexpr std::string_view label_prefix = "label:";

bool is_whole(std::span<const double> label) {
  return std::ranges::all_of(label, is_judged);
}

}  // namespace

UnjudgedRule parse_unjudged_rule(std::string_view text) {
  using Kind = UnjudgedRule::Kind;
  if (text == "drop") return {.kind = Kind::drop};
  if (text == "lowest") return {.kind = Kind::lowest};
  if (text.starts_with(label_prefix)) {
    const auto value = parse_number<double>(text.substr(label_prefix.size()));
    if (value && std::isfinite(*value) && is_judged(*value)) {
      return {.kind = Kind::label, .value = *value + 0.0};  // -0 is 0
    }
  }
  throw UsageError("unjudged documents: found " + in_quotes(text) +
                   ", expected drop, lowest or label:V with V of 0 or more");
}

WeakOrder apply_unjudged_rule(const TruthView& truth, const UnjudgedRule& rule) {
  WeakOrder order{{truth.level.begin(), truth.level.end()},
                  {truth.label.begin(), truth.label.end()},
                  truth.strict};
  if (rule.kind == UnjudgedRule::Kind::drop) return order;
  for (double& label : order.label) {
    if (!is_judged(label)) label = rule.value;  // 0 of `lowest`, whose levels stay below all others
  }
  if (rule.kind == UnjudgedRule::Kind::label) levels_of_labels(order.label, order.level);
  return order;
}

Dataset with_unjudged_rule(const Dataset& data, const UnjudgedRule& rule) {
  if (rule.kind == UnjudgedRule::Kind::drop || is_whole(data.columns().label)) return data;
  std::vector<WeakOrder> truth(data.query_count());
  parallel_for(data.query_count(), [&](std::size_t query) {
    truth[query] = apply_unjudged_rule(data[query].truth, rule);
  });
  return data.with_truth(truth);
}

Dataset judged_part(const Dataset& data) {
  const auto label = data.columns().label;
  std::vector<bool> wanted(label.size());
  for (std::size_t row = 0; row < label.size(); ++row) wanted[row] = is_judged(label[row]);
  return with_rows(data, wanted);
}

UnjudgedCount count_unjudged(const Dataset& data) {
  UnjudgedCount count;
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    const auto label = data[query].truth.label;
    const auto judged = static_cast<std::size_t>(std::ranges::count_if(label, is_judged));
    count.documents += label.size() - judged;
    if (judged < label.size()) ++count.queries;
    if (judged == 0 && !label.empty()) ++count.whole;
  }
  return count;
}

}  // namespace podium
