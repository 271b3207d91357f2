#include "podium/text/collect/page_topics.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/format/file_fixture.hpp"

namespace podium::text {
namespace {

using testing::HasSubstr;

class PageTopicsTest : public FileFixture {
 protected:
  const std::vector<std::string> fields_ = {"title", "text", "anchor", "url"};

  PageTopics topics_of(const std::string& directory) {
    return PageTopics(folder_.file("directory", directory), fields_, Analyser());
  }

  std::string complaint(const std::string& directory) {
    try {
      (void)topics_of(directory);
    } catch (const DataError& error) {
      return error.what();
    }
    return "none";
  }
};

constexpr const char* two_topics =
    "Arts\tpainting theatre opera\n\nSports\tfootball goals\nArts\tpainters\n";

TEST_F(PageTopicsTest, AreThoseOfTitleAndTextButNotOfAnchorsAndAddresses) {
  PageTopics topics = topics_of(two_topics);
  EXPECT_EQ(topics.topic_count(), 2U);
  EXPECT_EQ(topics.example_count(), 3U);
  const std::vector<DocumentText> pages = {
      {.id = "a", .field = {"football", "a goal", "opera opera opera opera", "http://opera/"}},
      {.id = "b", .field = {"", "the painting of a theatre", "", ""}},
      {.id = "c", .field = {"", "nothing", "football football", ""}}};
  topics.add(std::span(pages).first(1));
  topics.add(std::span(pages).subspan(1));
  const TopicalInputs inputs = topics.inputs({{"1", "football"}, {"2", "opera"}});
  ASSERT_EQ(inputs.page.page_count(), 3U);
  EXPECT_GT(inputs.page.row(0)[1], 0.5);
  // Arts: 2/3 * (2/10)^2, Sports: 1/3 * (1/8)^2, with six words and one added to each count.
  EXPECT_NEAR(inputs.page.row(1)[0], 5.12 / 6.12, 1e-12);
  EXPECT_NEAR(inputs.page.row(2)[0], 2.0 / 3.0, 1e-12);
  ASSERT_EQ(inputs.query.size(), 2U);
  EXPECT_GT(inputs.query[1][0], inputs.query[0][0]);
}

TEST_F(PageTopicsTest, RefuseADirectoryThatCannotTellTopicsApart) {
  EXPECT_THAT(complaint("Arts painting\n"),
              HasSubstr(":1:1: found 'Arts painting', expected a topic, a tab and a text"));
  EXPECT_THAT(complaint("Arts\ta\n\tb\n"), HasSubstr("found no topic before the tab"));
  EXPECT_THAT(complaint("Arts\t \n"), HasSubstr("found no text after the tab"));
  EXPECT_THAT(complaint(""), HasSubstr("found none, expected two topics or more"));
  EXPECT_THAT(complaint("Arts\ta\nArts\tb\n"),
              HasSubstr("found one topic, expected two topics or more"));
}

}  // namespace
}  // namespace podium::text
