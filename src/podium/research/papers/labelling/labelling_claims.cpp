#include "podium/research/papers/labelling/labelling_claims.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

namespace podium::research {

namespace {

constexpr std::string_view paper = "niu2012";
constexpr std::string_view needs_people = "needs human assessors";

ClaimFinding people(std::string evidence) {
  return {.evidence = std::move(evidence)};
}

}  // namespace

ClaimFinding judgement_is_quick(const Findings& findings) {
  const MeasuredNumber* lists = findings.measured(paper, "top-k", "seconds per judgement");
  const MeasuredNumber* grades = findings.measured(paper, "grades", "seconds per judgement");
  if (lists == nullptr || grades == nullptr) return people(std::string(needs_people));
  return people(fmt::format(
      "{}; {:.2f} s and {:.2f} s here follow from the times given to the simulated ones",
      needs_people, lists->ours, grades->ours));
}

ClaimFinding query_takes_as_long(const Findings& findings) {
  const MeasuredNumber* asked = findings.measured(paper, "top-k", "judgements per query");
  const MeasuredNumber* lists = findings.measured(paper, "top-k", "minutes per query");
  const MeasuredNumber* grades = findings.measured(paper, "grades", "minutes per query");
  if (asked == nullptr || lists == nullptr || grades == nullptr) {
    return people(std::string(needs_people));
  }
  return people(fmt::format(
      "{}; simulated ones make {:.2f} preferences (published: {:.2f}, the model {}), "
      "{:.2f} minutes "
      "at the published time per judgement; grades take {:.2f} minutes",
      needs_people, asked->ours, asked->published, asked->outcome(), lists->ours, grades->ours));
}

ClaimFinding assessors_agree_more(const Findings& findings) {
  constexpr std::array<std::string_view, 2> measures = {"overall agreement",
                                                        "agreement of preferences"};
  std::vector<std::string> figures;
  for (const std::string_view method : {"top-k", "grades"}) {
    for (const std::string_view measure : measures) {
      const MeasuredNumber* number = findings.measured(paper, method, measure);
      if (number == nullptr) return people(std::string(needs_people));
      figures.push_back(fmt::format("{} of {} {:.1f} % (published: {:.1f} %)", measure, method,
                                    100.0 * number->ours, 100.0 * number->published));
    }
  }
  ClaimFinding finding = people(fmt::format(
      "{}; the noise of the simulated ones was calibrated to these figures", needs_people));
  finding.details =
      "they show that such a model can be fitted, not that people agree; " + listed(figures, "; ");
  return finding;
}

std::vector<ReportBlock> labelling_blocks(const Findings& findings) {
  std::vector<MeasuredNumber> numbers;
  std::ranges::copy_if(findings.measured(), std::back_inserter(numbers),
                       [](const MeasuredNumber& number) { return number.paper == paper; });
  std::vector<ReportBlock> blocks;
  if (numbers.empty()) return blocks;
  const auto count = [&](std::string_view outcome) {
    return std::ranges::count(numbers, outcome, &MeasuredNumber::outcome);
  };
  blocks.emplace_back(TableBlock{
      .title = "Labelling: published values of people, and ours of simulated assessors (tables: 1, "
               "2, 3)",
      .note = fmt::format(
          "The model agrees with {} of {} results. Our values come from simulated assessors, not "
          "from people; podium label simulate runs the same study and shows more of it. 95 %: of "
          "999 simulated studies of the paper's size (50 queries for judgements and times, four "
          "that two assessors judged for agreement) lie in this interval; the model agrees with a "
          "result if the published number does, too. input: the mean time per "
          "judgement is an option of the model, and every assessor grades every document. "
          "calibrated: the noise of the model was chosen to match the agreement of people; this "
          "shows that the agreement can be matched, not that people agree more with top-k "
          "labelling. result: the number of judgements follows from the published procedure and "
          "that noise; nothing was chosen to match it or the cells of Tables 2 and 3 (A > B, then "
          "A < B: the first assessor prefers A, the second B). recomputed: from the published "
          "shares, without the model. chi-square is for the 4,900 pairs "
          "of four queries, which the published values imply; the pairs of a query depend on each "
          "other, so it overstates significance. The published tables are not "
          "symmetric, and one row adds up to 1.002. Simulated assessors are interchangeable, so "
          "their tables are symmetric up to chance; this alone makes cells differ. Agreement on "
          "ties was not calibrated.",
          count("agrees"), count("agrees") + count("differs")),
      .table = measured_table(numbers)});
  return blocks;
}

}  // namespace podium::research
