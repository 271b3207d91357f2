#include "podium/serving/body_scanner.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/json.hpp"
#include "podium/core/base/mutation_fixture.hpp"

namespace podium::serving {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// Whether the whole of a text can be read.
bool scans(const std::string& text) {
  try {
    BodyScanner json(text);
    json.skip();
    json.end();
    return true;
  } catch (const DataError&) {
    return false;
  }
}

TEST(BodyScanner, ReadsMembersInOrder) {
  BodyScanner json(
      R"( {"a" : [1, -2.5e1, null, "w"], "b":"x\"\u00e9\ud83d\ude00", "c": {"d":3}, "n": 7} )");
  std::vector<float> numbers;
  std::vector<BodyScanner::ListedText> texts;
  std::string text;
  std::size_t inner = 0;
  std::size_t whole = 0;
  json.object([&](const std::string& key) {
    if (key == "a") json.append_numbers(numbers, texts);
    if (key == "b") text = json.text();
    if (key == "c") json.object([&](const std::string& /*d*/) { inner = json.whole(); });
    if (key == "n") whole = json.whole();
  });
  json.end();
  ASSERT_EQ(numbers.size(), 4U);
  ASSERT_EQ(texts.size(), 1U);
  EXPECT_EQ(texts[0].place, 3U);
  EXPECT_EQ(texts[0].text, "w");
  EXPECT_EQ(numbers[0], 1.0F);
  EXPECT_EQ(numbers[1], -25.0F);
  EXPECT_TRUE(std::isnan(numbers[2]));
  EXPECT_EQ(text, "x\"\xc3\xa9\xf0\x9f\x98\x80");
  EXPECT_EQ(inner, 3U);
  EXPECT_EQ(whole, 7U);
}

TEST(BodyScanner, RefusesWhatIsNoJson) {
  for (const char* text : {"",
                           " ",
                           "{",
                           "[1,]",
                           "[,1]",
                           "{\"a\":1,}",
                           "{\"a\"}",
                           "{a:1}",
                           "01",
                           "-01",
                           "1.",
                           ".5",
                           "+1",
                           "1e",
                           "1e+",
                           "--1",
                           "nul",
                           "nan",
                           "Infinity",
                           "tru",
                           "\"a",
                           "\"\\x\"",
                           "\"\\u12\"",
                           "\"\\ud800\"",
                           "\"\\ud800\\u0041\"",
                           "\"\\udc00\"",
                           "\"\n\"",
                           "\"\xff\"",
                           "[1 2]",
                           "1 2",
                           "[1]]",
                           "{\"a\":1 \"b\":2}",
                           "'a'"}) {
    EXPECT_FALSE(scans(text)) << text;
    EXPECT_FALSE(try_parse_json(text).value.has_value()) << text;
  }
}

TEST(BodyScanner, NamesThePlace) {
  BodyScanner json("[1,\n  x]");
  std::vector<float> numbers;
  std::vector<BodyScanner::ListedText> texts;
  EXPECT_THAT([&] { json.append_numbers(numbers, texts); },
              ThrowsMessage<DataError>("body:2:3: expected a number or null"));
}

TEST(BodyScanner, RefusesNumbersBeyondAFloatAndDeepTexts) {
  std::vector<float> numbers;
  std::vector<BodyScanner::ListedText> texts;
  EXPECT_THAT([&] { BodyScanner("[1e39]").append_numbers(numbers, texts); },
              ThrowsMessage<DataError>(HasSubstr("too large for a float")));
  EXPECT_TRUE(
      scans(std::string(BodyScanner::deepest, '[') + std::string(BodyScanner::deepest, ']')));
  EXPECT_FALSE(scans(std::string(1'000'000, '[')));
}

TEST(BodyScanner, ComparesKeysWhenToldTo) {
  BodyScanner json(R"({"a":1,"b":2,"a":3})");
  EXPECT_THAT([&] { json.distinct_object([&](const std::string& /*key*/) { json.whole(); }); },
              ThrowsMessage<DataError>("body:1:18: found the member 'a' twice"));
}

TEST(BodyScanner, RefusesNumbersThatAreNotWhole) {
  for (const char* text : {"1.0", "-1", "1e3", "99999999999999999999", "null", "\"1\""}) {
    EXPECT_THROW(BodyScanner(text).whole(), DataError) << text;
  }
}

// The parser that builds documents also refuses keys that come twice. A library is the judge of
// both.
RC_GTEST_PROP(BodyScanner, AcceptsWhatTheParserAccepts, ()) {
  const std::string valid =
      R"({"query": "q\n1", "features": ["a", "b"], "top": 10, "on": true, "documents": )"
      R"([{"id": "\u00e4", "values": [1.5, null, -0.0, 1e-3, 12345.678]}, {"values": {"a": 1}}]})";
  const std::string text = mutated(valid);
  const ParsedJson parsed = try_parse_json(text, {.depth = BodyScanner::deepest});
  const bool is_twice = parsed.problem.find("twice") != std::string::npos;
  if (!is_twice) RC_ASSERT(scans(text) == parsed.value.has_value());
  RC_ASSERT(is_twice || nlohmann::json::accept(text) == parsed.value.has_value());
}

RC_GTEST_PROP(BodyScanner, ReadsNumbersAsTheParserDoes, (double value)) {
  const std::string text = Json(value).dump();
  std::vector<float> numbers;
  if (!(std::abs(value) < 3e38)) return;
  BodyScanner json(text);
  const float read = json.number_or_nan();
  json.end();
  RC_ASSERT(std::abs(read - value) <= std::abs(value) * 6e-8 + 1e-45);
}

}  // namespace
}  // namespace podium::serving
