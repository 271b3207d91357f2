#include <array>

#include "podium/research/papers/paper.hpp"

namespace podium::research {

namespace {

using Names = std::span<const std::string_view>;

/// The six points of a data set: three by precision, three by NDCG, one study for each measure.
constexpr std::array<std::string_view, 3> precision = {"p@1", "p@3", "p@10"};
constexpr std::array<std::string_view, 3> ndcg = {"ndcg@1", "ndcg@3", "ndcg@10"};
constexpr std::array<MeasureSet, 2> six = {
    {{"cheng2015-precision", precision}, {"cheng2015-ndcg", ndcg}}};
constexpr std::array<MeasureSet, 1> by_ndcg = {{{"cheng2015-ndcg", ndcg}}};

constexpr std::array<std::string_view, 1> ohsumed = {"OHSUMED"};
constexpr std::array<std::string_view, 1> td2003 = {"TD2003"};
constexpr std::array<std::string_view, 1> td2004 = {"TD2004"};
constexpr std::array<std::string_view, 3> all_three = {"OHSUMED", "TD2003", "TD2004"};

constexpr std::array<std::string_view, 6> rivals = {"TopRank", "Regression", "Ranking SVM",
                                                    "ListNet", "TopMargin",  "Top-10 ListMLE"};
constexpr std::array<std::string_view, 1> top_rank = {"TopRank"};

constexpr std::array<SystemPair, 1> slack_margin = {{{{"TopSlack"}, {"TopMargin"}}}};
constexpr std::array<SystemPair, 1> rank_slack = {{{{"TopRank"}, {"TopSlack"}}}};
constexpr std::array<SystemPair, 1> rank_listmle = {{{{"TopRank"}, {"Top-10 ListMLE"}}}};
constexpr std::array<SystemPair, 6> listwise_pairs = {{{{"ListNet"}, {"Regression"}},
                                                       {{"ListNet"}, {"Ranking SVM"}},
                                                       {{"Top-10 ListMLE"}, {"Regression"}},
                                                       {{"Top-10 ListMLE"}, {"Ranking SVM"}},
                                                       {{"TopRank"}, {"Regression"}},
                                                       {{"TopRank"}, {"Ranking SVM"}}}};
constexpr std::array<SystemPair, 8> top_k_pairs = {{{{"Top-10 ListMLE"}, {"Regression"}},
                                                    {{"Top-10 ListMLE"}, {"Ranking SVM"}},
                                                    {{"Top-10 ListMLE"}, {"ListNet"}},
                                                    {{"Top-10 ListMLE"}, {"TopMargin"}},
                                                    {{"TopRank"}, {"Regression"}},
                                                    {{"TopRank"}, {"Ranking SVM"}},
                                                    {{"TopRank"}, {"ListNet"}},
                                                    {{"TopRank"}, {"TopMargin"}}}};
constexpr std::array<double, 3> td2004_gains = {17.2, 5.6, 43.6};

constexpr ClaimScope scope(Names data) {
  return {data, six, {}};
}

constexpr std::array<ClaimRule, 1> slack_on_ohsumed = {PointsRule{scope(ohsumed), slack_margin, 5}};
constexpr std::array<ClaimRule, 1> slack_on_td2004 = {PointsRule{scope(td2004), slack_margin, 4}};
constexpr std::array<ClaimRule, 1> slack_on_td2003 = {PointsRule{scope(td2003), slack_margin, 3}};
constexpr std::array<ClaimRule, 1> slack_in_general = {
    PointsRule{scope(all_three), slack_margin, 10}};
constexpr std::array<ClaimRule, 1> aggregation_helps = {
    PointsRule{scope(all_three), rank_slack, 18}};
constexpr std::array<ClaimRule, 1> gains_on_td2004 = {
    GainsRule{{td2004, by_ndcg, {}}, rank_slack, td2004_gains}};
constexpr std::array<ClaimRule, 1> listwise_on_ohsumed = {
    PointsRule{scope(ohsumed), listwise_pairs, 36, true}};
constexpr std::array<ClaimRule, 1> top_k_rankers = {
    PointsRule{scope(all_three), top_k_pairs, 144, true}};
constexpr std::array<ClaimRule, 1> over_listmle = {PointsRule{scope(ohsumed), rank_listmle, 5}};
constexpr std::array<ClaimRule, 2> most_stable = {
    BestRule{scope(all_three), rivals, top_rank, 11},
    BestRule{scope(all_three), rivals, top_rank, 18, 2}};

constexpr std::array<PaperClaim, 10> claims = {{
    {"Cheng15, Figure 2",
     "On OHSUMED TopSlack is above TopMargin at five of six points, all but P@10",
     slack_on_ohsumed},
    {"Cheng15, Figure 2", "On TD2004 TopSlack is above TopMargin at four of six points",
     slack_on_td2004},
    {"Cheng15, Figure 2", "On TD2003 TopSlack is above TopMargin at three of six points",
     slack_on_td2003},
    {"Cheng15, section 4.2.1", "In general slack scaling is more accurate than margin scaling",
     slack_in_general},
    {"Cheng15, Figure 3", "TopRank is above TopSlack on all data sets and all measures",
     aggregation_helps},
    {"Cheng15, section 4.2.2",
     "On TD2004 TopRank is above TopSlack by 17.2 %, 5.6 % and 43.6 % at N@1, N@3 and N@10",
     gains_on_td2004},
    {"Cheng15, section 4.2.3",
     "On OHSUMED ListNet, Top-10 ListMLE and TopRank are significantly better than Regression and "
     "Ranking SVM at all points",
     listwise_on_ohsumed},
    {"Cheng15, section 4.2.3",
     "The top-k rankers, Top-10 ListMLE and TopRank, are significantly better than the others on "
     "all measures",
     top_k_rankers},
    {"Cheng15, Figure 4",
     "On OHSUMED TopRank is above Top-10 ListMLE at five of six points, all but P@1", over_listmle},
    {"Cheng15, section 4.2.3", "TopRank is best at 11 of 18 points and second best at the others",
     most_stable},
}};

}  // namespace

std::span<const PaperClaim> cheng2015_claims() {
  return claims;
}

}  // namespace podium::research
