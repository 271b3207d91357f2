#include "podium/core/format/groups.hpp"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/format/file_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Groups : public FileFixture {
 protected:
  std::string complaint(std::string_view text) const {
    return FileFixture::complaint(read_groups, text);
  }
};

TEST_F(Groups, AreOneSizeALine) {
  EXPECT_THAT(read_groups(folder_.file("g", "12\r\n1\n 300 \n\n")), ElementsAre(12, 1, 300));
}

TEST_F(Groups, ComeBackTheSame) {
  const std::vector<std::size_t> sizes = {1, 18446744073709551615U};
  write_groups(sizes, folder_ / "g");
  EXPECT_EQ(read_groups(folder_ / "g"), sizes);
  EXPECT_THROW(write_groups(std::vector<std::size_t>{0}, folder_ / "h"), UsageError);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "h"));
}

TEST_F(Groups, RefuseAnythingElseNamingThePlace) {
  for (const std::string size : {"0", "-3", "1.5", "x", "18446744073709551616", "nan"}) {
    EXPECT_EQ(complaint("1\n" + size),
              "f:2:1: found '" + size + "', expected a group size: a whole number above 0");
  }
  EXPECT_EQ(complaint("1 2\n"), "f:1:3: found '2', expected the end of the line");
  EXPECT_THAT(complaint("1\n\n2\n"), HasSubstr("f:2:1: found the end of the line"));
  EXPECT_EQ(complaint(""), "f: found no group size, expected at least one");
  EXPECT_THAT(complaint(std::string_view("\0", 1)), HasSubstr("f:1:1: found the byte"));
}

TEST(GroupsOfLightGbm, CoverTheRowsOfItsData) {
  if (real_data().empty()) GTEST_SKIP() << "PODIUM_DATA is not set";
  const auto train = read_groups(real_data() / "LightGBM-lambdarank/rank.train.query");
  EXPECT_EQ(train.size(), 201U);
  EXPECT_EQ(std::accumulate(train.begin(), train.end(), std::size_t{0}), 3005U);
  const auto test = read_groups(real_data() / "LightGBM-lambdarank/rank.test.query");
  EXPECT_EQ(test.size(), 50U);
  EXPECT_EQ(std::accumulate(test.begin(), test.end(), std::size_t{0}), 768U);
}

}  // namespace
}  // namespace podium
