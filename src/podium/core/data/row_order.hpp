#pragma once

#include <cstdint>
#include <string_view>

#include "podium/core/data/dataset.hpp"

namespace podium {

/// Which order queries and their rows have: that of the input, or one that the data alone decides,
/// so that nothing depends on how the rows of the input lie.
struct RowOrder {
  std::uint64_t key = 0;  ///< of the hashes; 0: the order of the input
  bool is_hash() const noexcept { return key > 0; }
};

/// The order that is called input, hash or, with another key, hash:K.
RowOrder parse_row_order(std::string_view text);

/// The same rows in this order; input rows stay those of the input. By hash: queries by the hash of
/// their id, the rows of a query by the hash of the document's id, then by that of the features,
/// then by that of label, weight and the rest. Hashes and not values, and those of features and
/// labels also of the query's id, because an order that knew labels would flatter ties. Rows that
/// are equal in everything keep their order, which nobody can tell. Features are stored as it costs
/// least. Throws UsageError for two queries with one hash.
Dataset in_order(const Dataset& data, const RowOrder& order);

}  // namespace podium
