#include "podium/research/papers/published.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/research/papers/made_up_findings_fixture.hpp"

namespace podium::research {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string header = "paper,table,study,data,row,measure,value,ours\n";

TEST(ReadPublished, ReadsValuesAndRefusesOthers) {
  const auto values =
      read_published(header + "p,1,s,d,\"a, b\",map,0.25,yes\np,1,s,d,c,map,0.5,no\n", "test");
  ASSERT_EQ(values.size(), 2U);
  EXPECT_EQ(values[0].row, "a, b");
  EXPECT_EQ(values[0].value, 0.25);
  EXPECT_TRUE(values[0].is_ours);
  EXPECT_FALSE(values[1].is_ours);
  EXPECT_EQ(values[0].half_unit, 0.0005);  // tables drop zeros at the end
  EXPECT_EQ(read_published(header + "p,1,s,d,r,map,0.1234,yes\n", "test")[0].half_unit, 0.00005);
  EXPECT_THROW(read_published(header + "p,1,s,d,r,map,many,yes\n", "test"), DataError);
  EXPECT_THROW(read_published(header + "p,1,s,d,r,map,0.5,perhaps\n", "test"), DataError);
  EXPECT_THROW(read_published("paper,table\np,1\n", "test"), DataError);
}

std::vector<PublishedValue> some_values() {
  return read_published(header +
                            "p,1,s,here,a,map,0.25,yes\np,1,s,here,b,map,0.5,yes\n"
                            "p,2,s,here,old,map,0.4,no\np,1,s,away,a,map,0.1,yes\n",
                        "test");
}

StudyFinding some_finding() {
  return MadeUpStudy("s", {"map"})
      .add("here", "a", 0.5)
      .add("here", "b", 0.375)
      .missing("away", "folder/away");
}

TEST(PublishedBlocks, SetFourLinesForAMethodAndOneWhereWeHaveNone) {
  const std::vector<TableBlock> blocks =
      published_blocks(some_values(), some_finding(), Findings({some_finding()}));
  ASSERT_EQ(blocks.size(), 2U);
  std::vector<std::string> lines;
  for (const auto& row : blocks[0].table.rows) {
    lines.push_back(shown(row[0]) + "|" + shown(row[1]) + "|" + shown(row[2]));
  }
  EXPECT_THAT(lines,
              ElementsAre("a|published|0.2500", "|ours|0.5000", "|difference|+0.2500",
                          "|verdict|differs", "b|published|0.5000", "|ours|0.3750†",
                          "|difference|-0.1250", "|verdict|differs", "old|published|0.4000"));
  EXPECT_THAT(blocks[0].note,
              HasSubstr("Of 2 published values, 0 agree with ours within the margin, 2 differ, "
                        "and for 0 neither is shown."));
  EXPECT_THAT(blocks[0].title, HasSubstr("here"));
  ASSERT_EQ(blocks[1].table.rows.size(), 1U);
  EXPECT_THAT(blocks[1].note, HasSubstr("folder/away"));
}

TEST(BesideOurs, HasNothingOfDataThatIsNotAtHand) {
  const auto values = beside_ours(some_values(), Findings({some_finding()}));
  EXPECT_EQ(values[0].ours, 0.5);
  EXPECT_TRUE(std::isnan(values[2].ours));
  EXPECT_TRUE(std::isnan(values[3].ours));
}

}  // namespace
}  // namespace podium::research
