#include "podium/core/format/orders/preferences.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/format/file_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Winner = Preference::Winner;

class Preferences : public FileFixture {
 protected:
  std::string complaint(std::string_view text) const {
    return FileFixture::complaint([](const auto& path) { read_preferences(path); }, text);
  }
};

const std::vector<Preference> example_preferences = {
    {.query_id = "1", .document_a = "x", .document_b = "y", .winner = Winner::a},
    {.query_id = "1", .document_a = "x", .document_b = "z", .winner = Winner::b, .weight = 0.5},
    {.query_id = "2", .document_a = "x", .document_b = "y", .winner = Winner::tie}};

TEST_F(Preferences, AreReadWithCommentsAndWeights) {
  EXPECT_EQ(read_preferences(folder_.file("p",
                                          "# made up\n"
                                          "1 x y x\r\n\n"
                                          "1\tx  z z 0.5\n"
                                          "  # more\n"
                                          "2 x y tie 1")),
            example_preferences);
}

TEST_F(Preferences, ComeBackTheSame) {
  write_preferences(example_preferences, folder_ / "p");
  EXPECT_EQ(text_of(folder_ / "p"), "1 x y x\n1 x z z 0.5\n2 x y tie\n");
  EXPECT_EQ(read_preferences(folder_ / "p"), example_preferences);
}

TEST_F(Preferences, RefuseAnythingElseNamingThePlace) {
  EXPECT_EQ(complaint("1 x y x\n1 x y w\n"),
            "f:2:7: found 'w', expected one of the line's two documents or 'tie'");
  EXPECT_EQ(complaint("1 x y"),
            "f:1:6: found the end of the line, expected the winner's id or 'tie'");
  EXPECT_EQ(complaint("1 x x x"), "f:1:5: found 'x', expected a document other than the first");
  EXPECT_EQ(complaint("1 x tie tie"),
            "f:1:5: found 'tie', expected a document id other than 'tie'");
  for (const std::string weight : {"0", "-1", "nan", "inf", "heavy"}) {
    EXPECT_EQ(complaint("1 x y x " + weight),
              "f:1:9: found '" + weight + "', expected a finite weight above 0");
  }
  EXPECT_EQ(complaint("1 x y x 1 1"), "f:1:11: found '1', expected the end of the line");
  EXPECT_EQ(complaint(""), "f: found no preference, expected at least one");
  EXPECT_EQ(complaint("# nothing\n"), "f: found no preference, expected at least one");
  EXPECT_THAT(complaint(std::string_view("\x89PNG\r\n\x1a\n\0\0", 10)), HasSubstr("f:1:"));
}

TEST_F(Preferences, SkipBadLinesWhenAskedTo) {
  LineReport report;
  const auto read = read_preferences(folder_.file("p", "1 x y x\nrubbish\n1 x z z 0.5\n"),
                                     BadLines::skip, &report);
  EXPECT_EQ(read.size(), 2U);
  EXPECT_EQ(report.rows, 2U);
  EXPECT_EQ(report.rows_skipped, 1U);
  EXPECT_THAT(report.first_skips, ElementsAre(HasSubstr("p:2:8: found the end of the line")));
}

TEST_F(Preferences, AreNotWrittenWhenTheyCouldNotBeRead) {
  const auto write = [&](const Preference& preference) {
    write_preferences(std::vector<Preference>{preference}, folder_ / "p");
  };
  EXPECT_THROW(write({"#1", "x", "y"}), UsageError);
  EXPECT_THROW(write({"1", "x y", "z"}), UsageError);
  EXPECT_THROW(write({"1", "x", "x"}), UsageError);
  EXPECT_THROW(write({"1", "x", "tie"}), UsageError);
  EXPECT_THROW(write({"1", "x", "y", Winner::a, 0.0}), UsageError);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "p"));
}

TEST(PreferencesOfCast2019, AreReadCompletely) {
  const auto folder = real_data() / "TREC-CAsT-2019-preferences";
  if (real_data().empty()) GTEST_SKIP() << "PODIUM_DATA is not set";
  EXPECT_EQ(read_preferences(folder / "TREC-CAsT-2019.pref").size(), 14573U);
  EXPECT_EQ(read_preferences(folder / "TREC-CAsT-2019.local.pref").size(), 3743U);
}

}  // namespace
}  // namespace podium
