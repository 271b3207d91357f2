#include "podium/learning/study/system.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/experiment/statistics/mean_interval.hpp"
#include "podium/learning/experiment/statistics/moments.hpp"

namespace podium {

namespace {

/// Adds `more` to `sum`, which is empty at first.
void add(std::span<const double> more, std::vector<double>& sum) {
  sum.resize(more.size(), 0.0);
  for (std::size_t i = 0; i < more.size(); ++i) sum[i] += more[i];
}

void divide(std::vector<double>& sum, double by) {
  for (double& value : sum) value /= by;
}

/// The queries of a system, identified by fold and id, because folds may use the same ids.
class QueryPlaces {
 public:
  /// Adds the values of a cell; values for other seeds are summed for the same queries.
  void add(const CellResult& cell, StudySystem& system) {
    system.value.resize(cell.measure.size());
    for (std::size_t q = 0; q < cell.query.size(); ++q) {
      const auto [found, is_new] =
          place_.emplace(std::pair(cell.fold, cell.query[q]), system.query.size());
      if (is_new) {
        system.query.push_back(cell.query[q]);
        system.fold.push_back(cell.fold);
        count_.push_back(0.0);
        for (auto& values : system.value) values.push_back(0.0);
      }
      count_[found->second] += 1.0;
      for (std::size_t m = 0; m < cell.measure.size(); ++m) {
        system.value[m][found->second] += cell.value[m][q];
      }
    }
  }

  /// Divides the sums by their counts, and makes duplicate query ids unique.
  void finish(StudySystem& system) const {
    for (auto& values : system.value) {
      for (std::size_t q = 0; q < values.size(); ++q) values[q] /= count_[q];
    }
    std::map<std::string, std::size_t> uses;
    for (const std::string& id : system.query) ++uses[id];
    for (std::size_t q = 0; q < system.fold.size(); ++q) {
      if (uses[system.query[q]] > 1) {
        system.query[q] += fmt::format(" (fold {})", system.fold[q] + 1);
      }
    }
  }

 private:
  std::map<std::pair<std::size_t, std::string>, std::size_t> place_;
  std::vector<double> count_;
};

/// The mean over the queries of all folds by each measure, seed by seed.
std::vector<std::vector<double>> seed_means(std::span<const CellResult> cells) {
  std::map<std::uint64_t, std::vector<std::vector<double>>> values;  // by seed, [measure]
  const std::size_t measures = cells.front().measure.size();
  for (const CellResult& cell : cells) {
    auto& of_seed = values[cell.seed];
    of_seed.resize(measures);
    for (std::size_t m = 0; m < measures; ++m) {
      std::ranges::copy_if(cell.value[m], std::back_inserter(of_seed[m]),
                           [](double v) { return !std::isnan(v); });
    }
  }
  std::vector<std::vector<double>> means(measures);
  for (const auto& [seed, of_seed] : values) {
    for (std::size_t m = 0; m < measures; ++m) {
      double sum = 0.0;
      for (const double v : of_seed[m]) sum += v;
      means[m].push_back(of_seed[m].empty() ? 0.0 : sum / static_cast<double>(of_seed[m].size()));
    }
  }
  return means;
}

StudySystem joined_cells(std::span<const CellResult> cells) {
  const CellResult& first = cells.front();
  StudySystem system{.data = first.data,
                     .row = first.row,
                     .truth = first.truth,
                     .sweep = first.sweep,
                     .measure = first.measure};
  QueryPlaces places;
  for (const CellResult& cell : cells) {
    if (cell.measure != first.measure) {
      throw UsageError("results of " + in_quotes(first.row) + " on " + in_quotes(first.data) +
                       " have different measures");
    }
    system.validation += cell.validation / static_cast<double>(cells.size());
    add(cell.mean, system.mean);
    add(cell.weight, system.weight);
    places.add(cell, system);
  }
  divide(system.mean, static_cast<double>(cells.size()));
  divide(system.weight, static_cast<double>(cells.size()));
  places.finish(system);
  system.seed_mean = seed_means(cells);
  return system;
}

}  // namespace

std::size_t StudySystem::measure_place(std::string_view name) const {
  const auto found = std::ranges::find(measure, name);
  if (found != measure.end()) return static_cast<std::size_t>(found - measure.begin());
  throw UsageError("found no measure " + in_quotes(name) + ", expected one of: " +
                   joined(std::vector<std::string_view>(measure.begin(), measure.end())));
}

RankerValues StudySystem::values_of(std::string_view name) const {
  return {row, query, value[measure_place(name)]};
}

std::vector<StudySystem> systems_of(std::span<const CellResult> cells) {
  std::vector<StudySystem> systems;
  const auto identity = [](const CellResult& cell) {
    return std::tie(cell.data, cell.row, cell.truth, cell.sweep);
  };
  for (std::size_t begin = 0; begin < cells.size();) {
    std::size_t end = begin;
    while (end < cells.size() && identity(cells[end]) == identity(cells[begin])) ++end;
    systems.push_back(joined_cells(cells.subspan(begin, end - begin)));
    begin = end;
  }
  return systems;
}

MeanWithInterval pooled_mean(const StudySystem& system, std::string_view measure) {
  std::vector<double> values;
  for (const double value : system.value[system.measure_place(measure)]) {
    if (!std::isnan(value)) values.push_back(value);
  }
  if (values.size() < 2) return {values.empty() ? std::nan("") : values.front(), {}};
  return {moments_of(values).mean,
          clipped(mean_interval(values, {}, {}, 1), range_of_measure(measure))};
}

}  // namespace podium
