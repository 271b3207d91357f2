#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/test_paths.hpp"
#include "podium/learning/loss/loss_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;

TEST(Losses, TakeTheirOptionsAndRefuseOthers) {
  for (const LossEntry& row : losses()) {
    SCOPED_TRACE(row.name);
    EXPECT_THROW(row.make({{"no-such-option", "1"}}), UsageError);
    for (const OptionInfo& option : row.options()) {
      EXPECT_NO_THROW(row.make({{option.name, option.default_value}})) << option.name;
      EXPECT_FALSE(option.help.empty()) << option.name;
      for (const std::string& choice : choices_of(option)) {
        EXPECT_NO_THROW(row.make({{option.name, choice}})) << option.name << "=" << choice;
      }
      if (option.range == "text") continue;
      EXPECT_THROW(row.make({{option.name, "no such value"}}), UsageError) << option.name;
    }
  }
}

TEST(Losses, CiteKnownReferences) {
  std::ifstream file(docs_path("references.bib"));
  std::ostringstream text;
  text << file.rdbuf();
  for (const LossEntry& row : losses()) {
    EXPECT_THAT(text.str(), testing::HasSubstr("{" + std::string(row.reference) + ",")) << row.name;
    EXPECT_FALSE(row.summary.empty()) << row.name;
  }
}

TEST(Losses, AreFoundByTheirNames) {
  for (const LossEntry& row : losses()) EXPECT_EQ(&find_loss(row.name), &row);
  try {
    find_loss("hing");
    FAIL() << "found a loss that is not there";
  } catch (const UsageError& error) {
    EXPECT_THAT(
        error.what(),
        testing::AllOf(testing::HasSubstr("unknown loss 'hing'; did you mean 'hinge'? Known are: "),
                       testing::HasSubstr("hinge, squared-hinge")));
  }
}

}  // namespace
}  // namespace podium
