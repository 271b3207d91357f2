#include "podium/cli/help_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

class HelpPage : public testing::Test {
 protected:
  HelpPage() {
    program_.toggle("--quiet", quiet_, "print results only");
    Command& paint = program_.add("paint", "paint the walls of a room");
    paint.option("walls", walls_, "walls to paint").value("WALL").required();
    paint.option("--colour", colour_, "colour of the paint").value("NAME").required();
    paint.option("--tool", tool_, "tool to use").one_of({"brush", "roller"});
    paint.option("--order", order_, "order of the walls").value("NAMES").one_of({"n", "e"});
    paint.number("--coats", coats_, "number of coats of paint that are put on each of the walls", 1,
                 5);
    paint.description = "Paints one wall after the other.";
    paint.examples = {{"home paint north --colour red", "paint a wall"}};
  }

  Command program_{.name = "home", .path = "home", .summary = "work at home"};
  bool quiet_ = false;
  std::vector<std::string> walls_;
  std::string colour_;
  std::string tool_ = "brush";
  std::string order_;
  std::size_t coats_ = 2;
};

TEST_F(HelpPage, DescribesACommandAndItsFlags) {
  EXPECT_EQ(help_page(program_.commands.front(), {.width = 60}),
            "Paint the walls of a room.\n"
            "\n"
            "Paints one wall after the other.\n"
            "\n"
            "Usage: home paint WALL... --colour NAME [OPTIONS]\n"
            "\n"
            "Arguments:\n"
            "  WALL...              walls to paint\n"
            "\n"
            "Options:\n"
            "  --colour NAME        colour of the paint (required)\n"
            "  --tool brush|roller  tool to use (default: brush)\n"
            "  --order NAMES        order of the walls (one of: n, e)\n"
            "  --coats N            number of coats of paint that are put\n"
            "                       on each of the walls (range: [1, 5];\n"
            "                       default: 2)\n"
            "\n"
            "Common options:\n"
            "  --quiet              print results only\n"
            "  -h, --help           print this page\n"
            "\n"
            "Examples:\n"
            "  # paint a wall\n"
            "  home paint north --colour red\n");
}

TEST_F(HelpPage, ListsTheCommandsOfAGroup) {
  EXPECT_EQ(help_page(program_, {}),
            "Work at home.\n"
            "\n"
            "Usage: home COMMAND [OPTIONS]\n"
            "\n"
            "Commands:\n"
            "  paint         paint the walls of a room\n"
            "\n"
            "Options:\n"
            "  -h, --help    print this page\n"
            "  --version     print the version\n"
            "\n"
            "'home COMMAND --help' describes a command.\n");
}

TEST_F(HelpPage, PutsLongFlagsOnALineOfTheirOwn) {
  Command& command = program_.add("clean", "clean a room");
  command.option("--" + std::string(40, 'x'), order_, "help").value("N");
  EXPECT_THAT(help_page(command, {}),
              HasSubstr("  --" + std::string(40, 'x') + " N\n                help\n"));
}

TEST_F(HelpPage, UsesBoldHeadingsOnlyWhenTheStyleHasThem) {
  EXPECT_THAT(help_page(program_, {.is_coloured = true}), HasSubstr("\033[1mCommands:\033[0m\n"));
  EXPECT_THAT(help_page(program_, {}), Not(HasSubstr("\033")));
}

TEST(AsSentence, HasACapitalAndAFullStop) {
  EXPECT_EQ(as_sentence("train a model"), "Train a model.");
  EXPECT_EQ(as_sentence("done"), "Done.");
  EXPECT_EQ(as_sentence("csv, tsv: column"), "csv, tsv: column.");
  EXPECT_EQ(as_sentence("PEM file."), "PEM file.");
  EXPECT_EQ(as_sentence(""), "");
}

}  // namespace
}  // namespace podium::cli
