#pragma once

#include <string>
#include <utility>
#include <vector>

#include "podium/core/data/dataset_builder.hpp"

namespace podium {

/// For tests: two queries of two and three documents with three features.
inline Dataset two_queries() {
  DatasetBuilder builder(3);
  builder.add_query("a", GradedTruth{{0, 2}}, std::vector<float>{1, 2, 3, 4, 5, 6},
                    std::vector<std::string>{"d1", "d2"});
  builder.add_query("b", TopKTruth{{2, 0}, 3}, std::vector<float>{7, 8, 9, 10, 11, 12, 13, 14, 15},
                    std::vector<std::string>{"d3", "d4", "d5"});
  return std::move(builder).build();
}

}  // namespace podium
