#include <array>

#include "podium/research/papers/paper.hpp"

namespace podium::research {

namespace {

constexpr std::array<std::string_view, 2> ndcg_measures = {"ndcg@5", "ndcg@10"};
constexpr std::array<MeasureSet, 1> orders = {{{"lan2013-orders", ndcg_measures}}};
constexpr std::array<std::string_view, 1> grades = {"lan2013-grades"};
constexpr std::array<std::string_view, 2> list_sets = {"MQ2007-list", "MQ2008-list"};
constexpr std::array<std::string_view, 1> mq2007_list = {"MQ2007-list"};
constexpr ClaimScope both_lists = {list_sets, orders, grades};

constexpr std::array<SystemPair, 4> ten_over_one = {{{{"Ranking SVM", "10"}, {"Ranking SVM", "1"}},
                                                     {{"RankBoost", "10"}, {"RankBoost", "1"}},
                                                     {{"RankNet", "10"}, {"RankNet", "1"}},
                                                     {{"ListMLE", "10"}, {"ListMLE", "1"}}}};
constexpr std::array<SystemPair, 4> ten_and_full = {
    {{{"Ranking SVM", "10"}, {"Ranking SVM", "full"}},
     {{"RankBoost", "10"}, {"RankBoost", "full"}},
     {{"RankNet", "10"}, {"RankNet", "full"}},
     {{"ListMLE", "10"}, {"ListMLE", "full"}}}};
constexpr std::array<SystemPair, 3> one_over_full = {
    {{{"Ranking SVM", "1"}, {"Ranking SVM", "full"}},
     {{"RankNet", "1"}, {"RankNet", "full"}},
     {{"ListMLE", "1"}, {"ListMLE", "full"}}}};
constexpr std::array<CurveOf, 4> tails = {
    {{"Ranking SVM", "10"}, {"RankBoost", "20"}, {"RankNet", "10"}, {"ListMLE", "10"}}};

constexpr std::array<std::string_view, 7> theorems = {
    "theorem1",         "theorem1-ties-literal", "theorem1-ties", "eq17-hinge",
    "eq17-exponential", "eq17-logistic",         "eq18"};
/// Bounds on 1 - NDCG@k, and that those of the top k are the smaller ones.
constexpr std::array<std::string_view, 8> conclusions = {
    "ndcg-hinge",  "ndcg-exponential",  "ndcg-logistic",  "ndcg-listmle",
    "top-k-hinge", "top-k-exponential", "top-k-logistic", "top-k-listmle"};

constexpr std::array<ClaimRule, 1> rises = {PointsRule{both_lists, ten_over_one, 16, true}};
constexpr std::array<ClaimRule, 1> stays = {FlatRule{both_lists, tails, {}}};
constexpr std::array<ClaimRule, 1> suffices = {AlikeRule{both_lists, ten_and_full, true}};
constexpr std::array<ClaimRule, 1> tail_hurts = {
    PointsRule{{mq2007_list, orders, grades}, one_over_full, 6}};
constexpr std::array<ClaimRule, 1> as_printed = {TheoryRule{.checks = theorems}};
constexpr std::array<ClaimRule, 1> tighter = {
    TheoryRule{.checks = conclusions, .is_proved = true, .leaves_constants_open = true}};

constexpr std::array<PaperClaim, 6> claims = {{
    {"Lan13, Figures 1 and 2", "Test performance increases quickly with k", rises},
    {"Lan13, section 4.2",
     "Test performance is stable when k exceeds 10 (Ranking SVM, RankNet, ListMLE) or 20 "
     "(RankBoost)",
     stays},
    {"Lan13, abstract",
     "Top-k truths are sufficient: training on them is as good as on full orders", suffices},
    {"Lan13, Figure 1",
     "On MQ2007-list Ranking SVM, RankNet and ListMLE are worse when trained on full "
     "orders than when trained on top-1 truths",
     tail_hurts},
    {"Lan13, Theorems 1 and 2",
     "Weighted Kendall's tau bounds 1 - NDCG@k from above, and the top-k losses bound weighted "
     "Kendall's tau, with the constants of eq. 14, 17 and 18",
     as_printed},
    {"Lan13, abstract",
     "The top-k losses are tighter upper bounds on 1 - NDCG@k than the losses of full orders, up "
     "to constants",
     tighter},
}};

}  // namespace

std::span<const PaperClaim> lan2013_claims() {
  return claims;
}

}  // namespace podium::research
