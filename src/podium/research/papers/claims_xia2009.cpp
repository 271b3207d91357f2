#include <array>

#include "podium/research/papers/paper.hpp"

namespace podium::research {

namespace {

constexpr std::array<std::string_view, 6> six_measures = {"ndcg@1", "ndcg@3", "ndcg@10",
                                                          "p@1",    "p@3",    "p@10"};
constexpr std::array<std::string_view, 2> first_place = {"ndcg@1", "p@1"};
constexpr std::array<MeasureSet, 1> variants = {{{"xia2009-table1", six_measures}}};
constexpr std::array<MeasureSet, 1> against_others = {{{"xia2009-table4", six_measures}}};
constexpr std::array<MeasureSet, 1> others_at_first_place = {{{"xia2009-table4", first_place}}};

constexpr std::array<std::string_view, 1> only_ohsumed = {"OHSUMED"};
constexpr std::array<std::string_view, 2> topic_distillation = {"TD2003", "TD2004"};
constexpr std::array<std::string_view, 3> three_sets = {"OHSUMED", "TD2003", "TD2004"};

constexpr std::array<SystemPair, 3> modified = {{{{"Top-1 ListMLE"}, {"ListMLE"}},
                                                 {{"Top-3 ListMLE"}, {"ListMLE"}},
                                                 {{"Top-10 ListMLE"}, {"ListMLE"}}}};
constexpr std::array<SystemPair, 4> over_others = {{{{"Top-10 ListMLE"}, {"RankBoost"}},
                                                    {{"Top-10 ListMLE"}, {"Ranking SVM"}},
                                                    {{"Top-10 ListMLE"}, {"ListNet"}},
                                                    {{"Top-10 ListMLE"}, {"RankCosine"}}}};
constexpr std::array<std::string_view, 5> five_methods = {"RankBoost", "Ranking SVM", "ListNet",
                                                          "RankCosine", "Top-10 ListMLE"};
constexpr std::array<std::string_view, 1> top_10 = {"Top-10 ListMLE"};

constexpr std::array<std::string_view, 6> modified_losses = {
    "sensitive-listmle", "sensitive-rankcosine",
    "sensitive-listnet", "sensitive-permutations",
    "theorem7",          "theorem6"};
constexpr std::array<std::string_view, 5> original_losses = {
    "full-listmle", "full-rankcosine", "listnet-top2", "theorem7-full", "theorem6-full"};
constexpr std::array<std::string_view, 2> over_k = {"prop8", "prop9"};
constexpr std::array<std::string_view, 1> three_objects = {"prop10"};

/// The paper itself finds no difference on OHSUMED, so TD2003 and TD2004 decide.
constexpr std::array<ClaimRule, 1> better_on_td = {
    PointsRule{{topic_distillation, variants, {}}, modified, 36, true}};
constexpr std::array<ClaimRule, 1> alike_on_ohsumed = {
    AlikeRule{{only_ohsumed, variants, {}}, modified}};
constexpr std::array<ClaimRule, 1> first_place_everywhere = {
    PointsRule{{three_sets, others_at_first_place, {}}, over_others, 24, true}};
constexpr std::array<ClaimRule, 1> fair_on_ohsumed = {
    AlikeRule{{only_ohsumed, against_others, {}}, over_others, true}};
constexpr std::array<ClaimRule, 1> best_on_td = {
    BestRule{{topic_distillation, against_others, {}}, five_methods, top_10, 11}};
constexpr std::array<ClaimRule, 2> consistency = {
    TheoryRule{.part = "modified losses", .checks = modified_losses, .is_proved = true},
    TheoryRule{.part = "original losses", .checks = original_losses, .claims_failure = true}};
constexpr std::array<ClaimRule, 1> smaller_k = {TheoryRule{.checks = over_k, .is_proved = true}};
constexpr std::array<ClaimRule, 1> top_3_losses = {TheoryRule{.checks = three_objects}};

constexpr std::array<PaperClaim, 9> claims = {{
    {"Xia09, abstract",
     "With a loss for the top k places ListMLE performs significantly better than the original",
     better_on_td},
    {"Xia09, Tables 2 and 3",
     "On TD2003 and TD2004 Top-1, Top-3 and Top-10 ListMLE are significantly better than ListMLE "
     "on all measures",
     better_on_td},
    {"Xia09, Table 1", "On OHSUMED ListMLE and Top-1, Top-3 and Top-10 ListMLE perform comparably",
     alike_on_ohsumed},
    {"Xia09, Tables 4 to 6",
     "Top-10 ListMLE significantly outperforms all other methods in N@1 and P@1 on all data sets",
     first_place_everywhere},
    {"Xia09, Table 4",
     "On OHSUMED Top-10 ListMLE performs fairly well compared with the other methods",
     fair_on_ohsumed},
    {"Xia09, Tables 5 and 6",
     "On TD2003 and TD2004 Top-10 ListMLE is the best on almost all measures", best_on_td},
    {"Xia09, Theorems",
     "The modified losses are consistent with the top-k true loss; the original ones are not",
     consistency},
    {"Xia09, Propositions 8 and 9",
     "As k decreases, less is required of the probability space and more of the loss", smaller_k},
    {"Xia09, Proposition 10",
     "Where 123 is the likeliest order and 213 and 321 are equally likely, a loss that is order "
     "sensitive for the top 3 does not find the best object",
     top_3_losses},
}};

}  // namespace

std::span<const PaperClaim> xia2009_claims() {
  return claims;
}

}  // namespace podium::research
