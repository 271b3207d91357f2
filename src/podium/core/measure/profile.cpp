#include "podium/core/measure/profile.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/base/named.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

namespace {

/// The next float: LightGBM stores labels as floats.
constexpr double above_one_half = 0.5 + double{std::numeric_limits<float>::epsilon()} / 2.0;

/// Labels that have a gain, and whose queries are not blank, are relevant.
constexpr double above_zero = std::numeric_limits<double>::denorm_min();

constexpr std::array profile_table = {
    Profile{.name = "standard",
            .summary = "gain 2^label - 1, discount 1/log2(1+rank), short lists padded, a query "
                       "without a relevant document counts 0",
            .relevant_from = above_zero},
    Profile{.name = "letor3",
            .summary = "Eval-Score-3.0.pl: gains 0/1/3, ranks 1 and 2 undiscounted, "
                       "P@k and NDCG@k are 0 when the list is shorter than k",
            .gain = Gain::letor,
            .discount = Discount::letor,
            .ndcg_short = ShortList::zero,
            .precision_short = ShortList::zero,
            .measures = "p@ map ndcg@"},
    Profile{.name = "letor4",
            .summary = "Eval-Score-4.0.pl: as letor3, but P@k pads short lists",
            .gain = Gain::letor,
            .discount = Discount::letor,
            .ndcg_short = ShortList::zero,
            .measures = "p@ map ndcg@ meanndcg"},
    Profile{.name = "mslr",
            .summary = "eval-score-mslr.pl: gains 0/1/3/7/15, else as letor4; relevant from "
                       "label 2",
            .gain = Gain::mslr,
            .discount = Discount::letor,
            .ndcg_short = ShortList::zero,
            .relevant_from = 2.0,
            .measures = "p@ map ndcg@ meanndcg"},
    Profile{.name = "trec",
            .summary = "trec_eval: gain = label, equal scores ordered by descending document id; "
                       "scores are 32-bit floats",
            .gain = Gain::linear,
            .ties = TieRule::docid,
            .float_scores = true,
            .measures = "p@ recall@ map map@ rr rr@ rprec success@ bpref iprec ndcg ndcg@"},
    Profile{
        .name = "sklearn",
        .summary = "scikit-learn ndcg_score: gain = label, average over all orders of equal scores",
        .gain = Gain::linear,
        .ties = TieRule::expected,
        .measures = "dcg dcg@ ndcg ndcg@"},
    Profile{.name = "lightgbm",
            .summary = "LightGBM: gain 2^label - 1, a query without a relevant document counts 1, "
                       "map@k divides by at most k and counts labels above 0.5 as relevant",
            .blank = Blank::one,
            .relevant_from = above_one_half,
            .cuts_relevant = true,
            .measures = "map map@ ndcg ndcg@"},
    Profile{.name = "xgboost",
            .summary = "XGBoost: as lightgbm; P@k of a short list divides by its length; scores "
                       "are 32-bit floats",
            .blank = Blank::one,
            .precision_short = ShortList::length,
            .cuts_relevant = true,
            .float_scores = true,
            .measures = "p@ map map@ ndcg ndcg@"},
    Profile{.name = "ranklib",
            .summary = "RankLib: gain 2^label - 1, P@k of a short list divides by its length, ERR "
                       "with the highest grade 4",
            .precision_short = ShortList::length,
            .relevant_from = above_zero,
            .err_top_grade = 4.0,
            .measures = "p@ map rr@ dcg dcg@ ndcg ndcg@ err err@"},
};

constexpr std::array<std::string_view, 5> tie_names = {"input", "docid", "worst", "best",
                                                       "expected"};

}  // namespace

bool Profile::has(std::string_view measure, bool is_cut) const noexcept {
  if (measures.empty()) return true;
  for (std::string_view rest = measures; !rest.empty();) {
    std::string_view one = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    if (one.ends_with('@') != is_cut) continue;
    if (is_cut) one.remove_suffix(1);
    if (one == measure) return true;
  }
  return false;
}

std::span<const Profile> profiles() {
  return profile_table;
}

std::vector<std::string_view> profiles_with(std::string_view measure, bool is_cut) {
  std::vector<std::string_view> names;
  for (const Profile& profile : profiles()) {
    if (profile.has(measure, is_cut)) names.push_back(profile.name);
  }
  return names;
}

const Profile& find_profile(std::string_view name) {
  return find_named(profiles(), name, "profile");
}

std::string_view name_of(TieRule rule) {
  return tie_names[static_cast<std::size_t>(rule)];
}

TieRule parse_tie_rule(std::string_view text) {
  const auto* const found = std::ranges::find(tie_names, text);
  if (found == tie_names.end()) {
    throw UsageError("tie rule: found " + in_quotes(text) +
                     ", expected one of: " + joined(tie_names));
  }
  return static_cast<TieRule>(found - tie_names.begin());
}

}  // namespace podium
