#include "podium/core/base/io/copied_text.hpp"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"

namespace podium {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class CopiedTextTest : public testing::Test {
 protected:
  CopiedTextTest() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~CopiedTextTest() override { fs::remove_all(folder_); }

  std::string problem(const std::string& name) const {
    try {
      copied_text(folder_ / name, false);
    } catch (const DataError& error) {
      return error.what();
    }
    return "accepted";
  }

  // NOLINTNEXTLINE(misc-non-private-member-variables-in-classes): a fixture is a struct
  fs::path folder_ =
      fs::path(testing::TempDir()) /
      (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".copied");
};

TEST_F(CopiedTextTest, IsWhatInputTextReads) {
  write_file(folder_ / "a", "\xef\xbb\xbfhello");
  write_file(folder_ / "b.gz", "hello");
  write_file(folder_ / "c", std::string("\xff\xfeh\0i\0", 6));
  write_file(folder_ / "d", "");
  for (const char* name : {"a", "b.gz", "c", "d"}) {
    EXPECT_EQ(copied_text(folder_ / name, false), InputText(folder_ / name).view()) << name;
  }
}

TEST_F(CopiedTextTest, RefusesAtOnceWhatIsNoFile) {
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  fs::create_symlink("loop", folder_ / "loop");
  EXPECT_THAT(problem("pipe"), HasSubstr("found a pipe or a device, expected a file"));
  EXPECT_THAT(problem("loop"), HasSubstr("cannot read"));
  EXPECT_THAT(problem("none"), HasSubstr("cannot read"));
  EXPECT_THAT(problem("."), HasSubstr("found a folder"));
}

TEST_F(CopiedTextTest, SpendsNoMemoryOnAHole) {
  write_file(folder_ / "a", "hello");
  fs::resize_file(folder_ / "a", std::uintmax_t{1} << 40U);
  EXPECT_THAT(problem("a"), HasSubstr("found a zero byte"));
}

/// A mapped file ends the process within a few rounds.
TEST_F(CopiedTextTest, GivesAWholeTextOrNoneWhileAnotherProgramWrites) {
  const std::string first(3'000'000, 'a');
  const std::string second(2'000'000, 'b');
  std::atomic<bool> is_over = false;
  std::thread writer([&] {
    while (!is_over) {
      for (const std::string& text : {first, second}) std::ofstream(folder_ / "a") << text;
    }
  });
  for (int i = 0; i < 200; ++i) {
    try {
      const std::string text = copied_text(folder_ / "a", false);
      EXPECT_EQ(text.find_first_not_of(text.empty() ? 'x' : text.front()), std::string::npos);
    } catch (const DataError&) {  // it was not there yet, or has changed
    }
  }
  is_over = true;
  writer.join();
}

}  // namespace
}  // namespace podium
