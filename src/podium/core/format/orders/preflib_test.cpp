#include "podium/core/format/orders/preflib.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/format/file_fixture.hpp"

namespace podium {
namespace {

using testing::HasSubstr;

class PrefLib : public FileFixture {
 protected:
  /// What the reader says of a file of that name, or "accepted".
  std::string complaint(std::string_view text, const std::string& name = "f") const {
    return message([](const auto& path) { read_preflib(path); }, folder_.file(name, text));
  }

  /// The same of the orders below a header of four alternatives.
  std::string complaint_of_orders(const std::string& orders,
                                  const std::string& kind = "toi") const {
    return complaint("# NUMBER ALTERNATIVES: 4\n" + orders, "f." + kind);
  }
};

const PrefLibVotes example_votes = {
    .title = "Desserts",
    .alternative = {"Apple pie", "Cake, cream", "3"},
    .orders = {{{0, 1, 2}, {1, 3, 3}, 5}, {{2, 0}, {1, 2}, 2}, {{0, 1, 2}, {3, 3, 3}, 1}}};

TEST_F(PrefLib, IsReadWithTheHeaderOfToday) {
  EXPECT_EQ(read_preflib(folder_.file("p.toi",
                                      "# FILE NAME: p.toi\n"
                                      "# TITLE: Desserts\n"
                                      "# DESCRIPTION: \n"
                                      "# just a remark\n"
                                      "# DATA TYPE: toi\n"
                                      "# PUBLICATION DATE: 2013-08-17\n"
                                      "# NUMBER ALTERNATIVES: 3\r\n"
                                      "# NUMBER VOTERS: 8\n"
                                      "# NUMBER UNIQUE ORDERS: \n"
                                      "  # ALTERNATIVE NAME 1: Apple pie\n"
                                      "# ALTERNATIVE NAME 2: Cake, cream\n\n"
                                      "5: 1,{2,3}\n"
                                      "  2:\t3, 1\n"
                                      "1: { 1, 2 ,3 }")),
            example_votes);
}

TEST_F(PrefLib, IsReadWithTheOldHeader) {
  EXPECT_EQ(read_preflib(folder_.file("p.toi",
                                      "3\n1,Apple pie \n3,3\n2,Cake, cream\n"
                                      "8,8,3\n5,1,{2,3}\n2,3,1\n1,{1,2,3}\n")),
            [] {
              PrefLibVotes untitled = example_votes;
              untitled.title.clear();
              return untitled;
            }());
}

TEST_F(PrefLib, KnowsTheKindOfNames) {
  EXPECT_EQ(preflib_kind_of_name("a/b.toc.zst"), PrefLibKind::toc);
  EXPECT_EQ(preflib_kind_of_name("b.soc"), PrefLibKind::soc);
  EXPECT_EQ(preflib_kind_of_name("soc"), std::nullopt);
  EXPECT_EQ(preflib_kind_of_name("b.txt.gz"), std::nullopt);
}

TEST_F(PrefLib, RefusesOrdersThatTheKindDoesNotAllow) {
  EXPECT_EQ(complaint_of_orders("1: 1,2,3\n", "soc"),
            "f.soc:2:9: found 3 of 4 alternatives, expected all in a soc file");
  EXPECT_EQ(complaint_of_orders("1: 1,{2,3},4\n", "soc"),
            "f.soc:2:6: found a tie, expected none in a soc file");
  EXPECT_EQ(complaint_of_orders("1: 1,{2,3}\n", "toc"),
            "f.toc:2:11: found 3 of 4 alternatives, expected all in a toc file");
  EXPECT_EQ(complaint_of_orders("1: {1,2}\n", "soi"),
            "f.soi:2:4: found a tie, expected none in a soi file");
  EXPECT_EQ(complaint_of_orders("1: {1},2\n", "soi"), "accepted");
  EXPECT_EQ(complaint_of_orders("1: {1,2}\n", "txt"), "accepted");
  // What the file says of itself counts more than its name.
  EXPECT_EQ(complaint_of_orders("# DATA TYPE: toi\n1: {1,2}\n", "soc"), "accepted");
  EXPECT_EQ(complaint("# DATA TYPE: cat\n"),
            "f:1:14: found 'cat', expected one of: soc, soi, toc, toi");
}

TEST_F(PrefLib, RefusesMalformedOrdersNamingThePlace) {
  EXPECT_EQ(complaint_of_orders("1: 1,5\n"),
            "f.toi:2:6: found '5', expected an alternative from 1 to 4");
  EXPECT_EQ(complaint_of_orders("1: 1,2\n1: 0\n"),
            "f.toi:3:4: found '0', expected an alternative from 1 to 4");
  EXPECT_EQ(complaint_of_orders("1: 1,{2,1}\n"),
            "f.toi:2:9: found alternative 1 again, expected each once");
  EXPECT_EQ(complaint_of_orders("1: 1,{2,3\n"),
            "f.toi:2:10: found the end of the line, expected ',' or '}'");
  EXPECT_EQ(complaint_of_orders("1: 1,{}\n"),
            "f.toi:2:7: found '}', expected an alternative from 1 to 4");
  EXPECT_EQ(complaint_of_orders("1: 1,2,\n"),
            "f.toi:2:8: found the end of the line, expected an alternative from 1 to 4");
  EXPECT_EQ(complaint_of_orders("1: 1 2\n"),
            "f.toi:2:6: found '2', expected ',' or the end of the line");
  EXPECT_EQ(complaint_of_orders("1: 1}\n"),
            "f.toi:2:5: found '}', expected ',' or the end of the line");
  EXPECT_EQ(complaint_of_orders("1, 2, 3\n"), "f.toi:2:2: found ',', expected ':'");
  EXPECT_EQ(complaint_of_orders("-1: 1\n"), "f.toi:2:1: found '-1', expected a number of voters");
  EXPECT_EQ(complaint_of_orders("0: 1\n"), "f.toi: found no order, expected at least one");
  EXPECT_EQ(complaint_of_orders("1: 1\n0: 5\n"),
            "f.toi:3:4: found '5', expected an alternative from 1 to 4");
  EXPECT_EQ(complaint_of_orders("1.5: 1\n"), "f.toi:2:1: found '1.5', expected a number of voters");
  EXPECT_EQ(complaint_of_orders("1:\n"),
            "f.toi:2:3: found the end of the line, expected an alternative from 1 to 4");
  EXPECT_EQ(complaint_of_orders("1: 1\n# TITLE: late\n"),
            "f.toi:3:1: found '#', expected a number of voters");
  EXPECT_EQ(complaint_of_orders(""), "f.toi: found no order, expected at least one");
}

TEST_F(PrefLib, RefusesHeadersThatDoNotFitNamingThePlace) {
  EXPECT_EQ(complaint("# TITLE: t\n1: 1\n"),
            "f:2:1: found '1', expected '# NUMBER ALTERNATIVES: n' before the first order");
  EXPECT_EQ(complaint("# ALTERNATIVE NAME 1: a\n"),
            "f:1:20: found '1', expected '# NUMBER ALTERNATIVES: n' before the first name");
  EXPECT_EQ(complaint_of_orders("# ALTERNATIVE NAME 5: a\n1: 1\n"),
            "f.toi:2:20: found '5', expected the number of an alternative, from 1 to 4");
  EXPECT_EQ(complaint_of_orders("# ALTERNATIVE NAME 1: a\n# ALTERNATIVE NAME 1: b\n"),
            "f.toi:3:20: found a second name of alternative 1, expected one");
  EXPECT_EQ(complaint_of_orders("# NUMBER ALTERNATIVES: 4\n"),
            "f.toi:2:3: found the number of alternatives again, expected it once");
  EXPECT_EQ(complaint("# NUMBER ALTERNATIVES: 4000000000\n"),
            "f:1:24: found '4000000000', expected a number of alternatives from 1 to 100000");
  EXPECT_EQ(complaint_of_orders("# NUMBER VOTERS: 3\n1: 1\n1: 2\n"),
            "f.toi:2:18: found 3 voters in the header, expected 2 as in the orders");
  EXPECT_EQ(complaint_of_orders("# NUMBER UNIQUE ORDERS: 3\n1: 1\n1: 2\n"),
            "f.toi:2:25: found 3 orders in the header, expected 2 as in the orders");
}

TEST_F(PrefLib, RefusesOldHeadersThatDoNotFitNamingThePlace) {
  EXPECT_EQ(complaint("2\n1,a\n2,b\n3,4,1\n3,1,2\n"),
            "f:4:3: found 4 voters in the header, expected 3 as in the orders");
  EXPECT_EQ(complaint("2\n1,a\n2,b\n3,3\n"), "f:4:4: found the end of the line, expected ','");
  EXPECT_EQ(complaint("2\n1,a\n"),
            "f:2: found the end of the file, expected an alternative: number,name");
  EXPECT_EQ(complaint("2\n1,a\nb\n"), "f:3:1: found 'b', expected an alternative: number,name");
  EXPECT_EQ(complaint("2\n1,a\n1,b\n"),
            "f:3:1: found a second name of alternative 1, expected one");
  EXPECT_EQ(complaint("2\n,a\n"),
            "f:2:1: found '', expected the number of an alternative, from 1 to 2");
  EXPECT_EQ(complaint("# NUMBER ALTERNATIVES: 2\n# ALTERNATIVE NAME : a\n"),
            "f:2:19: found '', expected the number of an alternative, from 1 to 2");
  EXPECT_EQ(complaint("2\n1,a\n2,\n"), "f:3:3: found '', expected a name");
  EXPECT_EQ(complaint("2\n1,a\n2,b\n3,3,1\n3: 1,2\n"), "f:5:2: found ':', expected ','");
  EXPECT_EQ(complaint("rubbish\n"),
            "f:1:1: found 'rubbish', expected a '#' header or the number of alternatives, from 1 "
            "to 100000");
  EXPECT_EQ(complaint(""), "f: found no order, expected at least one");
  EXPECT_THAT(complaint(std::string_view("\x89PNG\r\n\x1a\n\0\0", 10)), HasSubstr("f:1:"));
  EXPECT_EQ(complaint_of_orders("# TITLE: a\x07\n"),
            "f.toi:2:11: found the byte '\\x07', expected text");
}

TEST_F(PrefLib, LeavesOutOrdersThatNoVoterGave) {
  PrefLibVotes voted = example_votes;
  voted.title.clear();
  // The header counts such orders or not.
  for (const std::string unique : {"3", "4"}) {
    const std::string header =
        "# NUMBER ALTERNATIVES: 3\n# NUMBER VOTERS: 8\n"
        "# NUMBER UNIQUE ORDERS: " +
        unique +
        "\n# ALTERNATIVE NAME 1: Apple pie\n# ALTERNATIVE NAME 2: Cake, "
        "cream\n";
    EXPECT_EQ(
        read_preflib(folder_.file("p.toi", header + "5: 1,{2,3}\n2: 3,1\n0: 2\n1: {1,2,3}\n")),
        voted);
    EXPECT_EQ(
        read_preflib(folder_.file("p.toi", "3\n1,Apple pie\n2,Cake, cream\n3,3\n8,8," + unique +
                                               "\n5,1,{2,3}\n2,3,1\n1,{1,2,3}\n0,2\n")),
        voted);
  }
  EXPECT_EQ(complaint_of_orders("# NUMBER UNIQUE ORDERS: 1\n1: 1\n1: 2\n0: 3\n"),
            "f.toi:2:25: found 1 orders in the header, expected 2 as in the orders");
}

}  // namespace
}  // namespace podium
