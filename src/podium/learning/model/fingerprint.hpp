#pragma once

#include <string>
#include <string_view>

#include "podium/core/data/dataset.hpp"

namespace podium {

/// q and a hash in 16 hexadecimal digits of the data as learners see it: query ids, labels, truths,
/// features and weights, in row order. It is a hash of the hashes of blocks of queries
/// (QueryBlocks), which may be computed apart. Not cryptographic. The same on every machine and for
/// every file format.
std::string data_fingerprint(const Dataset& data);

/// The same of the queries alone, their ids, sizes and labels: it recognises data whatever features
/// and weights were read with it.
std::string query_fingerprint(const Dataset& data);

/// Not so those of earlier versions, hashes of whole columns without the q.
inline bool is_comparable(std::string_view stored) {
  return stored.starts_with('q');
}

}  // namespace podium
