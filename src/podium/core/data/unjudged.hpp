#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "podium/core/data/dataset.hpp"

namespace podium {

/// A negative label means "not judged". Learners learn nothing from such a document; measures keep
/// it in the ranking, where it is not relevant, but not among the judged documents.
constexpr bool is_judged(double label) noexcept {
  return label >= 0.0;
}

/// How documents that are not judged are read: `drop`, `lowest` or `label:V`.
struct UnjudgedRule {
  enum class Kind {
    drop,    ///< they stay unjudged: learners and measures leave them out
    lowest,  ///< judged, below every other document of the query; they gain what label 0 gains
    label,   ///< judged, with the label `value`
  };
  Kind kind = Kind::drop;
  double value = 0.0;  ///< of Kind::label, 0 or more

  bool operator==(const UnjudgedRule&) const = default;
};

/// Reads "drop", "lowest" or "label:0"; throws UsageError naming the choices.
UnjudgedRule parse_unjudged_rule(std::string_view text);

/// The labels that the rule makes of those of a truth. Documents that `lowest` takes keep the order
/// of their labels among each other.
WeakOrder apply_unjudged_rule(const TruthView& truth, const UnjudgedRule& rule);

/// The same rows with these labels; the data set itself if there is nothing to change.
Dataset with_unjudged_rule(const Dataset& data, const UnjudgedRule& rule);

/// The rows that are judged; a query without any is omitted.
Dataset judged_part(const Dataset& data);

/// How many documents are not judged.
struct UnjudgedCount {
  std::size_t documents = 0;
  std::size_t queries = 0;  ///< with at least one such document
  std::size_t whole = 0;    ///< queries without any judged document
};

UnjudgedCount count_unjudged(const Dataset& data);

}  // namespace podium
