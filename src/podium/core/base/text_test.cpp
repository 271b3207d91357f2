#include "podium/core/base/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Text, QuotesTokensReadably) {
  EXPECT_EQ(in_quotes("qid:"), "'qid:'");
  EXPECT_EQ(in_quotes(std::string_view("a\0\n\x7f", 4)), "'a\\x00\\x0a\\x7f'");
  EXPECT_EQ(in_quotes(std::string(100, 'x')), "'" + std::string(40, 'x') + "...'");
}

TEST(Text, CutsQuotedTokensBetweenCharacters) {
  const std::string wide = "\xe4\xb8\xad";
  std::string token = "x";
  while (token.size() < 100) token += wide;
  EXPECT_EQ(in_quotes(token), "'" + token.substr(0, 40) + "...'");
  EXPECT_EQ(in_quotes("x" + token), "'x" + token.substr(0, 37) + "...'");
  EXPECT_EQ(in_quotes(std::string(100, '\x80')), "'" + std::string(36, '\x80') + "...'");
}

TEST(Text, SplitsOutsideBrackets) {
  EXPECT_THAT(split_outside_brackets("map,rbp(p=0.9,x=1)@5,p@1", ','),
              ElementsAre("map", "rbp(p=0.9,x=1)@5", "p@1"));
  EXPECT_THAT(split_outside_brackets("", ','), IsEmpty());
  EXPECT_THAT(split_outside_brackets("a,", ','), ElementsAre("a", ""));
}

TEST(Text, PrintsNumbersThatReadBack) {
  for (const double value : {0.1, 1.0 / 3.0, 1e300, -2.5e-310}) {
    EXPECT_EQ(parse_number<double>(to_text(value)), value);
  }
  EXPECT_EQ(parse_number<int>("12x"), std::nullopt);
  EXPECT_EQ(parse_number<unsigned>("-1"), std::nullopt);
  EXPECT_EQ(parse_number<double>(""), std::nullopt);
}

TEST(Text, TrimsBlanksAndLowersCase) {
  EXPECT_EQ(trimmed(" \ta b\r"), "a b");
  EXPECT_EQ(trimmed("  "), "");
  EXPECT_EQ(lower_case("NDCG@10"), "ndcg@10");
}

}  // namespace
}  // namespace podium
