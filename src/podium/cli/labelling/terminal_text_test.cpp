#include "podium/cli/labelling/terminal_text.hpp"

#include <gtest/gtest.h>

namespace podium::cli {
namespace {

TEST(TerminalText, LeavesNothingThatSteersATerminal) {
  EXPECT_EQ(terminal_text("a\x1B[2Jb\x7F"), "a\uFFFD[2Jb\uFFFD");
  EXPECT_EQ(terminal_text("a\u009B1mb"), "a\uFFFD1mb") << "the short form of an escape sequence";
  EXPECT_EQ(terminal_text("a\u202Eb\u2066c"), "a\uFFFDb\uFFFDc");
  EXPECT_EQ(terminal_text("a\x9Bz"), "a\uFFFDz") << "malformed";
}

TEST(TerminalText, IsOneLineOfWords) {
  EXPECT_EQ(terminal_text(" a\r\n\tb  caf\u00E9 \u20AC "), "a b caf\u00E9 \u20AC");
}

TEST(WithoutTags, KeepsWhatAPageShows) {
  EXPECT_EQ(terminal_text(without_tags("<p>one<SCRIPT>if (a < b) x</script>two</p><style>z")),
            "one two");
  EXPECT_EQ(without_tags("a < b"), "a  ");
}

TEST(BeginningOf, CutsNoCharacter) {
  EXPECT_EQ(beginning_of("abc", 3), "abc");
  EXPECT_EQ(beginning_of("ab\u20ACd", 4), "ab ...");
}

}  // namespace
}  // namespace podium::cli
