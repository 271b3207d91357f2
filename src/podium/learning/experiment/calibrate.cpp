#include "podium/learning/experiment/calibrate.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/json_text.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/resampling.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/learning/experiment/statistics/probability_fit.hpp"
#include "podium/learning/experiment/tuning/mixture.hpp"

namespace podium {

namespace {

constexpr std::size_t fewest = 20;  ///< documents of either kind
constexpr std::size_t query_parts = 5;
constexpr std::size_t resamples = 200;
constexpr std::size_t drawn = 50;
constexpr std::array<double, 3> precisions = {0.5, 0.8, 0.9};

/// Judged documents with the scores of models that did not see them.
struct JudgedScores {
  std::vector<double> score;
  std::vector<double> label;
  std::vector<std::size_t> query;

  /// The documents of some queries.
  template <class Takes>
  JudgedScores of(const Takes& takes) const {
    JudgedScores some;
    for (std::size_t i = 0; i < score.size(); ++i) {
      if (!takes(query[i])) continue;
      some.score.push_back(score[i]);
      some.label.push_back(label[i]);
      some.query.push_back(query[i]);
    }
    return some;
  }

  std::vector<double> relevant(double grade) const {
    std::vector<double> values;
    for (const double one : label) values.push_back(one >= grade ? 1.0 : 0.0);
    return values;
  }
};

JudgedScores judged_scores(const OutOfFold& data) {
  JudgedScores judged;
  for (std::size_t q = 0; q < data.queries.query_count(); ++q) {
    const QueryView query = data.queries[q];
    for (DocIndex doc = 0; doc < query.size(); ++doc) {
      const double label = query.truth.label[doc];
      if (!is_judged(label)) continue;
      judged.score.push_back(data.scores[query.first_row + doc]);
      judged.label.push_back(label);
      judged.query.push_back(q);
    }
  }
  return judged;
}

/// Scores are divided by their deviation, so that the penalty of the fit means the same for all.
PlattCurve platt_of(const JudgedScores& data, double grade, double deviation) {
  std::vector<double> scaled = data.score;
  for (double& score : scaled) score /= deviation;
  PlattCurve curve = fit_platt(scaled, data.relevant(grade));
  curve.slope /= deviation;
  return curve;
}

Calibration fitted(const CalibrationPlan& plan, const JudgedScores& data, double deviation) {
  Calibration calibration;
  for (const double grade : plan.grades) {
    GradeCurve& own = calibration.grades.emplace_back(GradeCurve{.grade = grade, .curve = {}});
    if (plan.method == CalibrationMethod::platt) {
      own.curve = platt_of(data, grade, deviation);
    } else {
      own.curve = fit_isotonic(data.score, data.relevant(grade));
    }
  }
  return calibration;
}

void check_grade(const JudgedScores& data, double grade, double deviation) {
  const std::vector<double> relevant = data.relevant(grade);
  const auto ones = static_cast<std::size_t>(std::ranges::count(relevant, 1.0));
  if (std::min(ones, relevant.size() - ones) < fewest) {
    throw UsageError(fmt::format(
        "grade {}: found {} documents with at least this label and {} with a lower one, "
        "expected {} of either kind; another grade may have them",
        grade, ones, relevant.size() - ones, fewest));
  }
  if (deviation > 0.0 && platt_of(data, grade, deviation).slope > 0.0) return;
  throw UsageError(fmt::format(
      "grade {}: higher scores are not more relevant for this grade; expected a model that ranks "
      "such documents higher: train another one, or take another grade",
      grade));
}

/// The probabilities of each grade that curves of other queries give.
std::vector<std::vector<double>> crossed(const CalibrationPlan& plan, const JudgedScores& data,
                                         double deviation) {
  std::vector<std::vector<double>> values(plan.grades.size(),
                                          std::vector<double>(data.score.size()));
  for (std::size_t part = 0; part < query_parts; ++part) {
    const Calibration curves = fitted(
        plan, data.of([&](std::size_t query) { return query % query_parts != part; }), deviation);
    for (std::size_t i = 0; i < data.score.size(); ++i) {
      if (data.query[i] % query_parts != part) continue;
      for (std::size_t g = 0; g < values.size(); ++g) {
        values[g][i] = curves.probability(data.score[i], g);
      }
    }
  }
  return values;
}

/// The basic interval, because resampling adds to the error: the mean of that is taken off twice.
Interval error_interval(const CalibrationError& error, std::span<const double> relevant,
                        std::span<const std::size_t> query, std::uint64_t seed) {
  const std::size_t queries = query.empty() ? 0 : query.back() + 1;
  std::vector<double> values =
      resampled(resamples, seed, "calibration error", [&](RandomStream& random) {
        std::vector<std::size_t> times(queries);
        for (std::size_t i = 0; i < queries; ++i) ++times[random.below(queries)];
        std::vector<std::size_t> copies;
        for (const std::size_t q : query) copies.push_back(times[q]);
        return error(relevant, copies);
      });
  std::ranges::sort(values);
  const double found = error(relevant);
  return {std::max(0.0, 2.0 * found - quantile_of_sorted(values, 0.975)),
          std::max(0.0, 2.0 * found - quantile_of_sorted(values, 0.025))};
}

double perfect_error(const CalibrationError& error, std::span<const double> probability,
                     std::uint64_t seed) {
  const std::vector<double> values =
      resampled(drawn, seed, "labels of a perfect forecast", [&](RandomStream& random) {
        std::vector<double> relevant;
        for (const double p : probability) relevant.push_back(random.uniform() < p ? 1.0 : 0.0);
        return error(relevant);
      });
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(drawn);
}

double brier(std::span<const double> probability, std::span<const double> relevant) {
  double sum = 0.0;
  for (std::size_t i = 0; i < relevant.size(); ++i) {
    sum += (probability[i] - relevant[i]) * (probability[i] - relevant[i]);
  }
  return sum / static_cast<double>(relevant.size());
}

/// The lowest score from which on the documents have the precision.
ScoreThreshold threshold_of(double precision, const JudgedScores& data,
                            std::span<const double> relevant) {
  std::vector<std::size_t> order(data.score.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, std::greater<>(), [&](std::size_t i) { return data.score[i]; });
  ScoreThreshold threshold{precision, std::nan(""), std::nan(""), std::nan("")};
  const double all = std::accumulate(relevant.begin(), relevant.end(), 0.0);
  double ones = 0.0;
  for (std::size_t n = 0; n < order.size(); ++n) {
    const double score = data.score[order[n]];
    ones += relevant[order[n]];
    const bool is_tied = n + 1 < order.size() && data.score[order[n + 1]] == score;
    if (is_tied || ones < precision * static_cast<double>(n + 1)) continue;
    threshold.score = score;
    threshold.recall = ones / all;
  }
  return threshold;
}

Table quality_table(const CalibrationResult& result) {
  Table table{.columns = {"probability", "documents", "relevant", "error", "95 % from", "to",
                          "perfect forecast", "Brier score", "of the share alone"}};
  for (const CalibratedGrade& own : result.grades) {
    table.rows.push_back({own.name, own.documents, own.relevant, own.error, own.interval.low,
                          own.interval.high, own.least_error, own.brier, own.share_brier});
  }
  return table;
}

Table threshold_table(const CalibrationResult& result) {
  Table table{.columns = {"probability", "precision", "score from", "is", "recall"}};
  for (const CalibratedGrade& own : result.grades) {
    for (const ScoreThreshold& at : own.thresholds) {
      table.rows.push_back({own.name, Cell(at.precision, 1), at.score, at.probability, at.recall});
    }
  }
  return table;
}

}  // namespace

CalibrationResult calibrate(const CalibrationPlan& plan, const OutOfFold& data) {
  expects(!plan.grades.empty() && std::ranges::is_sorted(plan.grades), "ascending grades");
  const JudgedScores judged = judged_scores(data);
  const double deviation = score_deviation(data.queries, data.scores);
  for (const double grade : plan.grades) check_grade(judged, grade, deviation);
  CalibrationResult result{.calibration = fitted(plan, judged, deviation), .grades = {}};
  const std::vector<std::vector<double>> probabilities = crossed(plan, judged, deviation);
  for (std::size_t g = 0; g < plan.grades.size(); ++g) {
    const std::vector<double> relevant = judged.relevant(plan.grades[g]);
    const std::vector<double>& p = probabilities[g];
    const CalibrationError error(p);
    CalibratedGrade& own = result.grades.emplace_back();
    own.name = probability_name(result.calibration.grades[g]);
    own.curve = curve_text(result.calibration.grades[g]);
    own.documents = relevant.size();
    own.relevant = static_cast<std::size_t>(std::ranges::count(relevant, 1.0));
    own.error = error(relevant);
    own.interval = error_interval(error, relevant, judged.query, plan.seed);
    own.least_error = perfect_error(error, p, plan.seed);
    own.brier = brier(p, relevant);
    const double share = static_cast<double>(own.relevant) / static_cast<double>(own.documents);
    own.share_brier = share * (1.0 - share);
    for (std::size_t t = 0; t < precisions.size(); ++t) {
      own.thresholds[t] = threshold_of(precisions[t], judged, relevant);
      if (std::isnan(own.thresholds[t].score)) continue;
      own.thresholds[t].probability = result.calibration.probability(own.thresholds[t].score, g);
    }
  }
  return result;
}

std::vector<double> parse_grades(std::string_view flag, std::string_view text) {
  std::vector<double> grades;
  std::vector<std::string_view> words = split_outside_brackets(text, ',');
  if (words.empty()) words.push_back(text);
  for (const std::string_view word : words) {
    const auto grade = parse_number<double>(word);
    if (!grade || !std::isfinite(*grade) || !(*grade > 0.0)) {
      throw UsageError(
          fmt::format("{}: found {}, expected a label above 0", flag, in_quotes(word)));
    }
    grades.push_back(*grade);
  }
  std::ranges::sort(grades);
  if (std::ranges::adjacent_find(grades) != grades.end()) {
    throw UsageError(
        fmt::format("{}: found a grade twice in {}, expected each once", flag, in_quotes(text)));
  }
  return grades;
}

Json calibration_json(const CalibrationResult& result) {
  return {{"stage", result.calibration.json()},
          {"quality", to_json(quality_table(result))},
          {"thresholds", to_json(threshold_table(result))}};
}

std::string print_calibration(const CalibrationResult& result, TableFormat format) {
  if (format == TableFormat::json) return json_text(calibration_json(result));
  if (format != TableFormat::table) return render(quality_table(result), format);
  std::string text;
  for (const CalibratedGrade& own : result.grades) {
    text += fmt::format("{} = {}\n", own.name, own.curve);
  }
  return text + "\n" + render(quality_table(result), format) + "\n" +
         render(threshold_table(result), format);
}

}  // namespace podium
