#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace podium {

/// Which documents of equal score come first.
enum class TieRule {
  input,     ///< the earlier row of the input
  docid,     ///< the larger document id, as trec_eval does
  worst,     ///< the lower label: the least the ranking is worth
  best,      ///< the higher label: the most
  expected,  ///< none: the mean over all orders of the tied documents
};

/// What a label is worth.
enum class Gain {
  exponential,  ///< 2^label - 1
  linear,       ///< label
  letor,        ///< 0, 1, 3 for the labels 0, 1, 2; others are refused
  mslr,         ///< 0, 1, 3, 7, 15 for the labels 0 to 4; others are refused
};

/// What a rank (counted from 1) is worth.
enum class Discount {
  log2,   ///< 1 / log2(1 + rank)
  letor,  ///< 1, 1, then 1 / log2(rank)
};

/// The value of a measure for a query that has nothing relevant.
enum class Blank {
  zero,  ///< 0, and the query counts
  one,   ///< 1, and the query counts
  skip,  ///< the query is left out of the mean
};

/// The value of a measure at a cutoff that is larger than the list.
enum class ShortList {
  pad,     ///< the list goes on with irrelevant documents
  zero,    ///< 0
  length,  ///< that at the length of the list
};

/// A named set of conventions: "NDCG@10" is at least six different functions, and a profile says
/// which one is meant.
struct Profile {
  std::string_view name;
  std::string_view summary;
  Gain gain = Gain::exponential;
  Discount discount = Discount::log2;
  Blank blank = Blank::zero;
  ShortList ndcg_short = ShortList::pad;
  ShortList precision_short = ShortList::pad;
  double relevant_from = 1.0;  ///< least label that counts as relevant in P, recall, AP and RR
  double err_top_grade = 0.0;  ///< the highest grade of ERR; 0 takes the data set's highest label
  TieRule ties = TieRule::input;
  bool cuts_relevant = false;  ///< map@k divides by min(R, k) instead of R
  bool float_scores = false;   ///< scores are compared as 32-bit floats

  /// The measures that the program computes, "p@ map": with a cutoff, without one. Empty: all.
  std::string_view measures;

  /// Whether the profile has the measure, with a cutoff or without one.
  bool has(std::string_view measure, bool is_cut) const noexcept;
};

/// All profiles, `standard` first, in the order the manual lists them.
std::span<const Profile> profiles();

/// The names of the profiles that have the measure.
std::vector<std::string_view> profiles_with(std::string_view measure, bool is_cut);

/// Throws UsageError naming the known profiles.
const Profile& find_profile(std::string_view name);

std::string_view name_of(TieRule rule);

/// Throws UsageError naming the choices.
TieRule parse_tie_rule(std::string_view text);

}  // namespace podium
