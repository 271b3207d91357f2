#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/study/measured_number.hpp"
#include "podium/study/result.hpp"
#include "podium/study/system.hpp"

namespace podium {

/// A study that was run, and the data sets that were not there.
struct StudyFinding {
  StudySpec spec;
  StudyResults results;
  std::vector<StudySystem> systems;
  std::vector<StudyData> missing;
};

/// `results` with their spec and systems.
StudyFinding finding_of(const StudySpec& spec, StudyResults results,
                        std::vector<StudyData> missing);

/// What some studies found, and numbers that came from elsewhere, to be asked by those who check
/// claims.
class Findings {
 public:
  explicit Findings(std::vector<StudyFinding> studies, std::vector<MeasuredNumber> measured = {})
      : studies_(std::move(studies)), measured_(std::move(measured)) {}

  std::span<const StudyFinding> studies() const noexcept { return studies_; }

  std::span<const MeasuredNumber> measured() const noexcept { return measured_; }

  /// A number that was handed in; null when it was not.
  const MeasuredNumber* measured(std::string_view paper, std::string_view method,
                                 std::string_view measure) const;

  /// The study of that name; null when it was not run.
  const StudyFinding* study(std::string_view name) const;

  /// Names of a study's data sets that have results, in its order.
  std::vector<std::string> data_of(std::string_view study_name) const;

  /// A row's system; null when there is none.
  const StudySystem* system(std::string_view study_name, std::string_view data,
                            std::string_view row, std::string_view sweep = "") const;

  /// A row along the sweep, in the order of the spec; places without a result are left out.
  std::vector<const StudySystem*> curve(std::string_view study_name, std::string_view data,
                                        std::string_view row) const;

 private:
  std::vector<StudyFinding> studies_;
  std::vector<MeasuredNumber> measured_;
};

}  // namespace podium
