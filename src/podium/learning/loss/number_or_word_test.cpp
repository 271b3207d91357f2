#include "podium/learning/loss/number_or_word.hpp"

#include <array>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"

namespace podium {
namespace {

struct Unlimited {
  static constexpr std::string_view name = "all";
  static constexpr std::size_t value = 0;
};

struct Depths {
  std::size_t depth = 10;

  static auto fields() {
    return std::array{field_or_word<Unlimited>("depth", &Depths::depth, 1, 100, "how deep")};
  }
};
static_assert(has_all_fields<Depths>());

TEST(NumberOrWord, ReadsAndWritesBoth) {
  EXPECT_EQ(parse_options<Depths>({{"depth", "all"}}).depth, 0U);
  EXPECT_EQ(parse_options<Depths>({{"depth", "7"}}).depth, 7U);
  const OptionField field = Depths::fields()[0];
  const Depths all{.depth = 0};
  const Depths seven{.depth = 7};
  EXPECT_EQ(field.text_of(&all), "all");
  EXPECT_EQ(field.text_of(&seven), "7");
  EXPECT_EQ(field.range, "[1, 100], all");
}

TEST(NumberOrWord, RefusesOtherWordsAndNumbers) {
  for (const char* text : {"0", "101", "ALL", "-1", "7.5", ""}) {
    EXPECT_THROW(parse_options<Depths>({{"depth", text}}), UsageError) << text;
  }
}

}  // namespace
}  // namespace podium
