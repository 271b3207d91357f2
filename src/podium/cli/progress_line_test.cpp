#include "podium/cli/progress_line.hpp"

#include <gtest/gtest.h>

namespace podium {
namespace {

TEST(ProgressLine, ShowsABarAndTheTimeLeft) {
  EXPECT_EQ(progress_text(0, 4, 0.0), "[                    ] 0/4  0 s");
  EXPECT_EQ(progress_text(1, 4, 10.0), "[=====               ] 1/4  10 s, 30 s left");
  EXPECT_EQ(progress_text(4, 4, 600.0), "[====================] 4/4  10 min");
  EXPECT_EQ(progress_text(1, 2, 7200.0), "[==========          ] 1/2  2.0 h, 2.0 h left");
  EXPECT_EQ(progress_text(0, 0, 0.0), "[====================] 0/0  0 s");
  EXPECT_EQ(progress_text(12, 0, 3.0), "12  3 s");
}

}  // namespace
}  // namespace podium
