#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/interval.hpp"
#include "podium/core/base/io/json.hpp"
#include "podium/core/base/table.hpp"
#include "podium/learning/experiment/tuning/out_of_fold.hpp"
#include "podium/learning/model/stage/calibration.hpp"

namespace podium {

enum class CalibrationMethod { platt, isotonic };
inline constexpr std::array<std::string_view, 2> calibration_method_names = {"platt", "isotonic"};

struct CalibrationPlan {
  std::vector<double> grades;
  CalibrationMethod method = CalibrationMethod::platt;
  std::uint64_t seed = 1;  ///< of resampling
};

/// A score from which on documents are relevant with some precision.
struct ScoreThreshold {
  double precision = 0.0;    ///< wanted
  double score = 0.0;        ///< NaN: no score has it
  double probability = 0.0;  ///< of that score
  double recall = 0.0;
};

/// How good the probabilities of a grade are on judged documents. Those of each fifth of the
/// queries come from curves that were fitted on the other four.
struct CalibratedGrade {
  std::string name;  ///< "P(label >= 1)"
  std::string curve;
  std::size_t documents = 0;
  std::size_t relevant = 0;
  double error = 0.0;        ///< CalibrationError of ten bins
  Interval interval;         ///< 95 %, of 200 resamples of the queries
  double least_error = 0.0;  ///< of a perfect forecast: labels are drawn from the probabilities
  double brier = 0.0;        ///< the mean squared error
  double share_brier = 0.0;  ///< if the share of relevant documents is said of all
  std::array<ScoreThreshold, 3> thresholds;
};

struct CalibrationResult {
  Calibration calibration;
  std::vector<CalibratedGrade> grades;  ///< of the same grades
};

/// Fits P(label >= grade) for each grade, in ascending order. Throws UsageError for a grade with
/// fewer than 20 documents of either kind, and where higher scores are not more relevant.
CalibrationResult calibrate(const CalibrationPlan& plan, const OutOfFold& data);

/// Reads "1,2"; throws UsageError for grades that are not above 0, or given twice.
std::vector<double> parse_grades(std::string_view flag, std::string_view text);

/// The stage of the model, and how good it is.
Json calibration_json(const CalibrationResult& result);
std::string print_calibration(const CalibrationResult& result, TableFormat format);

}  // namespace podium
