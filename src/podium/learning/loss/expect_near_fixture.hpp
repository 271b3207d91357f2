#pragma once

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

namespace podium::fixture {

inline void expect_near(const std::vector<double>& found, const std::vector<double>& expected,
                        double tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i], expected[i], tolerance) << "at " << i;
  }
}

}  // namespace podium::fixture
