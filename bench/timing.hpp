#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

namespace podium {

/// Returns the seconds of the fastest of several runs, which other processes disturbed least.
template <class Work>
double fastest(const Work& work, int rounds = 5) {
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    best = std::min(best, took.count());
  }
  return best;
}

}  // namespace podium
