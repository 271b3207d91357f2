#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "podium/core/base/parallel.hpp"

namespace podium {

/// How many numbers of a long list are a task that does little with each.
inline constexpr std::size_t chunk_size = 8192;

inline constexpr std::size_t chunk_count(std::size_t count) {
  return (count + chunk_size - 1) / chunk_size;
}

/// Calls visit(begin, end) for the chunks of 0 .. count-1, in parallel; a short list is one chunk.
/// The cut depends on `count` alone: what is summed in each chunk and then over the chunks in order
/// has the same bits for any number of threads.
template <class Visit>
void for_each_chunk(std::size_t count, const Visit& visit) {
  if (count <= chunk_size) {
    if (count > 0) visit(std::size_t{0}, count);
    return;
  }
  parallel_for(chunk_count(count), [&](std::size_t chunk) {
    visit(chunk * chunk_size, std::min(count, (chunk + 1) * chunk_size));
  });
}

/// The sum of what part(begin, end) returns for each chunk, in order.
template <class Part>
double sum_over_chunks(std::size_t count, const Part& part) {
  if (count <= chunk_size) return count == 0 ? 0.0 : part(std::size_t{0}, count);
  std::vector<double> parts(chunk_count(count));
  for_each_chunk(count, [&](std::size_t begin, std::size_t end) {
    parts[begin / chunk_size] = part(begin, end);
  });
  double sum = 0.0;
  for (const double one : parts) sum += one;
  return sum;
}

}  // namespace podium
