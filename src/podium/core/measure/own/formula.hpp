#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/measure/measure.hpp"

namespace podium {

/// A formula that a user wrote for a measure, such as "norm(sum(gain * discount))".
///
/// Numbers, + - * / ^ (to the right), < <= > >= == != (1 or 0), brackets, and the functions log2,
/// log, exp, sqrt, abs, floor, min(a, b), max(a, b) and if(condition, then, else). Further:
///
///   sum(e)     over the ranks 1 .. min(k, n)
///   count(e)   ranks at which e is not 0
///   first(e)   first rank at which e is not 0; infinite when there is none
///   total(e)   sum over all judged documents, retrieved or not
///   ideal(e)   e for the ideal list: all judged documents by descending label
///   norm(e)    e / ideal(e); not defined when ideal(e) is 0
///   before(e)  sum over the ranks above this one
///   loss(e)    e, and smaller is better; only around the whole formula
///
/// Of a document, inside sum, count, first and before: rank (from 1), discount, gain, label,
/// relevant, judged (1 or 0); inside total all but the first two. Of the list: n, its length, and
/// k, the cutoff or else n. Gain, discount and relevance are the profile's.
///
/// 0/0 means that the measure is not defined for the query. An infinite value is a NumericError.
class Formula {
 public:
  /// Reads a formula in lower case. Throws UsageError that says where and what is wrong; nesting
  /// and length have limits, so that no text can exhaust the stack.
  explicit Formula(std::string_view text);

  const std::string& text() const noexcept { return text_; }
  bool is_loss() const noexcept { return is_loss_; }

  /// Whether it needs a gain for every label.
  bool uses_gain() const noexcept { return uses_gain_; }

  /// The function of judged rankings under a profile; O(n) for every operation of the formula.
  MeasureFunction under(const Profile& profile, std::size_t cutoff) const;

  /// An operation and the nodes that it applies to, by their places in nodes().
  struct Node {
    std::uint8_t operation = 0;  ///< place in the table of operations
    double number = 0.0;         ///< of a number
    std::array<std::size_t, 3> part{};
    std::size_t begin = 0;  ///< of its text
    std::size_t end = 0;
  };
  const std::vector<Node>& nodes() const noexcept { return nodes_; }

 private:
  std::string text_;
  std::vector<Node> nodes_;  ///< the parts of a node are before it, the whole formula is the last
  bool is_loss_ = false;
  bool uses_gain_ = false;
};

}  // namespace podium
