#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "podium/papers/paper.hpp"

namespace podium {

namespace {

/// The six points of a data set: three by precision, three by NDCG, one study for each measure.
struct PointSet {
  std::string_view study;
  std::array<std::string_view, 3> measures;
};
constexpr std::array<PointSet, 2> point_sets = {
    {{"cheng2015-precision", {"p@1", "p@3", "p@10"}},
     {"cheng2015-ndcg", {"ndcg@1", "ndcg@3", "ndcg@10"}}}};
constexpr std::array<std::string_view, 2> both_studies = {"cheng2015-precision", "cheng2015-ndcg"};
constexpr std::array<std::string_view, 6> rivals = {"TopRank", "Regression", "Ranking SVM",
                                                    "ListNet", "TopMargin",  "Top-10 ListMLE"};

PointTally tally_points(const Findings& findings, std::span<const RowPair> pairs,
                        std::span<const std::string_view> only) {
  PointTally found;
  for (const PointSet& set : point_sets) {
    found = together(found, tally(findings, set.study, pairs, set.measures, only));
  }
  return found;
}

std::string not_ahead(const PointTally& found) {
  return found.behind.empty() ? "" : fmt::format("not ahead: {}", listed(found.behind));
}

/// Compares two rows on one data set; the claim holds when the first is ahead at `minimum` points.
ClaimFinding wins_on(const Findings& findings, RowPair pair, std::string_view data,
                     std::size_t minimum) {
  const PointTally found = tally_points(findings, std::array{pair}, std::array{data});
  if (found.points < 6) return needs_data(findings, both_studies);
  return verdict(found.ahead >= minimum, found.text(), not_ahead(found));
}

ClaimFinding slack_on_ohsumed(const Findings& findings) {
  return wins_on(findings, {"TopSlack", "TopMargin"}, "OHSUMED", 5);
}
ClaimFinding slack_on_td2004(const Findings& findings) {
  return wins_on(findings, {"TopSlack", "TopMargin"}, "TD2004", 4);
}
ClaimFinding slack_on_td2003(const Findings& findings) {
  return wins_on(findings, {"TopSlack", "TopMargin"}, "TD2003", 3);
}
ClaimFinding slack_in_general(const Findings& findings) {
  constexpr std::array<RowPair, 1> pair = {{{"TopSlack", "TopMargin"}}};
  const PointTally found = tally_points(findings, pair, {});
  if (found.points == 0) return needs_data(findings, both_studies);
  return verdict(2 * found.ahead > found.points, found.text());
}

ClaimFinding aggregation_helps(const Findings& findings) {
  constexpr std::array<RowPair, 1> pair = {{{"TopRank", "TopSlack"}}};
  const PointTally found = tally_points(findings, pair, {});
  if (found.points == 0) return needs_data(findings, both_studies);
  return verdict(found.ahead == found.points, found.text(), not_ahead(found));
}

ClaimFinding gains_on_td2004(const Findings& findings) {
  const StudySystem* top_rank = findings.system("cheng2015-ndcg", "TD2004", "TopRank");
  const StudySystem* slack = findings.system("cheng2015-ndcg", "TD2004", "TopSlack");
  if (top_rank == nullptr || slack == nullptr) return needs_data(findings, both_studies);
  std::vector<std::string> gains;
  bool all_gain = true;
  for (const std::string_view measure : point_sets[1].measures) {
    const double gain = 100.0 * (top_rank->mean_of(measure) / slack->mean_of(measure) - 1.0);
    all_gain = all_gain && gain > 0.0;
    gains.push_back(fmt::format("{} {:+.1f} %", measure, gain));
  }
  return verdict(all_gain, listed(gains));
}

ClaimFinding listwise_on_ohsumed(const Findings& findings) {
  constexpr std::array<RowPair, 6> pairs = {{{"ListNet", "Regression"},
                                             {"ListNet", "Ranking SVM"},
                                             {"Top-10 ListMLE", "Regression"},
                                             {"Top-10 ListMLE", "Ranking SVM"},
                                             {"TopRank", "Regression"},
                                             {"TopRank", "Ranking SVM"}}};
  const PointTally found =
      tally_points(findings, pairs, std::array<std::string_view, 1>{"OHSUMED"});
  if (found.points < 36) return needs_data(findings, both_studies);
  return verdict(found.significantly_ahead == found.points, found.text());
}

ClaimFinding top_k_rankers(const Findings& findings) {
  constexpr std::array<RowPair, 8> pairs = {{{"Top-10 ListMLE", "Regression"},
                                             {"Top-10 ListMLE", "Ranking SVM"},
                                             {"Top-10 ListMLE", "ListNet"},
                                             {"Top-10 ListMLE", "TopMargin"},
                                             {"TopRank", "Regression"},
                                             {"TopRank", "Ranking SVM"},
                                             {"TopRank", "ListNet"},
                                             {"TopRank", "TopMargin"}}};
  const PointTally found = tally_points(findings, pairs, {});
  if (found.points == 0) return needs_data(findings, both_studies);
  return verdict(found.significantly_ahead == found.points, found.text());
}

ClaimFinding over_listmle(const Findings& findings) {
  return wins_on(findings, {"TopRank", "Top-10 ListMLE"}, "OHSUMED", 5);
}

/// The number of rivals above TopRank; nothing when a row is missing.
std::optional<std::size_t> places_below_best(const Findings& findings, std::string_view study,
                                             const std::string& data, std::string_view measure) {
  const StudySystem* top_rank = findings.system(study, data, "TopRank");
  std::size_t above = 0;
  for (const std::string_view row : rivals) {
    const StudySystem* rival = findings.system(study, data, row);
    if (top_rank == nullptr || rival == nullptr) return std::nullopt;
    if (rival->mean_of(measure) > top_rank->mean_of(measure)) ++above;
  }
  return above;
}

ClaimFinding most_stable(const Findings& findings) {
  std::size_t points = 0;
  std::size_t best = 0;
  std::size_t second = 0;
  for (const PointSet& set : point_sets) {
    for (const std::string& data : findings.data_of(set.study)) {
      for (const std::string_view measure : set.measures) {
        const auto place = places_below_best(findings, set.study, data, measure);
        if (!place) continue;
        ++points;
        if (*place == 0) ++best;
        if (*place == 1) ++second;
      }
    }
  }
  if (points == 0) return needs_data(findings, both_studies);
  return verdict(
      18 * best >= 11 * points && best + second == points,
      fmt::format("best of six at {} of {} points, second best at {}", best, points, second));
}

constexpr std::array<PaperClaim, 10> claims = {{
    {"Cheng15, Figure 2",
     "On OHSUMED TopSlack is above TopMargin at five of six points, all but P@10",
     slack_on_ohsumed},
    {"Cheng15, Figure 2", "On TD2004 TopSlack is above TopMargin at four of six points",
     slack_on_td2004},
    {"Cheng15, Figure 2", "On TD2003 TopSlack is above TopMargin at three of six points",
     slack_on_td2003},
    {"Cheng15, abstract", "In general slack scaling is more accurate than margin scaling",
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

}  // namespace podium
