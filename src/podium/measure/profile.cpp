#include "podium/measure/profile.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "podium/base/error.hpp"
#include "podium/base/named.hpp"
#include "podium/base/text.hpp"

namespace podium {

namespace {

constexpr std::array profile_table = {
    Profile{.name = "standard",
            .summary = "gain 2^label - 1, discount 1/log2(1+rank), short lists padded, a query "
                       "without a relevant document counts 0"},
    Profile{.name = "letor3",
            .summary = "Eval-Score-3.0.pl: gains 0/1/3, ranks 1 and 2 undiscounted, "
                       "P@k and NDCG@k are 0 when the list is shorter than k",
            .gain = Gain::letor,
            .discount = Discount::letor,
            .ndcg_short = ShortList::zero,
            .precision_short = ShortList::zero},
    Profile{.name = "letor4",
            .summary = "Eval-Score-4.0.pl: as letor3, but P@k pads short lists",
            .gain = Gain::letor,
            .discount = Discount::letor,
            .ndcg_short = ShortList::zero},
    Profile{.name = "mslr",
            .summary = "eval-score-mslr.pl: gains 0/1/3/7/15, else as letor4; relevant from "
                       "label 2",
            .gain = Gain::mslr,
            .discount = Discount::letor,
            .ndcg_short = ShortList::zero,
            .relevant_from = 2.0},
    Profile{.name = "trec",
            .summary = "trec_eval: gain = label, equal scores ordered by descending document id",
            .gain = Gain::linear,
            .ties = TieRule::docid},
    Profile{
        .name = "sklearn",
        .summary = "scikit-learn ndcg_score: gain = label, average over all orders of equal scores",
        .gain = Gain::linear,
        .ties = TieRule::expected},
    Profile{.name = "lightgbm",
            .summary = "LightGBM: gain 2^label - 1, a query without a relevant document counts 1",
            .blank = Blank::one},
    Profile{.name = "xgboost",
            .summary = "XGBoost: gain 2^label - 1, a query without a relevant document counts 1",
            .blank = Blank::one},
    Profile{.name = "ranklib",
            .summary = "RankLib: as standard, ERR with the highest grade 4",
            .err_top_grade = 4.0},
};

constexpr std::array<std::string_view, 5> tie_names = {"input", "docid", "worst", "best",
                                                       "expected"};

}  // namespace

std::span<const Profile> profiles() {
  return profile_table;
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
