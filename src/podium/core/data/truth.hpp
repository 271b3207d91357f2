#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace podium {

/// Place of a document in its query's input list. A place in a ranked list is called `rank`,
/// counts from 0, is printed from 1, and never shares a name with this one.
using DocIndex = std::uint32_t;

/// Larger is better, equal is tied. Levels of a query are dense: 0, 1, ... without a gap.
using Level = std::uint32_t;

// --- what the judges said of one query, the way they said it ---

/// One label per document, as in LETOR files: any finite number, larger is better. A negative
/// label means "not judged" (see unjudged.hpp).
struct GradedTruth {
  std::vector<double> label;
};

/// A total order of all documents, best first.
struct OrderTruth {
  std::vector<DocIndex> order;
};

/// The k best documents in order; every other document is tied below them.
struct TopKTruth {
  std::vector<DocIndex> best;
  std::size_t document_count = 0;
};

using GroundTruth = std::variant<GradedTruth, OrderTruth, TopKTruth>;

// --- what an algorithm sees of it ---

/// A weak order of a query's documents, borrowed.
struct TruthView {
  std::span<const Level> level;   ///< one per document
  std::span<const double> label;  ///< the value behind each level, for gains
  std::size_t strict = 0;         ///< places that are strictly ordered: k of a top-k truth, n of
                                  ///< a full order, 0 when graded

  std::size_t size() const noexcept { return level.size(); }
  bool is_graded() const noexcept { return strict == 0; }
  bool prefers(DocIndex a, DocIndex b) const noexcept { return level[a] > level[b]; }
};

/// A weak order that owns its memory; what settings and conversions return.
struct WeakOrder {
  std::vector<Level> level;
  std::vector<double> label;
  std::size_t strict = 0;

  TruthView view() const noexcept { return {level, label, strict}; }
};

/// Labels and levels of a truth. Graded: the labels as they are. Order: label = level = n-1 for
/// the best, ..., 0. Top-k: label = level = k for the best, k-1, ..., 1, and 0 below [Niu12].
WeakOrder weak_order(const GroundTruth& truth);

/// Dense levels of labels: the number of distinct smaller labels. O(n log n).
void levels_of_labels(std::span<const double> label, std::span<Level> level);

/// How a learner or a measure is to read a truth: `graded`, `full`, `topk:K`, `top-vs-rest:K`.
struct TruthSetting {
  enum class Kind { graded, full, top_k, top_vs_rest };
  Kind kind = Kind::graded;
  std::size_t k = 0;  ///< of top_k and top_vs_rest

  bool operator==(const TruthSetting&) const = default;
};

/// Reads "graded", "full", "topk:10" or "top-vs-rest:10"; throws UsageError naming the choices.
TruthSetting parse_truth_setting(std::string_view text);
std::string to_text(const TruthSetting& setting);

/// A total order of the documents that agrees with `truth`, best first. Tied documents are
/// shuffled by the stream (seed, query id, "ties"), so it depends on nothing but these.
std::vector<DocIndex> total_order(const TruthView& truth, std::uint64_t seed,
                                  std::string_view query_id);

/// From where the labels of a top-k truth count down in a query of n documents: from k [Niu12], or
/// from k' = min(k, n), so that a short list gets the labels n, ..., 1.
enum class KappaBase { k, kprime };

inline constexpr std::array<std::string_view, 2> kappa_base_names = {"k", "kprime"};

/// What becomes of a query whose documents are all tied: it is ordered like any other, at random,
/// or it keeps one label, 0, for all documents, so that nobody learns from a random order.
enum class AllTied { ordered, stays_tied };

/// How a setting treats queries that are too short for it or have nothing to order.
struct SettingRules {
  KappaBase kappa_base = KappaBase::k;
  AllTied all_tied = AllTied::ordered;
};

/// The truth as the setting wants it. Ties that the setting must break are broken by total_order.
///   graded         as it is; the others count the n judged documents, and keep label -1 elsewhere
///   full           label n-1, ..., 0 along the order
///   topk:K         label K, K-1, ... along the first min(K, n) places, 0 below
///   top-vs-rest:K  label 1 for the first min(K, n) places, 0 below
WeakOrder apply_setting(const TruthView& truth, const TruthSetting& setting, std::uint64_t seed,
                        std::string_view query_id, const SettingRules& rules = {});

}  // namespace podium
