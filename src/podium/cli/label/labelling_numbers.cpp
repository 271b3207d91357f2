#include "podium/cli/label/labelling_numbers.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "podium/label/simulation/published_tests.hpp"

namespace podium {

namespace {

MeasuredNumber measured_of(const StudyNumber& number) {
  const std::size_t colon = number.name.find(": ");
  const std::string_view method = number.name.substr(0, colon);
  const std::string_view measure = number.name.substr(colon + 2);
  const bool is_agreement = measure.find("agreement") != std::string_view::npos;
  const bool is_put_in = method == "grades" || measure == "seconds per judgement";
  const std::string_view table = method == "top-k" ? "2" : "3";
  return {.paper = "niu2012",
          .table = std::string(is_agreement ? table : "1"),
          .method = std::string(method),
          .measure = std::string(measure),
          .published = number.published,
          .ours = number.simulated,
          .tolerance = number.tolerance,
          .origin = is_agreement ? NumberOrigin::calibrated
                    : is_put_in  ? NumberOrigin::put_in
                                 : NumberOrigin::found};
}

/// The cells of a table of agreement, each the mean over studies.
void add_cells(std::span<const StudyFindings> studies, ToolAgreement StudyFindings::*tool,
               const PublishedTable& published, const MeasuredNumber& like,
               std::vector<MeasuredNumber>& numbers) {
  constexpr std::array<std::string_view, 3> relation = {"A > B", "A ~ B", "A < B"};
  for (std::size_t row = 0; row < relation.size(); ++row) {
    for (std::size_t column = 0; column < relation.size(); ++column) {
      MeasuredNumber& number = numbers.emplace_back(like);
      number.measure = fmt::format("{}, then {}", relation[row], relation[column]);
      number.published = published[row][column];
      for (const StudyFindings& study : studies) {
        number.ours +=
            (study.*tool).table.row_shares().at(row, column) / static_cast<double>(studies.size());
      }
    }
  }
}

/// The published chi-square beside the same test computed from the published shares, and beside
/// that of the simulated assessors for as many queries, as the mean over studies.
void add_tests(std::span<const StudyFindings> studies, std::string_view pairs, double published,
               const ChiSquare& again, ChiSquare AgreementDifference::*test,
               std::vector<MeasuredNumber>& numbers) {
  MeasuredNumber number{.paper = "niu2012",
                        .table = "2",
                        .method = "both",
                        .measure = fmt::format("chi-square, {}, from the published shares", pairs),
                        .published = published,
                        .ours = again.statistic,
                        .tolerance = relative_tolerance * published};
  numbers.push_back(number);
  number.measure = fmt::format("chi-square, {}", pairs);
  number.ours = 0.0;
  number.origin = NumberOrigin::calibrated;
  for (const StudyFindings& study : studies) {
    number.ours += at_published_size(study.difference.*test, study.list_agreement.queries) /
                   static_cast<double>(studies.size());
  }
  numbers.push_back(number);
}

}  // namespace

std::vector<MeasuredNumber> labelling_numbers(std::uint64_t seed) {
  // Intervals are not shown, so that the fewest draws do.
  const std::vector<StudyFindings> studies = repeated_studies({}, {}, {.draws = 100}, seed);
  std::vector<MeasuredNumber> numbers;
  for (const StudyNumber& number : study_numbers(studies)) numbers.push_back(measured_of(number));
  const MeasuredNumber lists{
      .paper = "niu2012", .table = "2", .method = "top-k", .tolerance = share_tolerance};
  const MeasuredNumber grades{
      .paper = "niu2012", .table = "3", .method = "grades", .tolerance = share_tolerance};
  add_cells(studies, &StudyFindings::list_agreement, published_top_k_table, lists, numbers);
  add_cells(studies, &StudyFindings::grade_agreement, published_graded_table, grades, numbers);
  const AgreementTests again = tests_of_published();
  add_tests(studies, "all pairs", published_chi_square, again.overall,
            &AgreementDifference::overall, numbers);
  add_tests(studies, "pairs that both prefer", published_preference_chi_square,
            again.preference_only, &AgreementDifference::preference_only, numbers);
  return numbers;
}

}  // namespace podium
