#include "podium/core/prepare/feature_statistics.hpp"

#include <algorithm>
#include <cmath>

#include "podium/core/base/io/out_of_core.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/data/feature_columns.hpp"
#include "podium/core/data/query_blocks.hpp"

namespace podium {

namespace {

/// A summary that grows. Its mean holds a plain sum until the end.
struct GrowingSummary : FeatureSummary {
  void add(double x);
  GrowingSummary& operator+=(const GrowingSummary& other);
};

void GrowingSummary::add(double x) {
  if (std::isnan(x)) return;
  ++present;
  if (std::isinf(x)) {
    ++infinite;
    return;
  }
  minimum = std::min(minimum, x);
  maximum = std::max(maximum, x);
  mean += x;
}

GrowingSummary& GrowingSummary::operator+=(const GrowingSummary& other) {
  present += other.present;
  infinite += other.infinite;
  minimum = std::min(minimum, other.minimum);
  maximum = std::max(maximum, other.maximum);
  mean += other.mean;
  return *this;
}

/// Calls visit(values) for each row, exact where the data is.
template <class Visit>
void for_each_dense_row(const QueryView& query, const Visit& visit) {
  query.with_values([&]<class Value>(const ValueRows<Value>& rows) {
    DenseRow<Value> dense;
    for (DocIndex doc = 0; doc < rows.size(); ++doc) visit(dense(rows[doc]));
  });
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

void visit_dense(const Dataset& data, const ValuesVisitor& visit) {
  // Columns that share a cache line are gathered in one pass over the rows, but many threads need
  // some groups each.
  const std::size_t columns = data.feature_count();
  const std::size_t tasks = 3 * thread_count();
  const std::size_t together = std::clamp<std::size_t>((columns + tasks - 1) / tasks, 1, 16);
  parallel_for((columns + together - 1) / together, [&](std::size_t group) {
    const std::size_t begin = group * together;
    const std::size_t end = std::min(columns, begin + together);
    std::vector<std::vector<double>> gathered(end - begin);
    for (std::size_t query = 0; query < data.query_count(); ++query) {
      data[query].with_values([&](const auto& rows) {
        const auto values = rows.stored();
        for (std::size_t row = 0; row < values.size(); row += columns) {
          for (std::size_t f = begin; f < end; ++f) {
            if (std::isfinite(values[row + f])) gathered[f - begin].push_back(values[row + f]);
          }
        }
      });
    }
    for (std::size_t f = begin; f < end; ++f) visit(f, gathered[f - begin], 0);
  });
}

/// The same with features on disk, which would be read once for each few columns: they are copied
/// there by columns first.
void visit_columns(const Dataset& data, const ValuesVisitor& visit) {
  const std::size_t rows = data.row_count();
  const std::size_t columns = data.feature_count();
  const auto by_column = bulk_array<float>(rows * columns);
  QueryBlocks(data).for_each([&](std::size_t query, Workspace& /*workspace*/) {
    const QueryView view = data[query];
    const std::span<const float> values = view.features.stored();
    for (std::size_t f = 0; f < columns; ++f) {
      float* to = by_column.get() + f * rows + view.first_row;
      for (std::size_t at = f; at < values.size(); at += columns) *to++ = values[at];
    }
  });
  parallel_for(columns, [&](std::size_t f) {
    std::vector<double> values;
    values.reserve(rows);
    for (const float value : std::span(by_column.get() + f * rows, rows)) {
      if (std::isfinite(value)) values.push_back(value);
    }
    visit(f, values, 0);
  });
}

template <class Value>
void visit_sparse(const ValueRows<Value>& rows, const ValuesVisitor& visit) {
  const StoredColumns<Value> columns(rows);
  parallel_for(columns.size(), [&](std::size_t f) {
    const auto stored = columns[f].value;
    std::vector<double> values(stored.begin(), stored.end());
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    visit(f, values, rows.size() - stored.size());
  });
}

}  // namespace

std::vector<FeatureSummary> summarise_features(const Dataset& data) {
  const std::size_t columns = data.feature_count();
  const QueryBlocks blocks(data);
  using Summaries = ManySums<GrowingSummary>;
  const auto add = [&](std::size_t query, Summaries& sum, Workspace& /*workspace*/) {
    for_each_dense_row(data[query], [&](const auto& row) {
      for (std::size_t f = 0; f < columns; ++f) sum.values[f].add(row[f]);
    });
  };
  const Summaries sums = blocks.sum(Summaries{std::vector<GrowingSummary>(columns)}, add);
  std::vector<FeatureSummary> totals(sums.values.begin(), sums.values.end());
  for (FeatureSummary& total : totals) {
    const std::size_t finite = total.present - total.infinite;
    if (finite > 0) total.mean /= static_cast<double>(finite);
  }

  using Squares = ManySums<double>;
  const auto add_squares = [&](std::size_t query, Squares& sum, Workspace& /*workspace*/) {
    for_each_dense_row(data[query], [&](const auto& row) {
      for (std::size_t f = 0; f < columns; ++f) {
        const double away = row[f] - totals[f].mean;
        if (std::isfinite(away)) sum.values[f] += away * away;
      }
    });
  };
  const Squares squares = blocks.sum(Squares{std::vector<double>(columns)}, add_squares);
  for (std::size_t f = 0; f < columns; ++f) totals[f].deviation = squares.values[f];
  for (FeatureSummary& total : totals) {
    const std::size_t finite = total.present - total.infinite;
    // A constant's mean can be off by a rounding; its standard deviation is 0 all the same.
    total.deviation = total.minimum < total.maximum
                          ? std::sqrt(total.deviation / static_cast<double>(finite))
                          : 0.0;
  }
  return totals;
}

void visit_feature_values(const Dataset& data, const ValuesVisitor& visit) {
  const DatasetColumns& columns = data.columns();
  const bool is_on_disk = OutOfCore::is_used() && columns.exact_features.empty();
  if (!data.is_sparse() && is_on_disk) {
    visit_columns(data, visit);
  } else if (!data.is_sparse()) {
    visit_dense(data, visit);
  } else if (columns.exact_features.empty()) {
    visit_sparse(all_sparse_rows(data, columns.features), visit);
  } else {
    visit_sparse(all_sparse_rows(data, columns.exact_features), visit);
  }
}

std::vector<std::vector<double>> feature_quantiles(const Dataset& data,
                                                   std::span<const double> shares) {
  std::vector<std::vector<double>> quantiles(data.feature_count());
  visit_feature_values(data, [&](std::size_t f, std::vector<double>& values, std::size_t zeros) {
    values.resize(values.size() + zeros);
    for (const double share : shares) quantiles[f].push_back(interpolated(values, share));
  });
  return quantiles;
}

}  // namespace podium
