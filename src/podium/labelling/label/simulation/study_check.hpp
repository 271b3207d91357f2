#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/core/base/table.hpp"
#include "podium/labelling/label/analysis/judgements.hpp"
#include "podium/labelling/label/analysis/judging_time.hpp"
#include "podium/labelling/label/analysis/tool_agreement.hpp"
#include "podium/labelling/label/simulation/labelling_study.hpp"

namespace podium::labelling {

/// The published tables of agreement, rows as shares: A > B, A ~ B, A < B of the first
/// assessor [Niu12, Tables 2 and 3]. The last row of the first sums to 1.002: a misprint.
using PublishedTable = std::array<std::array<double, 3>, 3>;
inline constexpr PublishedTable published_top_k_table = {
    {{.6749, .2766, .0485}, {.1138, .8198, .0664}, {.1047, .3779, .5194}}};
inline constexpr PublishedTable published_graded_table = {
    {{.6272, .2913, .0815}, {.2825, .5232, .1944}, {.1534, .3826, .4640}}};

/// A published table of agreement with its two summary figures.
struct PublishedAgreement {
  PublishedTable table;
  double overall = 0.0;
  double preference_only = 0.0;
};
inline constexpr PublishedAgreement published_top_k{published_top_k_table, .745, .897};
inline constexpr PublishedAgreement published_graded{published_graded_table, .547, .831};

/// The published tests of the agreement of both tools [Niu12, section 4.2].
inline constexpr double published_chi_square = 420.7;            ///< all pairs
inline constexpr double published_preference_chi_square = 28.5;  ///< pairs that both prefer

/// The findings of a study with simulated assessors, as published for people.
struct StudyFindings {
  ToolWork lists;
  ToolWork grades;
  ToolAgreement list_agreement;
  ToolAgreement grade_agreement;
  AgreementDifference difference;
};

StudyFindings study_findings(const Judgements& judgements, const BootstrapOptions& options = {});

/// The number of simulated studies: with 50 queries agreement varies by about .01 at random.
struct StudyRepeatOptions {
  std::size_t studies = 10;

  static auto fields() {
    using S = StudyRepeatOptions;
    return std::array{
        field("studies", &S::studies, 1, 10'000,
              "number of simulated studies, each with different assessors and queries")};
  }
};

/// The findings of several studies with the same options; bootstrap intervals are those of
/// `bootstrap` in the first and coarse in the others. The same bits for any number of threads.
std::vector<StudyFindings> repeated_studies(const LabellingStudyOptions& options,
                                            const StudyRepeatOptions& repeat,
                                            const BootstrapOptions& bootstrap, std::uint64_t seed);

/// The allowed deviation of a number from the expected one: absolute for shares of pairs, relative
/// for times and counts.
inline constexpr double share_tolerance = 0.02;
inline constexpr double relative_tolerance = 0.03;

/// A number of the study with the published and the expected one.
struct StudyNumber {
  std::string_view name;
  double simulated = 0.0;  ///< mean over studies
  double deviation = 0.0;  ///< standard deviation between studies; NaN of one
  double published = 0.0;
  double expected = 0.0;   ///< to which the default options were calibrated
  double tolerance = 0.0;  ///< around the expected value

  bool is_met() const noexcept {
    return simulated >= expected - tolerance && simulated <= expected + tolerance;
  }
};

/// Times, judgements and agreement [Niu12, Tables 1 to 3]. Agreement must be within .02 of the
/// expected value; judgements, seconds and minutes within 3 %. Expected values are for the default
/// options only.
std::vector<StudyNumber> study_numbers(std::span<const StudyFindings> studies);

/// The numbers; `is_default` adds the expected values and whether they were met.
Table numbers_table(std::span<const StudyFindings> studies, bool is_default);

/// A table of agreement as shares beside a published one, with differences.
Table shares_table(const CountMatrix& pairs, const PublishedTable& published);

/// The tests of the difference between the two tools, with the published ones.
Table tests_table(const StudyFindings& findings);

}  // namespace podium::labelling
