#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "podium/core/base/options.hpp"
#include "podium/core/synth/simulated_assessor.hpp"
#include "podium/labelling/label/analysis/judgements.hpp"
#include "podium/labelling/label/session/strategy.hpp"

namespace podium::labelling {

/// A labelling study with simulated assessors. The defaults are those of the study with people
/// [Niu12], and give the same agreement as between those people.
struct LabellingStudyOptions {
  std::size_t queries = 50;
  std::size_t documents = 50;
  std::size_t assessors = 5;
  std::size_t k = 10;
  Strategy strategy = Strategy::heap;
  bool remember = false;
  AssessorModel model = AssessorModel::gaussian;
  double tau = 0.40;
  double sigma = 0.30;
  double theta = 0.0;
  double nu = 0.0;
  double epsilon = 0.10;
  double grade_tau = 0.70;
  double jitter = 0.30;
  double seconds = 5.51;
  double grade_seconds = 13.87;
  double time_spread = 0.6;

  static auto fields() {
    using S = LabellingStudyOptions;
    const auto lists = std::array{
        field("queries", &S::queries, 1, 1'000'000, "number of queries"),
        field("documents", &S::documents, 2, 10'000, "number of documents per query"),
        field(
            "assessors", &S::assessors, 4, 1'000,
            "number of assessors; for each query, two make top-k lists and two others give grades"),
        field("k", &S::k, 1, 1'000, "length of the ordered list of best documents"),
        field("strategy", &S::strategy, strategy_names,
              "strategy for choosing questions; documents are compared in random order"),
        field("remember", &S::remember, "do not ask about the same pair twice"),
    };
    const auto grades = std::array{
        field("grade-tau", &S::grade_tau, 0.0, 1e3, "tau for grades"),
        field("jitter", &S::jitter, 0.0, 1e3,
              "standard deviation of the difference between an assessor's grade thresholds and the "
              "common ones"),
        field("seconds", &S::seconds, 1e-3, 1e6, "mean seconds per preference"),
        field("grade-seconds", &S::grade_seconds, 1e-3, 1e6, "mean seconds per grade"),
        field("time-spread", &S::time_spread, 0.0, 10.0,
              "standard deviation of the logarithm of times, which are lognormal"),
    };
    return joined_fields(lists, behaviour_fields<S>(), grades);
  }
};

/// Simulates the study. Two assessors give each query a list and two others grades, by the rotation
/// of missing_assignments(): no assessor judges a query twice. The same bits for any number of
/// threads. Throws UsageError when k exceeds the number of documents, and for an option other than
/// its default that the model does not use.
Judgements simulate_study(const LabellingStudyOptions& options, std::uint64_t seed);

}  // namespace podium::labelling
