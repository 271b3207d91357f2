#include "podium/core/kernels/fenwick.hpp"

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"

namespace podium {
namespace {

TEST(Fenwick, PrefixEqualsTheSumOfWhatWasAdded) {
  RandomStream stream(1, "", "fenwick");
  for (std::size_t size = 0; size <= 33; ++size) {
    std::vector<long> nodes(size);
    std::vector<long> twin(size);
    Fenwick<long> sums{nodes};
    for (std::size_t round = 0; round < 2 * size; ++round) {
      const std::size_t place = stream.below(size);
      const long value = static_cast<long>(stream.below(100)) - 50;
      sums.add(place, value);
      twin[place] += value;
    }
    for (std::size_t end = 0; end <= size; ++end) {
      EXPECT_EQ(sums.prefix(end),
                std::accumulate(twin.begin(), twin.begin() + static_cast<std::ptrdiff_t>(end), 0L))
          << size << ", " << end;
    }
  }
}

struct CountAndSum {
  int count = 0;
  double sum = 0.0;
  CountAndSum& operator+=(const CountAndSum& other) {
    count += other.count;
    sum += other.sum;
    return *this;
  }
};

TEST(Fenwick, HoldsAnythingThatAdds) {
  std::vector<CountAndSum> nodes(5);
  Fenwick<CountAndSum> sums{nodes};
  sums.add(1, {1, 0.5});
  sums.add(4, {1, 2.0});
  EXPECT_EQ(sums.prefix(4).count, 1);
  EXPECT_EQ(sums.prefix(5).count, 2);
  EXPECT_EQ(sums.prefix(5).sum, 2.5);
}

}  // namespace
}  // namespace podium
