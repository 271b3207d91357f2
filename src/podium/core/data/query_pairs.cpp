#include "podium/core/data/query_pairs.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

namespace {

auto documents_of(const WeightedPair& pair) {
  return std::tuple(pair.better, pair.worse);
}

}  // namespace

void merge_equal_pairs(QueryPairs& pairs) {
  for (std::vector<WeightedPair>& own : pairs) {
    // By weight too: a sum must not depend on the order in which its numbers came.
    std::ranges::sort(own, {}, [](const WeightedPair& pair) {
      return std::tuple(pair.better, pair.worse, pair.weight);
    });
    std::vector<WeightedPair> merged;
    for (const WeightedPair& pair : own) {
      if (!merged.empty() && documents_of(merged.back()) == documents_of(pair)) {
        merged.back().weight += pair.weight;
      } else {
        merged.push_back(pair);
      }
    }
    own = std::move(merged);
  }
}

std::size_t pair_count(const QueryPairs& pairs) {
  std::size_t count = 0;
  for (const std::vector<WeightedPair>& own : pairs) count += own.size();
  return count;
}

double share_in_order(const Dataset& data, const QueryPairs& pairs,
                      std::span<const double> scores) {
  expects(pairs.size() == data.query_count() && scores.size() == data.row_count(),
          "pairs and scores of this data set");
  double right = 0.0;
  double all = 0.0;
  for (std::size_t q = 0; q < pairs.size(); ++q) {
    const std::size_t first = data[q].first_row;
    for (const WeightedPair& pair : pairs[q]) {
      const double margin = scores[first + pair.better] - scores[first + pair.worse];
      all += pair.weight;
      right += pair.weight * (margin > 0.0 ? 1.0 : margin == 0.0 ? 0.5 : 0.0);
    }
  }
  return all > 0.0 ? right / all : std::numeric_limits<double>::quiet_NaN();
}

std::string pairs_fingerprint(const QueryPairs& pairs) {
  std::string text;  // of a hash for each query
  for (const std::vector<WeightedPair>& own : pairs) {
    std::uint64_t hash = fnv1a64("");
    for (const auto& [better, worse, weight] : own) {
      hash = fnv1a64(fmt::format("{} {} {}\n", better, worse, to_text(weight)), hash);
    }
    text += fmt::format("{:016x}", hash);
  }
  return fmt::format("{:016x}", fnv1a64(text));
}

}  // namespace podium
