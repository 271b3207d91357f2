#include "podium/core/base/resampling.hpp"

#include <algorithm>
#include <cmath>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

std::vector<double> resampled(std::size_t iterations, std::uint64_t seed, std::string_view purpose,
                              const std::function<double(RandomStream&)>& draw) {
  return resampled_rows(
      iterations, 1, seed, purpose,
      [&](RandomStream& stream, std::span<double> row) { row.front() = draw(stream); });
}

std::vector<double> resampled_rows(
    std::size_t iterations, std::size_t width, std::uint64_t seed, std::string_view purpose,
    const std::function<void(RandomStream&, std::span<double>)>& draw) {
  constexpr std::size_t block_size = 1024;
  std::vector<double> values(iterations * width);
  parallel_for((iterations + block_size - 1) / block_size, [&](std::size_t block) {
    RandomStream stream(seed, to_text(block), purpose);
    const std::size_t end = std::min(iterations, (block + 1) * block_size);
    for (std::size_t i = block * block_size; i < end; ++i) {
      draw(stream, std::span(values).subspan(i * width, width));
    }
  });
  return values;
}

double quantile_of_sorted(std::span<const double> sorted, double p) {
  expects(!sorted.empty(), "at least one value");
  const double place = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

}  // namespace podium
