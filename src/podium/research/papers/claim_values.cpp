#include "podium/research/papers/claim_values.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "podium/learning/experiment/statistics/moments.hpp"
#include "podium/learning/experiment/statistics/test_outcome.hpp"

namespace podium::research {

namespace {

constexpr std::string_view incomplete = " with all rows and values of the sweep";

/// A column of values: a system by a measure.
struct Column {
  const StudySystem* system = nullptr;
  std::size_t measure = 0;
};

/// The columns, system by system; empty when one has no results.
std::vector<Column> columns_of(const Findings& findings, std::string_view data,
                               std::span<const MeasureSet> measures,
                               std::span<const SystemName> systems) {
  std::vector<Column> columns;
  for (const SystemName& name : systems) {
    for (const MeasureSet& set : measures) {
      const StudySystem* system = findings.system(set.study, data, name.row, name.sweep);
      for (const std::string_view measure : set.measures) {
        if (system == nullptr || std::ranges::count(system->measure, measure) == 0) return {};
        columns.push_back({system, system->measure_place(measure)});
      }
    }
  }
  return columns;
}

/// The places of the queries that all columns have a value for, by id.
std::vector<std::vector<std::size_t>> common_queries(std::span<const Column> columns) {
  std::map<std::string_view, std::vector<std::size_t>> places;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const StudySystem& system = *columns[c].system;
    for (std::size_t q = 0; q < system.query.size(); ++q) {
      if (std::isnan(system.value[columns[c].measure][q])) continue;
      std::vector<std::size_t>& place = places[system.query[q]];
      if (place.size() == c) place.push_back(q);
    }
  }
  std::vector<std::vector<std::size_t>> common;
  for (auto& [query, place] : places) {
    if (place.size() == columns.size()) common.push_back(std::move(place));
  }
  return common;
}

bool has_name(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::count(names, name) > 0;
}

}  // namespace

std::vector<double> ClaimValues::difference(std::size_t a, std::size_t b,
                                            std::size_t measure_place) const {
  std::vector<double> d;
  for (std::size_t q = 0; q < value[a][measure_place].size(); ++q) {
    const double of_a = value[a][measure_place][q];
    const double of_b = value[b][measure_place][q];
    const double size = std::max(std::abs(of_a), std::abs(of_b));
    d.push_back(std::abs(of_a - of_b) <= rounding * size ? 0.0 : of_a - of_b);
  }
  return d;
}

double ClaimValues::seed_variance(std::size_t a, std::size_t b, std::size_t measure_place) const {
  const std::vector<double>& of_a = seed_mean[a][measure_place];
  const std::vector<double>& of_b = seed_mean[b][measure_place];
  const std::size_t seeds = std::max(of_a.size(), of_b.size());
  if (of_a.empty() || of_b.empty() || seeds < 2) return 0.0;
  std::vector<double> d;  // a row without seeds of its own has one value for all of them
  for (std::size_t s = 0; s < seeds; ++s)
    d.push_back(of_a[s % of_a.size()] - of_b[s % of_b.size()]);
  const double error = moments_of(d).standard_error();
  return error * error;
}

std::optional<ClaimValues> claim_values(const Findings& findings, std::string_view data,
                                        std::span<const MeasureSet> measures,
                                        std::span<const SystemName> systems) {
  const std::vector<Column> columns = columns_of(findings, data, measures, systems);
  if (columns.empty()) return std::nullopt;
  const std::vector<std::vector<std::size_t>> queries = common_queries(columns);
  if (queries.size() < 2) return std::nullopt;
  ClaimValues result{.study = std::string(measures.front().study),
                     .data = std::string(data),
                     .label = std::string(data)};
  for (const MeasureSet& set : measures) {
    result.measure.insert(result.measure.end(), set.measures.begin(), set.measures.end());
  }
  const std::size_t per_system = result.measure.size();
  result.value.resize(systems.size());
  result.seed_mean.resize(systems.size());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const StudySystem& system = *columns[c].system;
    std::vector<double>& values = result.value[c / per_system].emplace_back();
    for (const auto& place : queries) values.push_back(system.value[columns[c].measure][place[c]]);
    result.seed_mean[c / per_system].push_back(
        system.seed_mean.empty() ? std::vector<double>{} : system.seed_mean[columns[c].measure]);
  }
  const StudySystem& first = *columns.front().system;
  for (const auto& place : queries) {
    if (!first.fold.empty()) result.fold.push_back(first.fold[place.front()]);
  }
  return result;
}

std::vector<ClaimValues> values_elsewhere(const Findings& findings, const ClaimScope& scope,
                                          const SystemsOn& systems_on) {
  std::vector<ClaimValues> found;
  const auto add = [&](std::string_view study, std::span<const MeasureSet> measures,
                       bool is_other) {
    for (const std::string& data : findings.data_of(study)) {
      if (!is_other && has_name(scope.data, data)) continue;
      std::optional<ClaimValues> values =
          claim_values(findings, data, measures, systems_on(study, data));
      if (!values) continue;
      if (is_other) values->label = fmt::format("{} of {}", data, study);
      found.push_back(std::move(*values));
    }
  };
  add(scope.measures.front().study, scope.measures, false);
  for (const std::string_view study : scope.elsewhere) {
    const MeasureSet same{study, scope.measures.front().measures};
    add(study, std::span(&same, 1), true);
  }
  return found;
}

ClaimData claim_data(const Findings& findings, const ClaimScope& scope,
                     std::span<const SystemName> systems) {
  ClaimData result;
  for (const std::string_view data : scope.data) {
    std::optional<ClaimValues> values = claim_values(findings, data, scope.measures, systems);
    if (values) {
      result.at_hand.push_back(std::move(*values));
    } else {
      const std::vector<std::string> present = findings.data_of(scope.measures.front().study);
      const bool is_partly_there = std::ranges::count(present, data) > 0;
      result.missing.push_back(fmt::format("{}{}", data, is_partly_there ? incomplete : ""));
    }
  }
  result.elsewhere = values_elsewhere(findings, scope, [&](std::string_view, std::string_view) {
    return std::vector<SystemName>(systems.begin(), systems.end());
  });
  return result;
}

std::vector<SystemName> systems_of_pairs(std::span<const SystemPair> pairs) {
  std::vector<SystemName> systems;
  for (const SystemPair& pair : pairs) {
    systems.push_back(pair.a);
    systems.push_back(pair.b);
  }
  return systems;
}

DifferenceBlock differences(const ClaimValues& values, std::size_t pairs) {
  DifferenceBlock block;
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    for (std::size_t m = 0; m < values.measure.size(); ++m) {
      block.difference.push_back(values.difference(2 * pair, 2 * pair + 1, m));
      block.extra_variance.push_back(values.seed_variance(2 * pair, 2 * pair + 1, m));
    }
  }
  return block;
}

std::string names_of(std::span<const ClaimValues> values) {
  std::vector<std::string> names;
  for (const ClaimValues& one : values) names.push_back(one.label);
  return listed(names);
}

std::string needed(const ClaimData& data) {
  return data.missing.empty() ? "" : fmt::format("needs {}", listed(data.missing));
}

std::string expected_folders(const Findings& findings, const ClaimScope& scope,
                             const ClaimData& data) {
  std::vector<std::string> folders;
  for (const MeasureSet& set : scope.measures) {
    const StudyFinding* finding = findings.study(set.study);
    if (finding == nullptr) continue;
    for (const StudyData& one : finding->missing) {
      const bool is_needed = std::ranges::count(data.missing, one.name) > 0;
      if (is_needed && std::ranges::count(folders, one.folds) == 0) folders.push_back(one.folds);
    }
  }
  return folders.empty() ? "" : fmt::format("expected in {}", listed(folders));
}

std::string range_text(std::span<const double> values) {
  const auto [low, high] = std::ranges::minmax(values);
  const std::string first = fmt::format("{:.4f}", low);
  const std::string last = fmt::format("{:.4f}", high);
  return first == last ? first : first + " to " + last;
}

}  // namespace podium::research
