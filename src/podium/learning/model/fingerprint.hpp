#pragma once

#include <string>

#include "podium/core/data/dataset.hpp"

namespace podium {

/// A hash in 16 hexadecimal digits of the data as learners see it: query ids, labels, truths,
/// features and weights, in row order. Not cryptographic. The same on every machine and for every
/// file format.
std::string data_fingerprint(const Dataset& data);

/// The same of the queries alone, their ids, sizes and labels: it recognises data whatever features
/// and weights were read with it.
std::string query_fingerprint(const Dataset& data);

}  // namespace podium
