#include <array>

#include "podium/research/papers/paper.hpp"

namespace podium::research {

namespace {

constexpr std::array<std::string_view, 7> seven_sets = {"OHSUMED", "TD2003", "TD2004", "NP2003",
                                                        "NP2004",  "HP2003", "HP2004"};
constexpr std::array<std::string_view, 2> two_sets = {"TD2004", "NP2003"};
constexpr std::array<std::string_view, 9> nine = {"ndcg@1", "ndcg@3", "ndcg@5", "ndcg@10", "p@1",
                                                  "p@3",    "p@5",    "p@10",   "map"};
constexpr std::array<std::string_view, 2> at_first_place = {"ndcg@1", "p@1"};
constexpr std::array<std::string_view, 1> by_map = {"map"};
constexpr std::array<MeasureSet, 1> all_nine = {{{"letor3-letor3", nine}}};
constexpr std::array<MeasureSet, 1> top_two = {{{"letor3-letor3", at_first_place}}};
constexpr std::array<MeasureSet, 1> only_map = {{{"letor3-letor3", by_map}}};
/// LETOR 4.0 and 2.0, which are not the paper's data.
constexpr std::array<std::string_view, 2> other_releases = {"letor3-letor4", "letor3-letor2"};
constexpr ClaimScope everything = {seven_sets, all_nine, other_releases};

constexpr std::array<std::string_view, 8> eight_rows = {
    "Regression", "Ranking SVM", "RankBoost",    "FRank",
    "ListNet",    "AdaRank-MAP", "AdaRank-NDCG", "SVMMAP"};
constexpr std::array<std::string_view, 1> list_net = {"ListNet"};
constexpr std::array<std::string_view, 3> other_listwise = {"AdaRank-MAP", "AdaRank-NDCG",
                                                            "SVMMAP"};
constexpr std::array<std::string_view, 1> regression = {"Regression"};
constexpr std::array<std::string_view, 7> all_but_regression = {
    "Ranking SVM", "RankBoost", "FRank", "ListNet", "AdaRank-MAP", "AdaRank-NDCG", "SVMMAP"};
constexpr std::array<std::string_view, 4> listwise = {"ListNet", "AdaRank-MAP", "AdaRank-NDCG",
                                                      "SVMMAP"};
constexpr std::array<std::string_view, 3> pairwise = {"Ranking SVM", "RankBoost", "FRank"};
constexpr std::array<std::string_view, 1> rank_boost = {"RankBoost"};
constexpr std::array<SystemPair, 3> three = {{{{"AdaRank-MAP"}, {"AdaRank-NDCG"}},
                                              {{"AdaRank-MAP"}, {"SVMMAP"}},
                                              {{"AdaRank-NDCG"}, {"SVMMAP"}}}};

constexpr std::array<ClaimRule, 1> listnet_best = {
    WinsRule{everything, list_net, other_listwise, 9}};
constexpr std::array<ClaimRule, 1> regression_worst = {
    WinsRule{everything, regression, all_but_regression, 9, true}};
constexpr std::array<ClaimRule, 1> listwise_better = {WinsRule{everything, listwise, pairwise, 5}};
constexpr std::array<ClaimRule, 1> listwise_at_the_top = {
    WinsRule{{seven_sets, top_two, other_releases}, listwise, pairwise, 2}};
constexpr std::array<ClaimRule, 1> three_alike = {AlikeRule{everything, three}};
constexpr std::array<ClaimRule, 1> best_on_some = {
    BestRule{{two_sets, only_map, other_releases}, eight_rows, rank_boost, 2}};

constexpr std::array<PaperClaim, 6> claims = {{
    {"Qin10, section 4.3", "ListNet seems to be the best of the four listwise algorithms",
     listnet_best},
    {"Qin10, section 4.3", "Linear regression performs worse than pairwise and listwise algorithms",
     regression_worst},
    {"Qin10, Figures 4 and 5", "Listwise algorithms have advantages over pairwise ones",
     listwise_better},
    {"Qin10, Figures 4 and 5",
     "Listwise algorithms have advantages over pairwise ones at the top position, N@1 and P@1",
     listwise_at_the_top},
    {"Qin10, section 4.3", "AdaRank-MAP, AdaRank-NDCG and SVMMAP perform similarly", three_alike},
    {"Qin10, section 4.3", "RankBoost offers the best performance on TD2004 and NP2003",
     best_on_some},
}};

}  // namespace

std::span<const PaperClaim> letor3_claims() {
  return claims;
}

}  // namespace podium::research
