#include "podium/research/papers/labelling/labelling_numbers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "podium/learning/experiment/statistics/moments.hpp"
#include "podium/research/papers/labelling/published_tests.hpp"

namespace podium::research {

namespace {

MeasuredNumber measured_of(const labelling::StudyNumber& number) {
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
          .origin = is_agreement ? NumberOrigin::calibrated
                    : is_put_in  ? NumberOrigin::put_in
                                 : NumberOrigin::found};
}

/// The cells of a table of agreement, each the mean over studies.
void add_cells(std::span<const labelling::StudyFindings> studies,
               labelling::ToolAgreement labelling::StudyFindings::*tool,
               const labelling::PublishedTable& published, const MeasuredNumber& like,
               std::vector<MeasuredNumber>& numbers) {
  constexpr std::array<std::string_view, 3> relation = {"A > B", "A ~ B", "A < B"};
  for (std::size_t row = 0; row < relation.size(); ++row) {
    for (std::size_t column = 0; column < relation.size(); ++column) {
      MeasuredNumber& number = numbers.emplace_back(like);
      number.measure = fmt::format("{}, then {}", relation[row], relation[column]);
      number.published = published[row][column];
      for (const labelling::StudyFindings& study : studies) {
        number.ours +=
            (study.*tool).table.row_shares().at(row, column) / static_cast<double>(studies.size());
      }
    }
  }
}

/// The published chi-square beside the same test computed from the published shares, and beside
/// that of the simulated assessors for as many queries, as the mean over studies.
void add_tests(std::span<const labelling::StudyFindings> studies, std::string_view pairs,
               double published, const labelling::ChiSquare& again,
               labelling::ChiSquare labelling::AgreementDifference::*test,
               std::vector<MeasuredNumber>& numbers) {
  MeasuredNumber number{.paper = "niu2012",
                        .table = "2",
                        .method = "both",
                        .measure = fmt::format("chi-square, {}, from the published shares", pairs),
                        .published = published,
                        .ours = again.statistic,
                        .origin = NumberOrigin::recomputed};
  numbers.push_back(number);
  number.measure = fmt::format("chi-square, {}", pairs);
  number.ours = 0.0;
  number.origin = NumberOrigin::calibrated;
  for (const labelling::StudyFindings& study : studies) {
    number.ours += at_published_size(study.difference.*test, study.list_agreement.queries) /
                   static_cast<double>(studies.size());
  }
  numbers.push_back(number);
}

/// The numbers of some studies, without their intervals.
std::vector<MeasuredNumber> numbers_of(std::span<const labelling::StudyFindings> studies) {
  std::vector<MeasuredNumber> numbers;
  for (const labelling::StudyNumber& number : labelling::study_numbers(studies))
    numbers.push_back(measured_of(number));
  const MeasuredNumber lists{.paper = "niu2012", .table = "2", .method = "top-k"};
  const MeasuredNumber grades{.paper = "niu2012", .table = "3", .method = "grades"};
  add_cells(studies, &labelling::StudyFindings::list_agreement, labelling::published_top_k_table,
            lists, numbers);
  add_cells(studies, &labelling::StudyFindings::grade_agreement, labelling::published_graded_table,
            grades, numbers);
  const AgreementTests again = tests_of_published();
  add_tests(studies, "all pairs", labelling::published_chi_square, again.overall,
            &labelling::AgreementDifference::overall, numbers);
  add_tests(studies, "pairs that both prefer", labelling::published_preference_chi_square,
            again.preference_only, &labelling::AgreementDifference::preference_only, numbers);
  return numbers;
}

constexpr std::size_t interval_studies = 999;

/// Sets the interval of a number from its values in studies of so many queries as were judged
/// twice. Judgements and times are means over more queries, all of the study's.
void set_interval(std::vector<double> values, double queries, MeasuredNumber& number) {
  if (number.table == "1") {
    constexpr double normal = 1.959963984540054;
    const double ratio = static_cast<double>(published_test_queries) / queries;
    const double width = normal * moments_of(values).deviation * std::sqrt(ratio);
    number.low = number.ours - width;
    number.high = number.ours + width;
    return;
  }
  std::ranges::sort(values);
  const std::size_t tail = (values.size() + 1) / 40;  // 2.5 %
  number.low = values[tail - 1];
  number.high = values[values.size() - tail];
}

}  // namespace

std::vector<MeasuredNumber> labelling_numbers(std::uint64_t seed) {
  // The intervals of each study are not shown, so that the fewest draws do.
  constexpr labelling::BootstrapOptions coarse{.draws = 100};
  const labelling::LabellingStudyOptions whole;
  labelling::LabellingStudyOptions judged_twice = whole;
  judged_twice.queries = published_test_queries;
  std::vector<MeasuredNumber> numbers =
      numbers_of(labelling::repeated_studies(whole, {}, coarse, seed));
  std::vector<std::vector<double>> values(numbers.size());
  for (const labelling::StudyFindings& study :
       labelling::repeated_studies(judged_twice, {.studies = interval_studies}, coarse, seed)) {
    const std::vector<MeasuredNumber> ones = numbers_of(std::span(&study, 1));
    for (std::size_t i = 0; i < ones.size(); ++i) values[i].push_back(ones[i].ours);
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i].origin == NumberOrigin::recomputed) continue;
    set_interval(std::move(values[i]), static_cast<double>(whole.queries), numbers[i]);
  }
  return numbers;
}

}  // namespace podium::research
