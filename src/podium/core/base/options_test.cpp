#include "podium/core/base/options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium {
namespace {

using testing::HasSubstr;

enum class Colour { red, green };

struct Sample {
  double rate = 0.5;
  std::size_t rounds = 10;
  bool loud = false;
  Colour colour = Colour::red;
  std::string name = "none";

  static auto fields() {
    using Self = Sample;
    return std::array{
        field("rate", &Self::rate, 0.0, 1.0, "a share"),
        field("rounds", &Self::rounds, 1, 100, "how often"),
        field("loud", &Self::loud, "whether to shout"),
        field("colour", &Self::colour, std::array<std::string_view, 2>{"red", "green"}, "which"),
        field("name", &Self::name, "what it is called"),
    };
  }
};
static_assert(has_all_fields<Sample>());

struct Forgetful {
  int a = 0;
  int b = 0;
  static auto fields() { return std::array{field("a", &Forgetful::a, 0, 1, "b is missing here")}; }
};
static_assert(!has_all_fields<Forgetful>());

std::string refusal(const OptionText& text) {
  try {
    parse_options<Sample>(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Options, DescribeTheirDefaultsAndRanges) {
  const auto infos = describe_options<Sample>();
  ASSERT_EQ(infos.size(), 5U);
  EXPECT_EQ(infos[0].name, "rate");
  EXPECT_EQ(infos[0].default_value, "0.5");
  EXPECT_EQ(infos[0].range, "[0, 1]");
  EXPECT_EQ(infos[3].range, "red, green");
}

TEST(Options, SurviveTheWayThroughText) {
  const Sample sample{.rate = 0.1, .loud = true, .colour = Colour::green};
  const OptionText text = options_text(sample);
  EXPECT_EQ(text, (OptionText{{"rate", "0.1"}, {"loud", "true"}, {"colour", "green"}}));
  EXPECT_EQ(options_text(parse_options<Sample>(text)), text);
}

TEST(Options, RefuseWhatIsUnknownMalformedOrOutOfRange) {
  EXPECT_THAT(refusal({{"rat", "1"}}), HasSubstr("unknown option 'rat'; known are: rate, rounds"));
  EXPECT_THAT(refusal({{"rate", "fast"}}), HasSubstr("found 'fast', expected a number in [0, 1]"));
  EXPECT_THAT(refusal({{"rate", "nan"}}), HasSubstr("outside [0, 1]"));
  EXPECT_THAT(refusal({{"rounds", "0"}}), HasSubstr("outside [1, 100]"));
  EXPECT_THAT(refusal({{"rounds", "1.5"}}), HasSubstr("expected a whole number"));
  EXPECT_THAT(refusal({{"colour", "blue"}}), HasSubstr("expected one of: red, green"));
  EXPECT_THAT(refusal({{"loud", "maybe"}}), HasSubstr("expected true or false"));
}

struct Other {
  std::size_t depth = 3;
  static auto fields() { return std::array{field("depth", &Other::depth, 1, 9, "how deep")}; }
};

TEST(Options, OfSeveralStructsAreReadFromOneText) {
  EXPECT_EQ((describe_option_groups<Sample, Other>().size()), 6U);
  const auto [sample, other] =
      parse_option_groups<Sample, Other>({{"depth", "5"}, {"rate", "0.25"}});
  EXPECT_EQ(sample.rate, 0.25);
  EXPECT_EQ(other.depth, 5U);
  const auto refused = [] { parse_option_groups<Sample, Other>({{"depht", "5"}}); };
  EXPECT_THAT(refused, ThrowsMessage<UsageError>(HasSubstr("loud, colour, name, depth")));
}

}  // namespace
}  // namespace podium
