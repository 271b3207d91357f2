#include "podium/learning/learn/term_blocks.hpp"

#include <algorithm>

namespace podium {

namespace {

// A block takes some 10 us, about ten times what it costs to hand it to a thread.
constexpr std::size_t least_of_block = std::size_t{1} << 14;
constexpr std::size_t least_of_batch = 4 * least_of_block;

}  // namespace

TermBlocks::TermBlocks(std::span<const std::size_t> terms,
                       const std::function<std::size_t(std::size_t)>& work_of,
                       std::size_t parameters, bool in_order) {
  const std::size_t full = std::max(least_of_block, 4 * parameters);
  std::size_t all = 0;
  std::size_t in_block = 0;
  for (std::size_t t = 0; t < terms.size(); ++t) {
    const std::size_t work = work_of(terms[t]);
    all += work;
    in_block += work;
    if (in_block < full && t + 1 < terms.size()) continue;
    ends_.push_back(t + 1);
    in_block = 0;
  }
  has_threads_ = !in_order && all >= least_of_batch && ends_.size() > 1;
}

}  // namespace podium
