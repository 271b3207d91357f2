#include "podium/prepare/feature_statistics.hpp"

#include <algorithm>
#include <cmath>

#include "podium/base/parallel.hpp"
#include "podium/prepare/transform.hpp"

namespace podium {

namespace {

constexpr std::size_t block_rows = 4096;

/// The mean holds a plain sum until finish().
void add(FeatureSummary& summary, double x) {
  if (std::isnan(x)) return;
  ++summary.present;
  if (std::isinf(x)) {
    ++summary.infinite;
    return;
  }
  summary.least = std::min(summary.least, x);
  summary.most = std::max(summary.most, x);
  summary.mean += x;
}

void merge(FeatureSummary& total, const FeatureSummary& part) {
  total.present += part.present;
  total.infinite += part.infinite;
  total.least = std::min(total.least, part.least);
  total.most = std::max(total.most, part.most);
  total.mean += part.mean;
}

double interpolated(std::vector<double>& values, double share) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::ptrdiff_t>(place);
  const auto at = values.begin() + below;
  std::nth_element(values.begin(), at, values.end());
  const double low = *at;
  if (at + 1 == values.end()) return low;
  const double high = *std::min_element(at + 1, values.end());
  return low + (place - static_cast<double>(below)) * (high - low);
}

}  // namespace

std::vector<FeatureSummary> summarise_features(const Dataset& data) {
  const std::size_t columns = data.feature_count();
  const std::vector<std::size_t> ends = query_block_ends(data, block_rows);
  std::vector<FeatureSummary> parts(ends.size() * columns);
  for_each_block(ends, [&](std::size_t block, std::size_t query) {
    FeatureSummary* part = &parts[block * columns];
    data[query].with_values([&](const auto& values) {
      for (std::size_t row = 0; row < values.size(); row += columns) {
        for (std::size_t f = 0; f < columns; ++f) add(part[f], values[row + f]);
      }
    });
  });
  std::vector<FeatureSummary> totals(columns);
  for (std::size_t i = 0; i < parts.size(); ++i) merge(totals[i % columns], parts[i]);
  for (FeatureSummary& total : totals) {
    const std::size_t finite = total.present - total.infinite;
    if (finite > 0) total.mean /= static_cast<double>(finite);
  }

  std::vector<double> squares(parts.size(), 0.0);
  for_each_block(ends, [&](std::size_t block, std::size_t query) {
    double* part = &squares[block * columns];
    data[query].with_values([&](const auto& values) {
      for (std::size_t row = 0; row < values.size(); row += columns) {
        for (std::size_t f = 0; f < columns; ++f) {
          const double away = values[row + f] - totals[f].mean;
          if (std::isfinite(away)) part[f] += away * away;
        }
      }
    });
  });
  for (std::size_t i = 0; i < squares.size(); ++i) totals[i % columns].deviation += squares[i];
  for (FeatureSummary& total : totals) {
    const std::size_t finite = total.present - total.infinite;
    // A constant's mean can be off by a rounding; its deviation is 0 all the same.
    total.deviation =
        total.least < total.most ? std::sqrt(total.deviation / static_cast<double>(finite)) : 0.0;
  }
  return totals;
}

std::vector<std::vector<double>> feature_quantiles(const Dataset& data,
                                                   std::span<const double> shares) {
  // Columns that share a cache line are gathered in one pass over the rows.
  constexpr std::size_t together = 16;
  const std::size_t columns = data.feature_count();
  std::vector<std::vector<double>> quantiles(columns);
  parallel_for((columns + together - 1) / together, [&](std::size_t group) {
    const std::size_t begin = group * together;
    const std::size_t end = std::min(columns, begin + together);
    std::vector<std::vector<double>> gathered(end - begin);
    for (std::size_t query = 0; query < data.query_count(); ++query) {
      data[query].with_values([&](const auto& values) {
        for (std::size_t row = 0; row < values.size(); row += columns) {
          for (std::size_t f = begin; f < end; ++f) {
            if (std::isfinite(values[row + f])) gathered[f - begin].push_back(values[row + f]);
          }
        }
      });
    }
    for (std::size_t f = begin; f < end; ++f) {
      for (const double share : shares) {
        quantiles[f].push_back(interpolated(gathered[f - begin], share));
      }
    }
  });
  return quantiles;
}

}  // namespace podium
