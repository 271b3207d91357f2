#include "podium/core/base/resampling.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"

namespace podium {
namespace {

TEST(QuantileOfSorted, InterpolatesAsDefinitionSeven) {
  const std::vector<double> sorted = {1.0, 2.0, 4.0, 8.0};
  EXPECT_EQ(quantile_of_sorted(sorted, 0.0), 1.0);
  EXPECT_EQ(quantile_of_sorted(sorted, 0.5), 3.0);
  EXPECT_DOUBLE_EQ(quantile_of_sorted(sorted, 0.9), 6.8);  // numpy.quantile(x, .9), numpy 2.4.6
  EXPECT_EQ(quantile_of_sorted(sorted, 1.0), 8.0);
  EXPECT_THROW(quantile_of_sorted({}, 0.5), ContractError);
}

TEST(Resampled, DoesNotDependOnThreads) {
  const auto with = [](std::size_t threads) {
    const ThreadLimit limit(threads);
    return resampled(3000, 7, "test", [](RandomStream& stream) { return stream.uniform(); });
  };
  EXPECT_EQ(with(1), with(4));
}

}  // namespace
}  // namespace podium
