#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/core/doctor/doctor.hpp"
#include "podium/core/prepare/feature_statistics.hpp"

namespace podium::detail {

/// The input of the checks: a data set and the summaries of its features.
struct Facts {
  const Dataset& data;
  std::vector<FeatureSummary> features;
  double scales = 1e4;                  ///< the factor by which standard deviations may differ
  std::vector<std::size_t> codes = {};  ///< features whose magnitudes say nothing
};

/// The result of a check: no problem when the count is 0.
struct Problem {
  std::size_t count = 0;
  std::vector<std::string> examples;
  std::string message;

  void add(std::string example) {
    if (examples.size() < 5) examples.push_back(std::move(example));
    ++count;
  }
};

/// The problem with its message, which continues the count: {"feature is", "features are"} and
/// "constant". It says what to do where that is known.
inline Problem with_message(Problem problem, std::pair<std::string_view, std::string_view> subject,
                            std::string_view predicate) {
  problem.message = problem.count == 1 ? subject.first : subject.second;
  problem.message += ' ';
  problem.message += predicate;
  return problem;
}

/// Adds the problem to the findings unless its count is 0.
void report(const CheckInfo& info, Problem problem, std::vector<Finding>& findings);

/// "query 12, document d7".
std::string place_of(const Dataset& data, const QueryView& query, DocIndex doc);

/// A checksum of a value and its place, 0 for +0 and -0; any two missing values are equal.
std::uint64_t value_checksum(std::uint64_t place, float value);

/// A checksum of one document's features, the sum of theirs: the same for dense and sparse rows.
std::uint64_t row_checksum(const FeatureRow& row);

/// A checksum of a query's documents that ignores their order; 0 for fewer than two different rows,
/// which do not identify a query. `keys` stand for the places of features where they are given.
std::uint64_t query_checksum(const QueryView& query, std::span<const std::uint64_t> keys = {});

/// Whether two values are equal or both missing.
bool same_value(float a, float b);
bool same_features(const FeatureRow& a, const FeatureRow& b);

/// Whether a judged document is better than another one.
bool has_pairs(const TruthView& truth);

// The checks of one data set, by source file.

Problem empty_features(const Facts& facts);
Problem constant_features(const Facts& facts);
Problem query_constant_features(const Facts& facts);
Problem identical_features(const Facts& facts);
Problem missing_values(const Facts& facts);
Problem infinite_features(const Facts& facts);
Problem inexact_features(const Facts& facts);
Problem feature_scales(const Facts& facts);
Problem label_in_features(const Facts& facts);
Problem id_features(const Facts& facts);

Problem single_label_queries(const Facts& facts);
Problem blank_queries(const Facts& facts);
Problem short_queries(const Facts& facts);
Problem repeated_documents(const Facts& facts);
Problem contradictory_documents(const Facts& facts);
Problem identical_rows(const Facts& facts);
Problem contradictory_rows(const Facts& facts);
Problem repeated_queries(const Facts& facts);

Problem no_data(const Facts& facts);
Problem constant_labels(const Facts& facts);
Problem negative_labels(const Facts& facts);
Problem fractional_labels(const Facts& facts);
Problem full_order_labels(const Facts& facts);
Problem huge_labels(const Facts& facts);

/// The checks of check_leaks().
std::vector<CheckInfo> leak_checks();

}  // namespace podium::detail
