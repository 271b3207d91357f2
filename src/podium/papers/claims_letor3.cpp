#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "podium/papers/letor_wins.hpp"
#include "podium/papers/paper.hpp"

namespace podium {

namespace {

constexpr std::array<std::string_view, 4> listwise = {"ListNet", "AdaRank-MAP", "AdaRank-NDCG",
                                                      "SVMMAP"};
constexpr std::array<std::string_view, 3> pairwise = {"Ranking SVM", "RankBoost", "FRank"};

/// The mean winning number of some algorithms by a measure.
double mean_wins(const WinningNumbers& wins, std::string_view measure,
                 std::span<const std::string_view> rows) {
  const auto m = std::ranges::find(wins.measure, measure) - wins.measure.begin();
  double sum = 0.0;
  for (const std::string_view row : rows) {
    const auto a = std::ranges::find(wins.algorithm, row) - wins.algorithm.begin();
    sum += static_cast<double>(wins.wins[static_cast<std::size_t>(m)][static_cast<std::size_t>(a)]);
  }
  return sum / static_cast<double>(rows.size());
}

bool has_all_results(const WinningNumbers& wins) {
  return wins.algorithm.size() == letor_algorithms().size() &&
         wins.measure.size() == letor_measures().size();
}

/// Counts the measures that satisfy `condition`, in the paper's tables and in ours; the claim holds
/// when ours has `minimum` of them.
ClaimFinding by_wins(const Findings& findings, std::string_view what, std::size_t minimum,
                     std::span<const std::string_view> of, auto&& condition) {
  const WinningNumbers ours = our_letor_wins(findings);
  if (!has_all_results(ours)) return needs_data(findings, letor_studies());
  const WinningNumbers published = published_letor_wins();
  const auto count = [&](const WinningNumbers& wins) {
    return static_cast<std::size_t>(std::ranges::count_if(
        of, [&](std::string_view measure) { return condition(wins, measure); }));
  };
  return verdict(count(ours) >= minimum,
                 fmt::format("{} on {} of {} measures here, on {} in the paper's tables", what,
                             count(ours), of.size(), count(published)));
}

ClaimFinding listnet_best(const Findings& findings) {
  return by_wins(
      findings, "ListNet has the largest winning number of the eight", letor_measures().size(),
      letor_measures(), [](const WinningNumbers& wins, std::string_view measure) {
        const double own = mean_wins(wins, measure, std::array<std::string_view, 1>{"ListNet"});
        return std::ranges::all_of(letor_algorithms(), [&](std::string_view other) {
          return mean_wins(wins, measure, std::array{other}) <= own;
        });
      });
}

ClaimFinding regression_worst(const Findings& findings) {
  return by_wins(
      findings, "Regression has the smallest winning number of the eight", letor_measures().size(),
      letor_measures(), [](const WinningNumbers& wins, std::string_view measure) {
        const double own = mean_wins(wins, measure, std::array<std::string_view, 1>{"Regression"});
        return std::ranges::all_of(letor_algorithms(), [&](std::string_view other) {
          return mean_wins(wins, measure, std::array{other}) >= own;
        });
      });
}

bool listwise_ahead(const WinningNumbers& wins, std::string_view measure) {
  return mean_wins(wins, measure, listwise) > mean_wins(wins, measure, pairwise);
}

ClaimFinding listwise_better(const Findings& findings) {
  return by_wins(findings,
                 "the mean winning number of listwise learners exceeds that of pairwise ones", 5,
                 letor_measures(), listwise_ahead);
}

ClaimFinding listwise_at_the_top(const Findings& findings) {
  constexpr std::array<std::string_view, 2> first = {"ndcg@1", "p@1"};
  return by_wins(findings,
                 "the mean winning number of listwise learners exceeds that of pairwise ones",
                 first.size(), first, listwise_ahead);
}

ClaimFinding three_alike(const Findings& findings) {
  constexpr std::array<RowPair, 3> pairs = {
      {{"AdaRank-MAP", "AdaRank-NDCG"}, {"AdaRank-MAP", "SVMMAP"}, {"AdaRank-NDCG", "SVMMAP"}}};
  PointTally found;
  for (const std::string_view study : letor_studies()) {
    found = together(found, tally(findings, study, pairs, letor_measures()));
  }
  if (found.points == 0) return needs_data(findings, letor_studies());
  const std::size_t different = found.significantly_ahead + found.significantly_behind;
  return verdict(20 * different <= found.points,
                 fmt::format("a paired t test separates them at {} of {} points (expected by "
                             "chance: one in 20)",
                             different, found.points));
}

ClaimFinding best_on_some(const Findings& findings) {
  constexpr std::string_view study = "letor3-letor3";
  const std::vector<std::string> at_hand = findings.data_of(study);
  std::size_t wins = 0;
  constexpr std::array<std::string_view, 2> data = {"TD2004", "NP2003"};
  for (const std::string_view name : data) {
    if (std::ranges::count(at_hand, name) == 0) return needs_data(findings, std::array{study});
    if (best_row(findings, study, name, letor_algorithms(), "map") == "RankBoost") ++wins;
  }
  return verdict(wins == data.size(), fmt::format("best MAP on {} of 2 data sets", wins));
}

constexpr std::array<PaperClaim, 6> claims = {{
    {"Qin10, section 4.3", "ListNet seems to be the best of all algorithms", listnet_best},
    {"Qin10, section 4.3", "Linear regression performs worse than pairwise and listwise algorithms",
     regression_worst},
    {"Qin10, Figures 4 and 5", "Listwise algorithms have advantages over pairwise ones",
     listwise_better},
    {"Qin10, Figures 4 and 5",
     "The advantages of listwise algorithms over pairwise ones are largest at the top position",
     listwise_at_the_top},
    {"Qin10, section 4.3", "AdaRank-MAP, AdaRank-NDCG and SVMMAP perform similarly", three_alike},
    {"Qin10, section 4.3", "RankBoost offers the best performance on TD2004 and NP2003",
     best_on_some},
}};

}  // namespace

std::span<const PaperClaim> letor3_claims() {
  return claims;
}

}  // namespace podium
