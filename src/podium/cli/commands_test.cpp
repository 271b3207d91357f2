#include "podium/cli/commands.hpp"

#include <cctype>
#include <set>

#include <gtest/gtest.h>

namespace podium {
namespace {

/// The description of the whole program; what every command must satisfy.
class AllCommands : public testing::Test {
 protected:
  AllCommands() { add_commands(program_); }

  Command program_{.name = "podium", .path = "podium", .summary = "rank"};
};

TEST_F(AllCommands, DoWorkOrHaveFurtherCommands) {
  for_each_command(program_, [](const Command& command) {
    EXPECT_EQ(command.commands.empty(), static_cast<bool>(command.action)) << command.path;
  });
}

TEST_F(AllCommands, HaveASummaryThatFitsAList) {
  for_each_command(program_, [](const Command& command) {
    ASSERT_FALSE(command.summary.empty()) << command.path;
    EXPECT_TRUE(std::islower(static_cast<unsigned char>(command.summary[0]))) << command.path;
    EXPECT_FALSE(command.summary.ends_with('.')) << command.path;
    EXPECT_LE(command.summary.size(), 90U) << command.path;
  });
}

TEST_F(AllCommands, HaveFlagsWithHelpAndEachOnce) {
  for_each_command(program_, [](const Command& command) {
    std::set<std::string> names = {"--help", "--threads", "--seed", "--format", "--quiet"};
    for (const Flag& flag : command.flags) {
      EXPECT_TRUE(names.insert(flag.name).second) << command.path << " " << flag.name;
      EXPECT_FALSE(flag.help.empty()) << command.path << " " << flag.name;
      EXPECT_TRUE(flag.is_positional() || flag.name.starts_with("--")) << flag.name;
    }
  });
}

TEST_F(AllCommands, NameFlagsOfTheirOwnWhereFlagsNeedOrExcludeOthers) {
  for_each_command(program_, [](const Command& command) {
    std::set<std::string> names;
    for (const Flag& flag : command.flags) names.insert(flag.name);
    for (const Flag& flag : command.flags) {
      for (const std::string& other : flag.needed) EXPECT_EQ(names.count(other), 1U) << other;
      for (const std::string& other : flag.excluded) EXPECT_EQ(names.count(other), 1U) << other;
    }
  });
}

}  // namespace
}  // namespace podium
