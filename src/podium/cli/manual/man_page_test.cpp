#include "podium/cli/manual/man_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium::cli {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class ManPage : public testing::Test {
 protected:
  ManPage() {
    program_.toggle("--quiet", quiet_, "print results only");
    Command& paint = program_.add("tool", "use a tool").add("paint", "paint the walls");
    paint.option("walls", walls_, "walls to paint").value("WALL").required();
    paint.option("--colour", colour_, "colour of the paint").value("NAME").required();
    paint.description = ".5 litres are enough. Mind the C:\\walls.";
    paint.examples = {{"home tool paint north --colour red", "paint a wall"}};
  }
  const Command& paint() const { return program_.commands.front().commands.front(); }

  Command program_{.name = "home", .path = "home", .summary = "work at home"};
  bool quiet_ = false;
  std::vector<std::string> walls_;
  std::string colour_;
};

TEST_F(ManPage, DescribesACommand) {
  EXPECT_EQ(man_page_file(paint()), "home-tool-paint.1");
  const std::string page = man_page(paint());
  EXPECT_THAT(page, StartsWith(".TH HOME-TOOL-PAINT 1 "));
  EXPECT_THAT(page, HasSubstr(".SH NAME\nhome\\-tool\\-paint \\- paint the walls\n"));
  EXPECT_THAT(page, HasSubstr(".SH SYNOPSIS\n\\fBhome tool paint\\fR \\fIWALL...\\fR "
                              "\\fB\\-\\-colour\\fR \\fINAME\\fR [\\fIOPTIONS\\fR]\n"));
  EXPECT_THAT(page, HasSubstr(".TP\n\\fB\\-\\-colour\\fR \\fINAME\\fR\n"
                              "Colour of the paint (required).\n"));
  EXPECT_THAT(page, HasSubstr(".TP\n\\fB\\-\\-quiet\\fR\nPrint results only.\n"));
  EXPECT_THAT(page, HasSubstr(".SH EXIT STATUS\n.TP\n\\fB0\\fR\n"));
  EXPECT_THAT(page, HasSubstr("home tool paint north \\-\\-colour red\n"));
  EXPECT_THAT(page, HasSubstr(".SH SEE ALSO\n\\fBhome\\-tool\\fR(1)\n"));
}

TEST_F(ManPage, EscapesWhatRoffWouldTakeForItsOwn) {
  EXPECT_THAT(man_page(paint()), HasSubstr("\n\\&.5 litres are enough. Mind the C:\\ewalls.\n"));
}

TEST_F(ManPage, ListsTheCommandsOfAGroup) {
  const std::string page = man_page(program_.commands.front());
  EXPECT_THAT(page, HasSubstr(".SH COMMANDS\n.TP\n\\fBhome\\-tool\\-paint\\fR(1)\n"
                              "Paint the walls.\n"));
  EXPECT_THAT(page, Not(HasSubstr("EXAMPLES")));
}

}  // namespace
}  // namespace podium::cli
