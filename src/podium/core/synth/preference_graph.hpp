#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/data/truth.hpp"
#include "podium/core/format/orders/preferences.hpp"
#include "podium/core/format/trec/qrels.hpp"

namespace podium {

/// All answers about one pair of documents, added up.
struct PreferencePair {
  DocIndex first = 0;
  DocIndex second = 0;
  double first_weight = 0.0;   ///< total weight of the answers that `first` is better
  double second_weight = 0.0;  ///< total weight of the answers that `second` is better

  bool prefers_first() const noexcept { return first_weight > second_weight; }
  bool prefers_second() const noexcept { return second_weight > first_weight; }
};

/// All answers of one query. Borrows the ids.
struct PreferenceGraph {
  std::string_view query_id;
  std::vector<std::string_view> document;
  std::vector<PreferencePair> pairs;  ///< each pair of documents once, by first appearance
};

/// One graph per query, by first appearance.
std::vector<PreferenceGraph> preference_graphs(std::span<const Preference> preferences);

/// Labels from preferences by counting wins. [Copeland51]
///
///   label(d) = number of documents that d is preferred to
///              + 1/2 number of documents that it was compared with and tied
///
/// Fair only when every document was compared with about the same number of others: a document that
/// is compared more often can win more often.
std::vector<double> labels_by_wins(const PreferenceGraph& graph);

/// Judgements with labels_by_wins for every query.
Qrels qrels_by_wins(std::span<const Preference> preferences);

}  // namespace podium
