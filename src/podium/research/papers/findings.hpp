#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/learning/study/result.hpp"
#include "podium/learning/study/system.hpp"
#include "podium/research/papers/labelling/measured_number.hpp"

namespace podium::research {

/// A study that was run, and its missing data sets.
struct StudyFinding {
  StudySpec spec;
  StudyResults results;
  std::vector<StudySystem> systems;
  std::vector<StudyData> missing;
};

/// `results` with their spec and systems.
StudyFinding finding_of(const StudySpec& spec, StudyResults results,
                        std::vector<StudyData> missing);

/// The results of some studies, and numbers measured elsewhere, with the lookups that claims need.
class Findings {
 public:
  explicit Findings(std::vector<StudyFinding> studies, std::vector<MeasuredNumber> measured = {})
      : studies_(std::move(studies)), measured_(std::move(measured)) {}

  std::span<const StudyFinding> studies() const noexcept { return studies_; }

  std::span<const MeasuredNumber> measured() const noexcept { return measured_; }

  /// A number measured elsewhere; null when there is none.
  const MeasuredNumber* measured(std::string_view paper, std::string_view method,
                                 std::string_view measure) const;

  /// The study of that name; null when it was not run.
  const StudyFinding* study(std::string_view name) const;

  /// Names of a study's data sets that have results, in its order.
  std::vector<std::string> data_of(std::string_view study_name) const;

  /// A row's system; null when there is none.
  const StudySystem* system(std::string_view study_name, std::string_view data,
                            std::string_view row, std::string_view sweep = "") const;

 private:
  std::vector<StudyFinding> studies_;
  std::vector<MeasuredNumber> measured_;
};

}  // namespace podium::research
