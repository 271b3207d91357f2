#include <array>

#include "podium/research/papers/labelling/labelling_claims.hpp"
#include "podium/research/papers/paper.hpp"

namespace podium::research {

namespace {

constexpr std::array<std::string_view, 2> graded_measures = {"ndcg@10", "err"};
constexpr std::array<std::string_view, 2> top_measures = {"kappa-ndcg@10", "kappa-err"};
constexpr std::array<std::string_view, 3> swept_measures = {"kappa-ndcg@5", "kappa-ndcg@10",
                                                            "kappa-err"};
constexpr std::array<MeasureSet, 1> graded = {{{"niu2012-graded", graded_measures}}};
constexpr std::array<MeasureSet, 1> top_10 = {{{"niu2012-top10", top_measures}}};
constexpr std::array<std::string_view, 3> swept_grade_measures = {"ndcg@5", "ndcg@10", "err"};
constexpr std::array<MeasureSet, 1> swept = {{{"niu2012-lambda", swept_measures}}};
constexpr std::array<MeasureSet, 1> swept_on_grades = {
    {{"niu2012-lambda-graded", swept_grade_measures}}};
/// MQ2008 and OHSUMED are in the studies, too, but not in the paper.
constexpr std::array<std::string_view, 2> both_sets = {"MQ2007", "TD2003"};
constexpr std::array<std::string_view, 1> mq2007 = {"MQ2007"};

constexpr std::array<std::string_view, 3> focused = {"FocusedSVM", "FocusedBoost", "FocusedNet"};
constexpr std::array<std::string_view, 10> all_rows = {
    "SVM-MAP",      "RankSVM", "FocusedSVM", "AdaRank",    "RankBoost",
    "FocusedBoost", "ListNet", "RankNet",    "FocusedNet", "top-k ListMLE"};

/// Each Focused learner with its two parents: the listwise and the pairwise learner it combines.
constexpr std::array<SystemPair, 6> with_parents = {{{{"FocusedSVM"}, {"SVM-MAP"}},
                                                     {{"FocusedSVM"}, {"RankSVM"}},
                                                     {{"FocusedBoost"}, {"AdaRank"}},
                                                     {{"FocusedBoost"}, {"RankBoost"}},
                                                     {{"FocusedNet"}, {"ListNet"}},
                                                     {{"FocusedNet"}, {"RankNet"}}}};
constexpr std::array<SystemPair, 2> boost_parents = {
    {{{"FocusedBoost"}, {"AdaRank"}}, {{"FocusedBoost"}, {"RankBoost"}}}};
constexpr std::array<double, 4> boost_gains = {7.08, 9.76, 0.87, 0.91};
constexpr std::array<SystemPair, 1> net_listmle = {{{{"FocusedNet"}, {"top-k ListMLE"}}}};
constexpr std::array<SystemPair, 3> with_listmle = {{{{"FocusedSVM"}, {"top-k ListMLE"}},
                                                     {{"FocusedBoost"}, {"top-k ListMLE"}},
                                                     {{"FocusedNet"}, {"top-k ListMLE"}}}};
constexpr std::array<CurveOf, 3> lambda_curves = {
    {{"FocusedSVM"}, {"FocusedBoost"}, {"FocusedNet"}}};
/// The ranges that the paper gives for MQ2007 and TD2003.
constexpr std::array<double, 2> published_ranges = {0.027, 0.062};

constexpr std::array<ClaimRule, 1> quick_judgement = {PeopleRule{judgement_is_quick}};
constexpr std::array<ClaimRule, 1> same_time = {PeopleRule{query_takes_as_long}};
constexpr std::array<ClaimRule, 1> more_agreement = {PeopleRule{assessors_agree_more}};
constexpr std::array<ClaimRule, 1> comparable_on_grades = {
    AlikeRule{{both_sets, graded, {}}, with_parents}};
constexpr std::array<ClaimRule, 1> better_on_top_k = {
    PointsRule{{both_sets, top_10, {}}, with_parents, 24, true}};
constexpr std::array<ClaimRule, 1> best_is_focused = {
    BestRule{{both_sets, top_10, {}}, all_rows, focused, 3}};
constexpr std::array<ClaimRule, 1> focused_boost_gains = {
    GainsRule{{mq2007, top_10, {}}, boost_parents, boost_gains}};
constexpr std::array<ClaimRule, 2> comparable_with_listmle = {
    AlikeRule{{both_sets, graded, {}}, with_listmle},
    AlikeRule{{both_sets, top_10, {}}, with_listmle}};
constexpr std::array<ClaimRule, 1> focused_net_over_listmle = {
    PointsRule{{mq2007, top_10, {}}, net_listmle, 2}};
constexpr std::array<ClaimRule, 2> rises_and_falls = {
    HillRule{{both_sets, swept, {}}, lambda_curves},
    HillRule{{both_sets, swept_on_grades, {}}, lambda_curves}};
constexpr std::array<ClaimRule, 2> varies_little = {
    FlatRule{{both_sets, swept, {}}, lambda_curves, published_ranges},
    FlatRule{{both_sets, swept_on_grades, {}}, lambda_curves, published_ranges}};

constexpr std::array<PaperClaim, 11> claims = {{
    {"Niu12, Table 1",
     "A top-k preference judgement takes much less time than a graded one: 5.51 s against 13.87 s",
     quick_judgement},
    {"Niu12, Table 1",
     "Both methods take about the same time per query: 13.13 minutes for 142.76 preferences, 11.78 "
     "minutes for 50 grades",
     same_time},
    {"Niu12, Tables 2 and 3",
     "Assessors agree on 74.5 % of pairs with top-k labelling and on 54.7 % with grades",
     more_agreement},
    {"Niu12, Tables 4 and 5, upper parts",
     "On graded truths FocusedRank is comparable with pairwise and listwise learners",
     comparable_on_grades},
    {"Niu12, Tables 4 and 5, lower parts",
     "On top-k truths FocusedRank is significantly better than the pairwise and listwise learners "
     "that it combines",
     better_on_top_k},
    {"Niu12, Tables 4 and 5, lower parts",
     "On top-k truths FocusedRank has the best value in almost every column", best_is_focused},
    {"Niu12, Table 4",
     "On MQ2007 FocusedBoost is above AdaRank (by 7.08 % and 9.76 %) and RankBoost (0.87 % and "
     "0.91 %) in kappa-NDCG@10 and kappa-ERR",
     focused_boost_gains},
    {"Niu12, section 4.2",
     "FocusedRank and top-k ListMLE perform comparably on both kinds of truths",
     comparable_with_listmle},
    {"Niu12, Table 4",
     "On top-k truths of MQ2007 FocusedNet is consistently above top-k ListMLE in both measures",
     focused_net_over_listmle},
    {"Niu12, Figures 1 and 2",
     "As lambda grows, performance first rises and then falls, on both kinds of truths",
     rises_and_falls},
    {"Niu12, Figures 1 and 2",
     "Performance varies little with lambda, on both kinds of truths: by at most 2.7 % on MQ2007 "
     "and "
     "6.2 % on TD2003",
     varies_little},
}};

}  // namespace

std::span<const PaperClaim> niu2012_claims() {
  return claims;
}

}  // namespace podium::research
