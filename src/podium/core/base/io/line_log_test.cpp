#include "podium/core/base/io/line_log.hpp"

#include <fstream>
#include <optional>

#include <gmock/gmock.h>

#include "podium/core/base/error.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class LineLogTest : public testing::Test {
 protected:
  LineLogTest() { std::filesystem::remove(path); }
  ~LineLogTest() override { std::filesystem::remove(path); }

  void write(const std::string& text) const {
    std::ofstream(path, std::ios::app | std::ios::binary) << text;
  }

  // NOLINTBEGIN(misc-non-private-member-variables-in-classes): a fixture is a struct
  std::filesystem::path path =
      std::filesystem::path(testing::TempDir()) /
      (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".log");
  // NOLINTEND(misc-non-private-member-variables-in-classes)
};

TEST_F(LineLogTest, GivesBackWhatWasAppended) {
  {
    LineLog log(path, "o");
    EXPECT_THAT(log.lines(), IsEmpty());
    log.append("one");
    log.append("");
    log.append("three");
  }
  EXPECT_THAT(LineLog(path, "o").lines(), ElementsAre("one", "", "three"));
  EXPECT_THAT(read_whole_lines(path), ElementsAre("one", "", "three"));
}

TEST_F(LineLogTest, DropsACutLastLineAndGoesOnBehindTheWholeOnes) {
  write("one\ntwo\nthr");
  {
    LineLog log(path, "o");
    EXPECT_THAT(log.lines(), ElementsAre("one", "two"));
    log.append("drei");
  }
  EXPECT_THAT(LineLog(path, "o").lines(), ElementsAre("one", "two", "drei"));
}

TEST_F(LineLogTest, IsHeldByOneAtATime) {
  std::optional<LineLog> log(std::in_place, path, "o");
  EXPECT_THROW((LineLog{path, "o"}), UsageError);
  log.reset();
  EXPECT_NO_THROW((LineLog{path, "o"}));
}

TEST_F(LineLogTest, LeavesAFileOfSomethingElseAlone) {
  for (const std::string text : {"hello", "hello\nworld", "\n"}) {
    write(text);
    EXPECT_THROW((LineLog{path, "one"}), DataError);
    std::ifstream file(path);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), text);
    std::filesystem::remove(path);
  }
}

TEST_F(LineLogTest, BeginsAnewAfterACutFirstLine) {
  write("on");
  LineLog log(path, "one");
  EXPECT_THAT(log.lines(), IsEmpty());
}

TEST_F(LineLogTest, RefusesAFolder) {
  EXPECT_THROW((LineLog{testing::TempDir(), "o"}), StorageError);
}

}  // namespace
}  // namespace podium
