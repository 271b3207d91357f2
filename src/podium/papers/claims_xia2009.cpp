#include <array>

#include <fmt/format.h>

#include "podium/papers/paper.hpp"

namespace podium {

namespace {

constexpr std::string_view variants = "xia2009-table1";
constexpr std::string_view rivals = "xia2009-table4";
constexpr std::array<std::string_view, 6> all_measures = {"ndcg@1", "ndcg@3", "ndcg@10",
                                                          "p@1",    "p@3",    "p@10"};
constexpr std::array<std::string_view, 2> first_place = {"ndcg@1", "p@1"};
constexpr std::array<std::string_view, 1> ohsumed = {"OHSUMED"};
constexpr std::array<RowPair, 3> modified = {
    {{"Top-1 ListMLE", "ListMLE"}, {"Top-3 ListMLE", "ListMLE"}, {"Top-10 ListMLE", "ListMLE"}}};
constexpr std::array<RowPair, 3> without_ties = {
    {{"k = 1, ties together", "ListMLE, ties together"},
     {"k = 3, ties together", "ListMLE, ties together"},
     {"k = 10, ties together", "ListMLE, ties together"}}};
constexpr std::array<RowPair, 4> against_rivals = {{{"Top-10 ListMLE", "RankBoost"},
                                                    {"Top-10 ListMLE", "Ranking SVM"},
                                                    {"Top-10 ListMLE", "ListNet"},
                                                    {"Top-10 ListMLE", "RankCosine"}}};

constexpr std::array<std::string_view, 2> topic_distillation = {"TD2003", "TD2004"};

ClaimFinding boosted_on_td(const Findings& findings) {
  const PointTally found = tally(findings, variants, modified, all_measures, topic_distillation);
  if (found.points == 0) return needs_data(findings, std::array{variants});
  return verdict(found.significantly_ahead == found.points, found.text());
}

/// The paper bases this claim on TD2003 and TD2004, so OHSUMED alone cannot decide it.
ClaimFinding better_than_original(const Findings& findings) {
  const PointTally shuffled = tally(findings, variants, modified, all_measures);
  const PointTally together = tally(findings, variants, without_ties, all_measures);
  const std::string tied = "with tied documents taken together: " + together.text();
  if (tally(findings, variants, modified, all_measures, topic_distillation).points > 0) {
    return verdict(2 * shuffled.significantly_ahead > shuffled.points, shuffled.text(), tied);
  }
  ClaimFinding finding = needs_data(findings, std::array{variants});
  if (shuffled.points > 0) {
    finding.details += fmt::format(
        "; on OHSUMED, where the paper itself finds no difference: {}; {}", shuffled.text(), tied);
  }
  return finding;
}

ClaimFinding alike_on_ohsumed(const Findings& findings) {
  const PointTally found = tally(findings, variants, modified, all_measures, ohsumed);
  if (found.points == 0) return needs_data(findings, std::array{variants});
  return verdict(found.significantly_ahead + found.significantly_behind == 0, found.text(),
                 "Top-1, Top-3 and Top-10 ListMLE are compared with ListMLE");
}

ClaimFinding first_place_everywhere(const Findings& findings) {
  const PointTally found = tally(findings, rivals, against_rivals, first_place);
  if (found.points == 0) return needs_data(findings, std::array{rivals});
  return verdict(found.significantly_ahead == found.points, found.text(),
                 "compared with RankBoost, Ranking SVM, ListNet and RankCosine");
}

ClaimFinding fair_on_ohsumed(const Findings& findings) {
  const PointTally found = tally(findings, rivals, against_rivals, all_measures, ohsumed);
  if (found.points == 0) return needs_data(findings, std::array{rivals});
  return verdict(found.significantly_behind == 0, found.text());
}

ClaimFinding best_on_td(const Findings& findings) {
  const PointTally found =
      tally(findings, rivals, against_rivals, all_measures, topic_distillation);
  if (found.points == 0) return needs_data(findings, std::array{rivals});
  return verdict(10 * found.ahead >= 9 * found.points, found.text());
}

ClaimFinding theorem(const Findings&) {
  return untested("a theorem, not an experiment; podium verify theory checks it numerically");
}

constexpr std::array<PaperClaim, 7> claims = {{
    {"Xia09, abstract",
     "With a loss for the top k places ListMLE performs significantly better than the original",
     better_than_original},
    {"Xia09, Tables 2 and 3",
     "On TD2003 and TD2004 Top-1, Top-3 and Top-10 ListMLE are significantly better than ListMLE "
     "on all measures",
     boosted_on_td},
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
     theorem},
}};

}  // namespace

std::span<const PaperClaim> xia2009_claims() {
  return claims;
}

}  // namespace podium
