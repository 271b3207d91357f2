#include "podium/papers/labelling_claims.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

namespace podium {

namespace {

constexpr std::string_view paper = "niu2012";
constexpr std::string_view needs_people = "needs people who label";

}  // namespace

ClaimFinding judgement_is_quick(const Findings& findings) {
  const MeasuredNumber* lists = findings.measured(paper, "top-k", "seconds per judgement");
  const MeasuredNumber* grades = findings.measured(paper, "grades", "seconds per judgement");
  if (lists == nullptr || grades == nullptr) return untested(std::string(needs_people));
  return untested(fmt::format(
      "{}: {:.2f} s and {:.2f} s here follow from times that simulated assessors were given",
      needs_people, lists->ours, grades->ours));
}

ClaimFinding query_takes_as_long(const Findings& findings) {
  const MeasuredNumber* asked = findings.measured(paper, "top-k", "judgements per query");
  const MeasuredNumber* lists = findings.measured(paper, "top-k", "minutes per query");
  const MeasuredNumber* grades = findings.measured(paper, "grades", "minutes per query");
  if (asked == nullptr || lists == nullptr || grades == nullptr) {
    return untested(std::string(needs_people));
  }
  return verdict(asked->holds() && lists->holds() && grades->holds(),
                 fmt::format("simulated assessors need {:.2f} preferences, which at the published "
                             "times of a judgement take {:.2f} minutes; grades take {:.2f}",
                             asked->ours, lists->ours, grades->ours));
}

ClaimFinding assessors_agree_more(const Findings& findings) {
  constexpr std::array<std::string_view, 2> measures = {"overall agreement",
                                                        "agreement of preferences"};
  std::vector<std::string> said;
  for (const std::string_view method : {"top-k", "grades"}) {
    for (const std::string_view measure : measures) {
      const MeasuredNumber* number = findings.measured(paper, method, measure);
      if (number == nullptr) return untested(std::string(needs_people));
      said.push_back(
          fmt::format("{} of {} {:.1f} % ({} {:.1f} %)", measure, method, 100.0 * number->ours,
                      number->holds() ? "holds:" : "differs:", 100.0 * number->published));
    }
  }
  return untested(
      fmt::format("{}: the noise of simulated assessors was calibrated to these figures, so that "
                  "they show that such a model can be fitted, not that people agree; {}",
                  needs_people, listed(said, "; ")));
}

std::vector<ReportBlock> labelling_blocks(const Findings& findings) {
  std::vector<MeasuredNumber> numbers;
  std::ranges::copy_if(findings.measured(), std::back_inserter(numbers),
                       [](const MeasuredNumber& number) { return number.paper == paper; });
  std::vector<ReportBlock> blocks;
  if (numbers.empty()) return blocks;
  const auto held = std::ranges::count_if(numbers, &MeasuredNumber::holds);
  blocks.emplace_back(TableBlock{
      .title = "Labelling: people as published beside simulated assessors (tables: 1, 2, 3)",
      .note = fmt::format(
          "{} of {} numbers hold. Ours come from simulated assessors, not from people; podium "
          "label simulate does the same study and shows more of it. put in: the mean time of a "
          "judgement is an option of the model, and everybody grades every document. calibrated: "
          "the model's noise was chosen to meet people's agreement; that it can be met is shown, "
          "that people agree more under top-k labelling is not. found: the number of judgements "
          "follows from the published procedure and that noise, and nothing was chosen to meet it "
          "or the cells of Tables 2 and 3 (A, B: what the first assessor says, then the second). "
          "Those tables are not symmetric, and one row adds up to 1.002; those of simulated "
          "assessors, who can be exchanged, are symmetric up to chance, which alone makes cells "
          "differ, and how far people agree on ties was not calibrated.",
          held, numbers.size()),
      .table = measured_table(numbers)});
  return blocks;
}

}  // namespace podium
