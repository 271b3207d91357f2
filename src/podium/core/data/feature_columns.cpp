#include "podium/core/data/feature_columns.hpp"

#include <limits>
#include <numeric>

#include "podium/core/base/error.hpp"

namespace podium {

template <class Value>
StoredColumns<Value>::StoredColumns(const ValueRows<Value>& rows)
    : begin_(rows.columns() + 1), row_(rows.stored().size()), value_(rows.stored().size()) {
  expects(rows.is_sparse() && rows.size() <= std::numeric_limits<std::uint32_t>::max(),
          "sparse rows, fewer than 2^32");
  const auto for_each_value = [&](auto&& visit) {
    for (DocIndex row = 0; row < rows.size(); ++row) {
      rows[row].for_each_stored(
          [&](std::size_t column, Value value) { visit(row, column, value); });
    }
  };
  for_each_value([&](DocIndex, std::size_t column, Value) { ++begin_[column + 1]; });
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  for_each_value([&](DocIndex row, std::size_t column, Value value) {
    const std::size_t place = next[column]++;
    row_[place] = row;
    value_[place] = value;
  });
}

template class StoredColumns<float>;
template class StoredColumns<double>;

}  // namespace podium
