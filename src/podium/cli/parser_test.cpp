#include "podium/cli/parser.hpp"

#include <array>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A program with one command of every kind of flag.
class Parser : public testing::Test {
 protected:
  Parser() {
    program_.toggle("--quiet", quiet_, "print results only");
    Command& paint = program_.add("tool", "use a tool").add("paint", "paint something");
    paint.option("wall", wall_, "wall to paint").value("WALL").required();
    paint.option("--colour", colour_, "colour of the paint").value("NAME");
    paint.option("--brush", brushes_, "brush to use").value("NAME").one_each_time();
    paint.option("--helpers", helpers_, "people who help").value("NAME");
    paint.number("--coats", coats_, "number of coats", 1, 5);
    paint.number("--hours", hours_, "time to take");
    paint.choice("--finish", finish_, finish_names, "how it shines").notes(is_finish_given_);
    paint.toggle("--dry", is_dry_, "wait until it is dry").excludes({"--hours"});
    paint.option("--ladder", ladder_, "ladder to use").value("NAME").needs("--helpers");
    paint.number("--tape", tape_, "metres of tape").needs_one_of({"--colour", "--brush"});
    paint.option("--plan", plan_, "plan of the wall").reads("FILE");
    paint.option("--sketch", plan_, "sketch of the wall").reads("[NAME=]FILE");
    paint.toggle("--polish", is_polished_, "polish it")
        .only_if([this] { return finish_ == Finish::gloss; }, "--finish gloss");
    paint.action = [this](const Context&) { ++calls_; };
  }

  CommandRequest parse(const std::vector<std::string>& arguments) {
    const ParsedLine line = parse_command_line(program_, arguments);
    path_ = line.command->path;
    return line.request;
  }

  /// The message for a command line that is refused.
  std::string refused(const std::vector<std::string>& arguments) {
    try {
      parse(arguments);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "not refused";
  }

  enum class Finish { matt, gloss };
  static constexpr std::array<std::string_view, 2> finish_names = {"matt", "gloss"};

  Command program_{.name = "home", .path = "home", .summary = "work at home"};
  std::string path_;
  int calls_ = 0;
  bool quiet_ = false;
  std::string wall_;
  std::string colour_ = "white";
  std::string plan_;
  std::vector<std::string> brushes_;
  std::vector<std::string> helpers_;
  std::size_t coats_ = 2;
  double hours_ = 1.5;
  Finish finish_ = Finish::matt;
  bool is_finish_given_ = false;
  bool is_dry_ = false;
  std::string ladder_;
  int tape_ = 1;
  bool is_polished_ = false;
};

TEST_F(Parser, HandsValuesToTheCommand) {
  EXPECT_EQ(parse({"tool", "paint", "north", "--colour", "red", "--coats=3", "--finish", "gloss",
                   "--dry", "--quiet"}),
            CommandRequest::work);
  EXPECT_EQ(path_, "home tool paint");
  EXPECT_EQ(wall_, "north");
  EXPECT_EQ(colour_, "red");
  EXPECT_EQ(coats_, 3U);
  EXPECT_EQ(finish_, Finish::gloss);
  EXPECT_TRUE(is_finish_given_);
  EXPECT_TRUE(is_dry_);
  EXPECT_TRUE(quiet_) << "flags of the commands above hold here, too";
  EXPECT_EQ(calls_, 0) << "the parser does no work";
}

TEST_F(Parser, LeavesDefaultsAlone) {
  EXPECT_EQ(parse({"tool", "paint", "north"}), CommandRequest::work);
  EXPECT_EQ(colour_, "white");
  EXPECT_FALSE(is_finish_given_);
  EXPECT_FALSE(is_dry_);
}

TEST_F(Parser, TakesOneValueEachTimeOrSeveral) {
  parse({"tool", "paint", "--brush", "a", "north", "--brush", "b", "--helpers", "x", "y", "--dry"});
  EXPECT_THAT(brushes_, ElementsAre("a", "b"));
  EXPECT_THAT(helpers_, ElementsAre("x", "y"));
  EXPECT_EQ(wall_, "north");
}

TEST_F(Parser, FollowsTheConventionsOfGnu) {
  parse({"tool", "paint", "--hours", "-3", "--quiet", "--quiet", "--colour=a=b", "--", "-north"});
  EXPECT_EQ(hours_, -3);
  EXPECT_TRUE(quiet_);
  EXPECT_EQ(colour_, "a=b");
  EXPECT_EQ(wall_, "-north");
  parse({"tool", "paint", "--helpers", "x", "[y,z]", "-", "-1", "south"});
  EXPECT_THAT(helpers_, ElementsAre("x", "[y,z]", "-", "-1")) << "a wall is required";
  EXPECT_EQ(wall_, "south");
  parse({"tool", "paint", "--helpers=x", "y", "--", "west"});
  EXPECT_THAT(helpers_, ElementsAre("x", "[y,z]", "-", "-1", "x", "y"));
  EXPECT_EQ(wall_, "west");
  parse({"tool", "paint", "--colour=--quiet", "west"});
  EXPECT_EQ(colour_, "--quiet");
  parse({"tool", "paint", "north", "--colour", "wall=red"});
  EXPECT_EQ(colour_, "wall=red") << "an argument is named only in the help page";
  EXPECT_EQ(parse({"tool", "paint", "--zzz", "--coats", "9", "-h"}), CommandRequest::help);
  EXPECT_EQ(parse({"tool", "paint", "--colour", "--help"}), CommandRequest::help);
}

TEST_F(Parser, KnowsWhatElseIsAskedFor) {
  EXPECT_EQ(parse({}), CommandRequest::nothing);
  EXPECT_EQ(parse({"tool"}), CommandRequest::nothing);
  EXPECT_EQ(path_, "home tool");
  EXPECT_EQ(parse({"--help"}), CommandRequest::help);
  EXPECT_EQ(parse({"tool", "-h"}), CommandRequest::help);
  EXPECT_EQ(parse({"tool", "paint", "--help"}), CommandRequest::help)
      << "although a wall is required";
  EXPECT_EQ(path_, "home tool paint");
  EXPECT_EQ(parse({"--version"}), CommandRequest::version);
  EXPECT_EQ(refused({"--version", "tool"}), "unexpected argument 'tool'");
}

TEST_F(Parser, RefusesBadValuesNamingTheFlag) {
  EXPECT_EQ(refused({"tool", "paint", "n", "--coats", "6"}),
            "--coats: found '6', expected a whole number in [1, 5]");
  EXPECT_EQ(refused({"tool", "paint", "n", "--hours", "long"}),
            "--hours: found 'long', expected a number");
  EXPECT_EQ(refused({"tool", "paint", "n", "--finish", "wet"}),
            "--finish: found 'wet', expected one of: matt, gloss");
  EXPECT_EQ(refused({"tool", "paint", "n", "--colour"}), "--colour needs a value");
  EXPECT_EQ(refused({"tool", "paint", "n", "--colour", "--quiet"}), "--colour needs a value");
  EXPECT_EQ(refused({"tool", "paint", "n", "--colour", "--hours=3"}), "--colour needs a value");
  for (const auto& plan : {std::vector<std::string>{"--plan", ""}, {"--plan="}}) {
    std::vector<std::string> line = {"tool", "paint", "n"};
    line.insert(line.end(), plan.begin(), plan.end());
    EXPECT_EQ(refused(line), "--plan: found an empty name, expected FILE");
  }
  EXPECT_EQ(refused({"tool", "paint", "n", "--sketch", "=a.png"}),
            "--sketch: found '=a.png' with an empty name, expected [NAME=]FILE");
  EXPECT_EQ(refused({"tool", "paint", "n", "--colour", "red", "--colour", "blue"}),
            "--colour: found 2 values, expected one");
}

TEST_F(Parser, RefusesWhatDoesNotFitTogether) {
  EXPECT_EQ(refused({"tool", "paint", "n", "--dry", "--hours", "3"}),
            "--dry cannot be combined with --hours");
  EXPECT_EQ(refused({"tool", "paint", "n", "--ladder", "tall"}), "--ladder needs --helpers");
  EXPECT_EQ(refused({"tool", "paint", "n", "--dry=wet"}),
            "--dry: found the value 'wet', expected none");
  EXPECT_EQ(refused({"tool", "paint"}), "WALL is required: wall to paint");
  EXPECT_EQ(refused({"tool", "paint", "n", "extra"}), "unexpected argument 'extra'");
}

TEST_F(Parser, RefusesFlagsWithoutEffect) {
  EXPECT_EQ(refused({"tool", "paint", "n", "--tape", "3"}), "--tape needs --colour or --brush");
  EXPECT_EQ(parse({"tool", "paint", "n", "--tape", "3", "--brush", "b"}), CommandRequest::work);
  EXPECT_EQ(refused({"tool", "paint", "n", "--polish"}), "--polish needs --finish gloss");
  EXPECT_EQ(parse({"tool", "paint", "n", "--polish", "--finish", "gloss"}), CommandRequest::work)
      << "whatever the order of the flags";
}

TEST_F(Parser, EchoesUnknownFlagsAsTypedAndSuggestsKnownOnes) {
  EXPECT_EQ(refused({"tool", "paint", "n", "--culour", "red"}),
            "unknown flag --culour; did you mean '--colour'? Or see 'home tool paint --help'");
  EXPECT_EQ(refused({"tool", "paint", "--coots=2"}),
            "unknown flag --coots=2; did you mean '--coats'? Or see 'home tool paint --help'")
      << "rather than say that a wall is missing";
  EXPECT_EQ(refused({"tool", "paint", "n", "--zzzzzz"}),
            "unknown flag --zzzzzz; see 'home tool paint --help'");
  EXPECT_THAT(refused({"tool", "paint", "n", "--quit"}), HasSubstr("did you mean '--quiet'?"));
  EXPECT_EQ(refused({"tool", "--dry"}), "unknown flag --dry; see 'home tool --help'");
  EXPECT_THAT(refused({"--verson"}), HasSubstr("did you mean '--version'?"));
}

TEST_F(Parser, NamesUnknownCommandsAndSuggestsKnownOnes) {
  EXPECT_EQ(refused({"repair"}), "unknown command 'repair'; known are: tool");
  EXPECT_EQ(refused({"tool", "pant"}),
            "unknown command 'pant'; did you mean 'paint'? Known are: paint");
}

TEST_F(Parser, SuggestsValues) {
  EXPECT_EQ(refused({"tool", "paint", "n", "--finish", "glos"}),
            "--finish: found 'glos', expected one of: matt, gloss; did you mean 'gloss'?");
}

}  // namespace
}  // namespace podium::cli
