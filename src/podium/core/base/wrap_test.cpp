#include "podium/core/base/wrap.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium {
namespace {

using testing::ElementsAre;

TEST(Wrap, CutsBetweenWords) {
  EXPECT_THAT(wrapped("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped("one two three", 8), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped("one two three", 13), ElementsAre("one two three"));
  EXPECT_THAT(wrapped("", 5), ElementsAre(""));
}

TEST(Wrap, CutsWordsThatAreTooLongButNoCharacter) {
  EXPECT_THAT(wrapped("abcdefgh", 3), ElementsAre("abc", "def", "gh"));
  EXPECT_THAT(wrapped("äöüß", 2), ElementsAre("äö", "üß"));
  EXPECT_THAT(wrapped("ab", 0), ElementsAre("a", "b"));
}

TEST(Wrap, KeepsLineEnds) {
  EXPECT_THAT(wrapped("a\n\nb c", 1), ElementsAre("a", "", "b", "c"));
}

TEST(Wrap, KeepsAnIndentWithItsWord) {
  EXPECT_THAT(wrapped("  abcdefgh ij", 6), ElementsAre("  abcd", "efgh", "ij"));
}

TEST(Wrap, WritesParagraphs) {
  EXPECT_EQ(wrapped_text("one two three", 0), "one two three\n");
  EXPECT_EQ(wrapped_text("one two three", 9), "one two\nthree\n");
  EXPECT_EQ(wrapped_text("one two three", 9, "  "), "one two\n  three\n");
}

TEST(Wrap, CountsCharactersNotBytes) {
  EXPECT_EQ(display_width("äöü"), 3U);
}

}  // namespace
}  // namespace podium
