#include "podium/experiment/resampling.hpp"

#include <algorithm>
#include <cmath>

#include "podium/base/parallel.hpp"
#include "podium/base/text.hpp"

namespace podium {

std::vector<double> resampled(std::size_t iterations, std::uint64_t seed, std::string_view purpose,
                              const std::function<double(RandomStream&)>& draw) {
  constexpr std::size_t block_size = 1024;
  std::vector<double> values(iterations);
  parallel_for((iterations + block_size - 1) / block_size, [&](std::size_t block) {
    RandomStream stream(seed, to_text(block), purpose);
    const std::size_t end = std::min(iterations, (block + 1) * block_size);
    for (std::size_t i = block * block_size; i < end; ++i) values[i] = draw(stream);
  });
  return values;
}

void set_tails(TestOutcome& outcome, std::span<const double> draws, double observed,
               double tolerance) {
  std::size_t greater = 0;
  std::size_t less = 0;
  std::size_t outside = 0;
  for (const double value : draws) {
    if (value >= observed - tolerance) ++greater;
    if (value <= observed + tolerance) ++less;
    if (std::abs(value) >= std::abs(observed) - tolerance) ++outside;
  }
  const auto share = [&](std::size_t count) {
    return (1.0 + static_cast<double>(count)) / (1.0 + static_cast<double>(draws.size()));
  };
  outcome.p_greater = share(greater);
  outcome.p_less = share(less);
  outcome.p_two_sided = share(outside);
}

}  // namespace podium
