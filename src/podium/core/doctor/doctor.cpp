#include "podium/core/doctor/doctor.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "podium/core/doctor/doctor_checks.hpp"

namespace podium {

namespace detail {

std::string place_of(const Dataset& data, const QueryView& query, DocIndex doc) {
  return fmt::format("query {}, document {}", query.id, data.document_id(query.first_row + doc));
}

void report(const CheckInfo& info, Problem problem, std::vector<Finding>& findings) {
  if (problem.count == 0) return;
  findings.push_back({info.severity, std::string(info.name), std::move(problem.message),
                      problem.count, std::move(problem.examples)});
}

std::uint64_t value_checksum(std::uint64_t place, float value) {
  if (value == 0.0F) return 0;  // sparse rows do not store it
  std::uint64_t mixed = std::isnan(value) ? ~std::uint64_t{0} : std::bit_cast<std::uint32_t>(value);
  mixed = (mixed ^ (place * 0x9e3779b97f4a7c15ULL)) * 0xff51afd7ed558ccdULL;
  mixed = (mixed ^ (mixed >> 33U)) * 0xc4ceb9fe1a85ec53ULL;
  return mixed ^ (mixed >> 33U);
}

std::uint64_t row_checksum(const FeatureRow& row) {
  std::uint64_t sum = 0;
  row.for_each_stored([&](std::size_t f, float value) { sum += value_checksum(f, value); });
  return sum;
}

std::uint64_t query_checksum(const QueryView& query, std::span<const std::uint64_t> keys) {
  std::uint64_t sum = query.size();
  bool differ = false;
  for (DocIndex doc = 0; doc < query.size(); ++doc) {
    // A sum, so that the order does not matter.
    query.features[doc].for_each_stored([&](std::size_t f, float value) {
      sum += value_checksum(keys.empty() ? f : keys[f], value);
    });
    differ = differ || !same_features(query.features[0], query.features[doc]);
  }
  return differ ? sum : 0;
}

bool same_value(float a, float b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

bool same_features(const FeatureRow& a, const FeatureRow& b) {
  using Stored = std::vector<std::pair<std::size_t, float>>;
  const auto other_than_0 = [](const FeatureRow& row) {
    Stored values;
    row.for_each_stored([&](std::size_t f, float value) {
      if (value != 0.0F) values.emplace_back(f, value);
    });
    return values;
  };
  if (!a.is_sparse() && !b.is_sparse())
    return std::ranges::equal(a.stored(), b.stored(), same_value);
  return std::ranges::equal(other_than_0(a), other_than_0(b), [](const auto& x, const auto& y) {
    return x.first == y.first && same_value(x.second, y.second);
  });
}

}  // namespace detail

namespace {

using namespace detail;  // NOLINT(google-build-using-namespace): the table names them all

struct CheckEntry {
  CheckInfo info;
  Problem (*run)(const Facts&);
};

constexpr std::array check_table = {
    CheckEntry{{"no-data", Severity::error, "the data set has no rows"}, no_data},
    CheckEntry{{"constant-labels", Severity::error, "all rows have the same label"},
               constant_labels},
    CheckEntry{{"label-in-features", Severity::error,
                "a feature reveals the label: correlation above 0.999, or a perfect order in every "
                "query"},
               label_in_features},
    CheckEntry{{"contradictory-documents", Severity::error,
                "a document occurs twice in a query, with different labels"},
               contradictory_documents},
    CheckEntry{{"infinite-features", Severity::error, "a feature has infinite values"},
               infinite_features},
    CheckEntry{{"full-order-labels", Severity::warning,
                "labels look like positions in a full order, as in the -list data sets"},
               full_order_labels},
    CheckEntry{{"huge-labels", Severity::warning,
                "a label is above 31, where the gain 2^label - 1 dominates all others"},
               huge_labels},
    CheckEntry{{"repeated-documents", Severity::warning, "a document occurs twice in a query"},
               repeated_documents},
    CheckEntry{{"contradictory-rows", Severity::warning,
                "two documents of a query have the same features and different labels"},
               contradictory_rows},
    CheckEntry{{"repeated-queries", Severity::warning,
                "two queries with different ids have the same document features"},
               repeated_queries},
    CheckEntry{{"empty-features", Severity::warning, "a feature has no values"}, empty_features},
    CheckEntry{{"constant-features", Severity::warning, "a feature has the same value in all rows"},
               constant_features},
    CheckEntry{
        {"identical-features", Severity::warning, "a feature equals another one in all rows"},
        identical_features},
    CheckEntry{{"inexact-features", Severity::warning,
                "values are above 2^24 in magnitude, where 32-bit floats skip whole numbers"},
               inexact_features},
    CheckEntry{{"id-features", Severity::warning,
                "a feature is called like an id and has other values in all documents of a query"},
               id_features},
    CheckEntry{
        {"feature-scales", Severity::warning, "standard deviations differ by a factor above 10000"},
        feature_scales},
    CheckEntry{
        {"query-constant-features", Severity::note, "a feature is constant within every query"},
        query_constant_features},
    CheckEntry{{"missing-values", Severity::note, "values are missing"}, missing_values},
    CheckEntry{{"identical-rows", Severity::note,
                "two documents of a query have the same features and the same label"},
               identical_rows},
    CheckEntry{{"blank-queries", Severity::note, "a query has no relevant document"},
               blank_queries},
    CheckEntry{
        {"single-label-queries", Severity::note, "all documents of a query have the same label"},
        single_label_queries},
    CheckEntry{{"short-queries", Severity::note, "a query has fewer than 10 documents"},
               short_queries},
    CheckEntry{{"negative-labels", Severity::note, "a label is below 0"}, negative_labels},
    CheckEntry{{"fractional-labels", Severity::note, "a label is not a whole number"},
               fractional_labels},
};

}  // namespace

std::string_view name_of(Severity severity) {
  constexpr std::array<std::string_view, 3> names = {"note", "warning", "error"};
  return names[static_cast<std::size_t>(severity)];
}

std::vector<CheckInfo> data_checks() {
  std::vector<CheckInfo> infos = leak_checks();
  for (const CheckEntry& entry : check_table) infos.push_back(entry.info);
  return infos;
}

std::vector<Finding> check_training(const Dataset& data, double scales,
                                    std::vector<std::size_t> codes) {
  constexpr std::array<std::string_view, 6> early = {"label-in-features", "contradictory-documents",
                                                     "full-order-labels", "huge-labels",
                                                     "inexact-features",  "feature-scales"};
  const Facts facts{data, summarise_features(data), scales, std::move(codes)};
  std::vector<Finding> findings;
  for (const auto& [info, run] : check_table) {
    if (std::ranges::count(early, info.name) > 0) report(info, run(facts), findings);
  }
  return findings;
}

std::vector<Finding> check_dataset(const Dataset& data) {
  const Facts facts{data, summarise_features(data)};
  std::vector<Finding> findings;
  for (const auto& [info, run] : check_table) {
    report(info, run(facts), findings);
  }
  return findings;
}

bool some_feature_differs(const Dataset& data) {
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView query = data[q];
    for (DocIndex doc = 1; doc < query.size(); ++doc) {
      if (!detail::same_features(query.features[doc], query.features[0])) return true;
    }
  }
  return false;
}

}  // namespace podium
