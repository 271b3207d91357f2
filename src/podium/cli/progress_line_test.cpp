#include "podium/cli/progress_line.hpp"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium::cli {
namespace {

TEST(ProgressLine, ShowsABarAndTheTimeLeft) {
  EXPECT_EQ(progress_text(0, 4, 0.0), "[                    ] 0/4  0 s");
  EXPECT_EQ(progress_text(1, 4, 10.0), "[=====               ] 1/4  10 s, 30 s left");
  EXPECT_EQ(progress_text(4, 4, 600.0), "[====================] 4/4  10 min");
  EXPECT_EQ(progress_text(1, 2, 7200.0), "[==========          ] 1/2  2.0 h, 2.0 h left");
  EXPECT_EQ(progress_text(0, 0, 0.0), "[====================] 0/0  0 s");
  EXPECT_EQ(progress_text(12, 0, 3.0), "12  3 s");
}

TEST(ProgressLine, WritesLinesToALogAtTimes) {
  using std::chrono::milliseconds;
  std::ostringstream each;
  ProgressLine often(each, milliseconds(0));
  often.show(1, 4, "trainings");
  often.show(4, 4, "trainings");
  EXPECT_THAT(each.str(), testing::MatchesRegex(".*1/4 .*trainings\n.*4/4 .*trainings\n"));
  std::ostringstream rare;
  {
    ProgressLine seldom(rare, std::chrono::hours(1));
    seldom.show(1, 4, "trainings");
    seldom.show(4, 4, "trainings");
  }
  EXPECT_EQ(rare.str(), "") << "a short job needs no progress";
}

}  // namespace
}  // namespace podium::cli
