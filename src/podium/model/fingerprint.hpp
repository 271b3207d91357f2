#pragma once

#include <string>

#include "podium/data/dataset.hpp"

namespace podium {

/// 16 hexadecimal digits that change when what a learner sees of the data changes: query ids,
/// labels, truths, features and weights, in row order. Not against malice. The same on every
/// machine and for any format that the data was read from.
std::string data_fingerprint(const Dataset& data);

}  // namespace podium
