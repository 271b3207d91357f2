#include "podium/learning/experiment/tuning/goal.hpp"

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

namespace {

[[noreturn]] void refuse(std::string_view found, const std::string& expected) {
  throw UsageError(fmt::format("maximise: found {}, expected {}", in_quotes(found), expected));
}

/// The text before a separator, which is taken away with it; all if there is none.
std::string_view taken(std::string_view& text, std::string_view separator) {
  const std::size_t end = text.find(separator);
  const std::string_view first = text.substr(0, end);
  text = end == std::string_view::npos ? "" : text.substr(end + separator.size());
  return trimmed(first);
}

class GoalReader {
 public:
  GoalReader(const std::array<std::string, 2>& labels, const Profile& profile)
      : labels_(labels), profile_(profile) {}

  LabelMeasure measure(std::string_view text) const {
    const std::size_t open = text.rfind('(');
    const std::string_view label =
        open == std::string_view::npos ? "" : text.substr(open + 1, text.size() - open - 2);
    const bool is_second = label == labels_[1];
    if (!text.ends_with(')') || (!is_second && label != labels_[0])) {
      refuse(text, fmt::format("a measure of a label, such as ndcg@10({}) or ndcg@10({})",
                               labels_[0], labels_[1]));
    }
    LabelMeasure found{parse_measure(text.substr(0, open), profile_), is_second, ""};
    if (found.measure.entry().smaller_is_better) {
      refuse(text, "a measure that is better when it is larger");
    }
    found.text = fmt::format("{}({})", found.measure.name(), label);
    return found;
  }

  Bound bound(std::string_view text) const {
    const std::string_view whole = text;
    const std::string_view name = taken(text, ">=");
    std::string_view number = trimmed(text);
    const bool is_relative = number.ends_with('%');
    if (is_relative) number.remove_suffix(1);
    if (number.starts_with('+')) number.remove_prefix(1);
    const auto value = parse_number<double>(trimmed(number));
    if (!value) {
      refuse(whole, fmt::format("MEASURE(LABEL) >= BOUND, such as ndcg@10({}) >= -1%", labels_[1]));
    }
    return {measure(name), is_relative ? 1.0 + *value / 100.0 : *value, is_relative};
  }

 private:
  const std::array<std::string, 2>& labels_;
  const Profile& profile_;
};

}  // namespace

Goal parse_goal(std::string_view text, const std::array<std::string, 2>& labels,
                const Profile& profile) {
  const GoalReader reader(labels, profile);
  std::string_view rest = text;
  const std::string_view first = taken(rest, " subject to ");
  if (rest.empty()) refuse(text, "MEASURE(LABEL) subject to MEASURE(LABEL) >= BOUND");
  Goal goal{reader.measure(first), {}};
  for (bool has_more = true; has_more;) {
    has_more = rest.find(" and ") != std::string_view::npos;
    goal.bounds.push_back(reader.bound(taken(rest, " and ")));
  }
  return goal;
}

}  // namespace podium
