#include "podium/core/kernels/exponential.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/each_target_fixture.hpp"
#include "podium/core/kernels/guarded_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::IsNan;

constexpr double inf = std::numeric_limits<double>::infinity();

/// The distance of doubles at x: that of the smallest normal number for all below it.
double last_place(double x) {
  const double size = std::max(std::abs(x), std::numeric_limits<double>::min());
  return std::nextafter(size, inf) - size;
}

/// The standard library's own error, at most one place, is added to the bound of the header.
void expect_close(const std::vector<double>& x, const std::vector<double>& found, double places,
                  const std::function<double(double)>& exact) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double expected = exact(x[i]);
    if (found[i] == expected) continue;
    ASSERT_LE(std::abs(found[i] - expected), (places + 1.0) * last_place(expected))
        << "of " << x[i] << ": found " << found[i] << ", expected " << expected;
  }
}

std::vector<double> uniform_values(double low, double high, RandomStream& stream) {
  std::vector<double> values(3000);
  for (double& value : values) value = low + (high - low) * stream.uniform();
  return values;
}

TEST(ExpShifted, IsAccurateOverTheWholeRange) {
  on_each_target([] {
    RandomStream stream(1, "", "exp");
    for (const auto& [low, high] : {std::pair{-1.0, 1.0}, {-746.0, -700.0}, {-800.0, 800.0}}) {
      const std::vector<double> x = uniform_values(low, high, stream);
      std::vector<double> out(x.size());
      exp_shifted(x, 0.0, out);
      expect_close(x, out, 1.1, [](double value) { return std::exp(value); });
    }
  });
}

TEST(ExpShifted, KnowsZeroInfinityAndNaN) {
  on_each_target([] {
    std::vector<double> x = {-inf, inf, NAN, 1e300, -1e300, 0.0, 709.0, -745.0};
    exp_shifted(x, 0.0, x);
    EXPECT_THAT(x, ElementsAre(0.0, inf, IsNan(), inf, 0.0, 1.0, std::exp(709.0),
                               std::numeric_limits<double>::denorm_min()));
    x = {1000.0, 999.0};
    EXPECT_NEAR(exp_shifted(x, 1000.0, x), 1.0 + std::exp(-1.0), 2 * eps);
    x = {-800.0, -800.0, -800.0};  // exp(0 - shift) of the empty lanes is infinite
    EXPECT_EQ(exp_shifted(x, -800.0, x), 3.0);
  });
}

TEST(ExpShifted, SumsWhatItWritesAndNothingBeside) {
  on_each_target([] {
    RandomStream stream(2, "", "exp");
    for (std::size_t size = 0; size <= 33; ++size) {
      Guarded<double> x(size, size % 5, stream);
      Guarded<double> out(size, size % 7, stream);
      const double sum = exp_shifted(x.values(), 0.5, out.values());
      ASSERT_TRUE(out.is_intact());
      double twin = 0.0;
      for (std::size_t i = 0; i < size; ++i) {
        twin += out.values()[i];
        ASSERT_NEAR(out.values()[i], std::exp(x.values()[i] - 0.5), 3 * eps * out.values()[i]);
      }
      ASSERT_NEAR(sum, twin, eps * static_cast<double>(size) * twin);
      const double most = size == 0 ? -inf : *std::ranges::max_element(x.values());
      ASSERT_EQ(largest(x.values()), most);
    }
  });
}

TEST(LogOf, IsAccurateForAllNormalNumbers) {
  on_each_target([] {
    RandomStream stream(3, "", "log");
    std::vector<double> x = uniform_values(0.5, 2.0, stream);
    for (const double exponent : uniform_values(-707.0, 709.0, stream)) {
      x.push_back(std::exp(exponent));
    }
    x.insert(x.end(), {1.0, std::numeric_limits<double>::min(), std::numeric_limits<double>::max(),
                       std::nextafter(1.0, 0.0), std::nextafter(1.0, 2.0), std::sqrt(0.5)});
    std::vector<double> out(x.size());
    log_of(x, out);
    expect_close(x, out, 1.0, [](double value) { return std::log(value); });
  });
}

TEST(Sigmoid, IsAccurateInBothTails) {
  on_each_target([] {
    RandomStream stream(4, "", "sigmoid");
    for (const double width : {10.0, 800.0}) {
      const std::vector<double> x = uniform_values(-width, width, stream);
      std::vector<double> out(x.size());
      sigmoid(x, out);
      expect_close(x, out, 3.0, [](double value) {
        const double e = std::exp(-std::abs(value));
        return (value < 0.0 ? e : 1.0) / (1.0 + e);
      });
    }
    std::vector<double> x = {-inf, inf, 0.0, NAN};
    sigmoid(x, x);
    EXPECT_THAT(x, ElementsAre(0.0, 1.0, 0.5, IsNan()));
  });
}

TEST(TanhOf, IsAccurateNearZeroAndFarOut) {
  on_each_target([] {
    RandomStream stream(5, "", "tanh");
    for (const double width : {1e-300, 1e-9, 1.0, 30.0}) {
      const std::vector<double> x = uniform_values(-width, width, stream);
      std::vector<double> out(x.size());
      tanh_of(x, out);
      expect_close(x, out, 3.0, [](double value) { return std::tanh(value); });
    }
    std::vector<double> x = {-inf, inf, 0.0, NAN, 1e300};
    tanh_of(x, x);
    EXPECT_THAT(x, ElementsAre(-1.0, 1.0, 0.0, IsNan(), 1.0));
  });
}

TEST(Exponentials, GiveTheSameBitsWithEveryInstructionSet) {
  expect_same_bits([] {
    RandomStream stream(6, "", "bits");
    std::vector<double> results;
    for (std::size_t size = 0; size <= 40; ++size) {
      Guarded<double> x(size, size % 3, stream);
      for (double& value : x.values()) value *= stream.below(2) == 0 ? 1.0 : 100.0;
      std::vector<double> out(size);
      results.push_back(exp_shifted(x.values(), 1.0, out));
      results.insert(results.end(), out.begin(), out.end());
      std::ranges::replace_if(
          out, [](double value) { return !std::isnormal(value); }, 1.0);
      log_of(out, out);
      results.insert(results.end(), out.begin(), out.end());
      for (const auto function : {sigmoid, tanh_of}) {
        function(x.values(), out);
        results.insert(results.end(), out.begin(), out.end());
      }
    }
    return results;
  });
}

TEST(Exponentials, RefuseSizesThatDoNotFit) {
  const std::vector<double> three(3);
  std::vector<double> two(2);
  EXPECT_THROW(exp_shifted(three, 0.0, two), ContractError);
  EXPECT_THROW(log_of(three, two), ContractError);
  EXPECT_THROW(sigmoid(three, two), ContractError);
  EXPECT_THROW(tanh_of(three, two), ContractError);
}

}  // namespace
}  // namespace podium
