#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "podium/core/data/dataset_builder.hpp"

namespace podium {

// What the generators of data sets have in common.

/// "1" for the first query.
std::string synth_query_id(std::size_t query);

/// Names the queries "1", "2", ..., and the documents of the first one "q1-d1", "q1-d2", ...
void name_rows(DatasetMemory& memory);

/// Sets full orders by these utilities, query by query: n-1 for the best document, ..., 0.
void order_by(std::span<const double> utility, DatasetMemory& memory);

/// Adds share * part / sd(part), or nothing when the part has no variance.
void add_scaled(std::span<const double> part, double share, std::span<double> utility);

}  // namespace podium
