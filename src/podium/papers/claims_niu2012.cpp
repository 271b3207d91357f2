#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "podium/papers/labelling_claims.hpp"
#include "podium/papers/paper.hpp"

namespace podium {

namespace {

constexpr std::string_view graded = "niu2012-graded";
constexpr std::string_view top_10 = "niu2012-top10";
constexpr std::string_view swept = "niu2012-lambda";
constexpr std::array<std::string_view, 2> top_measures = {"kappa-ndcg@10", "kappa-err"};
constexpr std::array<std::string_view, 3> swept_measures = {"kappa-ndcg@5", "kappa-ndcg@10",
                                                            "kappa-err"};
constexpr std::array<std::string_view, 3> focused = {"FocusedSVM", "FocusedBoost", "FocusedNet"};
constexpr std::array<std::string_view, 10> all_rows = {
    "SVM-MAP",      "RankSVM", "FocusedSVM", "AdaRank",    "RankBoost",
    "FocusedBoost", "ListNet", "RankNet",    "FocusedNet", "top-k ListMLE"};

/// Each Focused learner with its two parents: the listwise and the pairwise learner it combines.
constexpr std::array<RowPair, 6> with_parents = {{{"FocusedSVM", "SVM-MAP"},
                                                  {"FocusedSVM", "RankSVM"},
                                                  {"FocusedBoost", "AdaRank"},
                                                  {"FocusedBoost", "RankBoost"},
                                                  {"FocusedNet", "ListNet"},
                                                  {"FocusedNet", "RankNet"}}};

ClaimFinding needs(const Findings& findings, std::string_view study) {
  return needs_data(findings, std::array{study});
}

ClaimFinding comparable_on_grades(const Findings& findings) {
  constexpr std::array<std::string_view, 2> measures = {"ndcg@10", "err"};
  const PointTally found = tally(findings, graded, with_parents, measures);
  if (found.points == 0) return needs(findings, graded);
  return verdict(found.significantly_behind == 0, found.text(),
                 "each Focused learner is compared with its two parents by NDCG@10 and ERR");
}

ClaimFinding better_on_top_k(const Findings& findings) {
  const PointTally found = tally(findings, top_10, with_parents, top_measures);
  if (found.points == 0) return needs(findings, top_10);
  return verdict(
      found.significantly_ahead == found.points, found.text(),
      "each Focused learner is compared with its two parents by kappa-NDCG@10 and kappa-ERR");
}

ClaimFinding best_is_focused(const Findings& findings) {
  std::size_t columns = 0;
  std::size_t won = 0;
  std::vector<std::string> winners;
  for (const std::string& data : findings.data_of(top_10)) {
    for (const std::string_view measure : top_measures) {
      const std::string best = best_row(findings, top_10, data, all_rows, measure);
      if (best.empty()) continue;
      ++columns;
      if (std::ranges::count(focused, best) > 0) ++won;
      winners.push_back(fmt::format("{} {}: {}", data, measure, best));
    }
  }
  if (columns == 0) return needs(findings, top_10);
  return verdict(
      4 * won >= 3 * columns,
      fmt::format("a Focused learner is the best of ten in {} of {} columns", won, columns),
      "best: " + listed(winners));
}

/// The gain of A's mean over B's, in percent of B's.
std::optional<double> gain(const Findings& findings, const std::string& data, RowPair pair,
                           std::string_view measure) {
  const StudySystem* a = findings.system(top_10, data, pair.first);
  const StudySystem* b = findings.system(top_10, data, pair.second);
  if (a == nullptr || b == nullptr) return std::nullopt;
  return 100.0 * (a->mean_of(measure) / b->mean_of(measure) - 1.0);
}

ClaimFinding focused_boost_gains(const Findings& findings) {
  std::size_t points = 0;
  std::size_t above = 0;
  std::vector<std::string> gains;
  for (const std::string& data : findings.data_of(top_10)) {
    for (const std::string_view measure : top_measures) {
      const auto over_ada = gain(findings, data, {"FocusedBoost", "AdaRank"}, measure);
      const auto over_rank = gain(findings, data, {"FocusedBoost", "RankBoost"}, measure);
      if (!over_ada || !over_rank) continue;
      points += 2;
      above += (*over_ada > 0.0 ? 1U : 0U) + (*over_rank > 0.0 ? 1U : 0U);
      gains.push_back(
          fmt::format("{} {}: {:+.2f} % and {:+.2f} %", data, measure, *over_ada, *over_rank));
    }
  }
  if (gains.empty()) return needs(findings, top_10);
  return verdict(above == points,
                 fmt::format("above AdaRank and RankBoost at {} of {} points", above, points),
                 fmt::format("gains over the two: {}", listed(gains, "; ")));
}

ClaimFinding focused_net_over_listmle(const Findings& findings) {
  constexpr std::array<RowPair, 1> pair = {{{"FocusedNet", "top-k ListMLE"}}};
  const PointTally found = tally(findings, top_10, pair, top_measures);
  if (found.points == 0) return needs(findings, top_10);
  return verdict(found.ahead == found.points, found.text());
}

/// Calls visit(data, row, measure, shape) for every curve over lambda.
std::size_t for_each_curve(const Findings& findings, auto&& visit) {
  std::size_t curves = 0;
  for (const std::string& data : findings.data_of(swept)) {
    for (const std::string_view row : focused) {
      const std::vector<const StudySystem*> curve = findings.curve(swept, data, row);
      if (curve.size() < 3) continue;
      for (const std::string_view measure : swept_measures) {
        ++curves;
        visit(fmt::format("{} {} {}", data, row, measure), curve, shape_of(curve, measure));
      }
    }
  }
  return curves;
}

ClaimFinding rises_and_falls(const Findings& findings) {
  std::size_t inside = 0;
  std::vector<std::string> at_end;
  const std::size_t curves =
      for_each_curve(findings, [&](const std::string& name, const auto& curve, const auto& shape) {
        const bool is_inside = shape.largest > shape.first && shape.largest > shape.last &&
                               shape.largest_at != curve.back()->sweep;
        if (is_inside) ++inside;
        if (!is_inside) at_end.push_back(fmt::format("{} (largest at {})", name, shape.largest_at));
      });
  if (curves == 0) return needs(findings, swept);
  return verdict(
      inside == curves,
      fmt::format("the largest value lies between the two ends on {} of {} curves", inside, curves),
      at_end.empty() ? "" : fmt::format("not on: {}", listed(at_end)));
}

ClaimFinding varies_little(const Findings& findings) {
  constexpr double largest_published = 0.062;
  double largest = 0.0;
  std::string where;
  std::size_t small = 0;
  const std::size_t curves =
      for_each_curve(findings, [&](const std::string& name, const auto&, const auto& shape) {
        if (shape.spread <= largest_published) ++small;
        if (!where.empty() && shape.spread <= largest) return;
        largest = shape.spread;
        where = name;
      });
  if (curves == 0) return needs(findings, swept);
  return verdict(
      small == curves,
      fmt::format("the largest and smallest value differ by at most 6.2 % of the mean on {} of {} "
                  "curves",
                  small, curves),
      fmt::format("largest difference: {:.1f} % on {}", 100.0 * largest, where));
}

constexpr std::array<PaperClaim, 10> claims = {{
    {"Niu12, Table 1",
     "A top-k preference judgement takes much less time than a graded one: 5.51 s against 13.87 s",
     judgement_is_quick},
    {"Niu12, Table 1",
     "Both methods take about the same time per query: 13.13 minutes for 142.76 preferences, 11.78 "
     "minutes for 50 grades",
     query_takes_as_long},
    {"Niu12, Tables 2 and 3",
     "Assessors agree on 74.5 % of pairs with top-k labelling and on 54.7 % with grades",
     assessors_agree_more},
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
    {"Niu12, Table 4", "On top-k truths FocusedNet is consistently above top-k ListMLE",
     focused_net_over_listmle},
    {"Niu12, Figures 1 and 2", "As lambda grows, performance first rises and then falls",
     rises_and_falls},
    {"Niu12, Figures 1 and 2",
     "Performance varies little with lambda: by at most 2.7 % on MQ2007 and 6.2 % on TD2003",
     varies_little},
}};

}  // namespace

std::span<const PaperClaim> niu2012_claims() {
  return claims;
}

}  // namespace podium
