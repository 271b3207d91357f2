#include "podium/core/base/named.hpp"

#include <array>
#include <string>

#include <gtest/gtest.h>

namespace podium {
namespace {

struct Row {
  std::string_view name;
  int value;
};

constexpr std::array<Row, 3> table = {Row{"hinge", 1}, {"list-net", 2}, {"list-mle", 3}};

std::string message(std::string_view name) {
  try {
    (void)find_named(table, name, "loss");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "found";
}

TEST(FindNamed, GivesTheRowItself) {
  EXPECT_EQ(&find_named(table, "list-net", "loss"), &table[1]);
}

TEST(FindNamed, NamesWhatIsKnownAndWhatWasMeant) {
  EXPECT_EQ(message("hingr"),
            "unknown loss 'hingr'; did you mean 'hinge'? Known are: hinge, list-net, list-mle");
  EXPECT_EQ(message("magic"), "unknown loss 'magic'; known are: hinge, list-net, list-mle");
  EXPECT_EQ(
      message("list-mme"),
      "unknown loss 'list-mme'; did you mean 'list-mle'? Known are: hinge, list-net, list-mle");
  EXPECT_EQ(message(""), "unknown loss ''; known are: hinge, list-net, list-mle");
}

}  // namespace
}  // namespace podium
