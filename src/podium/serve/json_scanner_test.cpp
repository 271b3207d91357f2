#include "podium/serve/json_scanner.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/base/error.hpp"
#include "podium/base/io/json.hpp"
#include "podium/base/mutation.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// Reads an object whose members are such objects, lists of texts if their keys begin with t, else
/// lists of numbers.
void read_sample(JsonScanner& json) {
  json.object([&](const std::string& key) {
    std::vector<float> numbers;
    if (json.next_is_object()) {
      read_sample(json);
    } else if (key.starts_with('t')) {
      json.array([&] { json.text(); });
    } else {
      json.append_numbers(numbers);
    }
  });
}

/// Whether the whole of a text is what read_sample() reads.
bool scans(const std::string& text) {
  try {
    JsonScanner json(text);
    read_sample(json);
    json.end();
    return true;
  } catch (const DataError&) {
    return false;
  }
}

/// The same of a parsed text.
bool is_sample(const Json& json) {
  const auto is_value = [](const Json& value) {
    return value.is_null() || (value.is_number() && std::abs(value.number()) <= FLT_MAX);
  };
  return json.is_object() && std::ranges::all_of(*json.as<Json::Object>(), [&](const auto& member) {
           const auto& [key, value] = member;
           if (value.is_object()) return is_sample(value);
           if (!value.is_array()) return false;
           const Json::Array& list = *value.template as<Json::Array>();
           if (key.starts_with('t')) return std::ranges::all_of(list, &Json::is_text);
           return std::ranges::all_of(list, is_value);
         });
}

TEST(JsonScanner, ReadsMembersInOrder) {
  JsonScanner json(
      R"( {"a" : [1, -2.5e1, null], "b":"x\"\u00e9\ud83d\ude00", "c": {"d":3}, "n": 7} )");
  std::vector<float> numbers;
  std::string text;
  std::size_t inner = 0;
  std::size_t whole = 0;
  json.object([&](const std::string& key) {
    if (key == "a") json.append_numbers(numbers);
    if (key == "b") text = json.text();
    if (key == "c") json.object([&](const std::string& /*d*/) { inner = json.whole(); });
    if (key == "n") whole = json.whole();
  });
  json.end();
  ASSERT_EQ(numbers.size(), 3U);
  EXPECT_EQ(numbers[0], 1.0F);
  EXPECT_EQ(numbers[1], -25.0F);
  EXPECT_TRUE(std::isnan(numbers[2]));
  EXPECT_EQ(text, "x\"\xc3\xa9\xf0\x9f\x98\x80");
  EXPECT_EQ(inner, 3U);
  EXPECT_EQ(whole, 7U);
}

void expect_refused(const std::string& text) {
  EXPECT_FALSE(scans(text)) << text;
  EXPECT_FALSE(try_parse_json(text).value.has_value()) << text;
}

TEST(JsonScanner, RefusesWhatIsNoJson) {
  for (const char* text : {"", " ", "{", "{\"a\":[1],}", "{\"a\"}", "{a:[1]}", "{} {}", "{}}",
                           "{\"a\":[1] \"b\":[2]}", "{\"a\":}", "{\"a\":[1}"}) {
    expect_refused(text);
  }
  EXPECT_TRUE(scans(R"({"n":[1]})"));
  for (const char* numbers : {"1,", ",1", "01", "-01", "1.", ".5", "+1", "1e", "1e+", "--1", "nul",
                              "nan", "Infinity", "1 2"}) {
    expect_refused(std::string("{\"n\":[") + numbers + "]}");
  }
  EXPECT_TRUE(scans(R"({"t":["a"]})"));
  for (const char* texts : {"\"a", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"",
                            "\"\\udc00\"", "\"\n\"", "\"\xff\"", "'a'"}) {
    expect_refused(std::string("{\"t\":[") + texts + "]}");
  }
}

TEST(JsonScanner, NamesThePlace) {
  JsonScanner json("[1,\n  x]");
  std::vector<float> numbers;
  EXPECT_THAT([&] { json.append_numbers(numbers); },
              ThrowsMessage<DataError>("body:2:3: expected a number or null"));
}

TEST(JsonScanner, RefusesNumbersBeyondAFloatAndDeepTexts) {
  std::vector<float> numbers;
  EXPECT_THAT([&] { JsonScanner("[1e39]").append_numbers(numbers); },
              ThrowsMessage<DataError>(HasSubstr("too large for a float")));
  const auto nested = [](std::size_t depth) {
    std::string text;
    for (std::size_t i = 1; i < depth; ++i) text += "{\"a\":";
    return text + "{" + std::string(depth, '}');
  };
  EXPECT_TRUE(scans(nested(JsonScanner::deepest)));
  EXPECT_FALSE(scans(nested(JsonScanner::deepest + 1)));
  EXPECT_FALSE(scans(nested(1'000'000)));
}

TEST(JsonScanner, ComparesKeysWhenToldTo) {
  JsonScanner json(R"({"a":1,"b":2,"a":3})");
  EXPECT_THAT([&] { json.distinct_object([&](const std::string& /*key*/) { json.whole(); }); },
              ThrowsMessage<DataError>("body:1:18: found the member 'a' twice"));
}

TEST(JsonScanner, RefusesNumbersThatAreNotWhole) {
  for (const char* text : {"1.0", "-1", "1e3", "99999999999999999999", "null", "\"1\""}) {
    EXPECT_THROW(JsonScanner(text).whole(), DataError) << text;
  }
}

// The slow twin is the parser that builds documents; it also refuses keys that come twice.
RC_GTEST_PROP(JsonScanner, AcceptsWhatTheParserAccepts, ()) {
  const std::string valid =
      R"({"texts": ["q\n1", "a", "\u00e4"], "n": [10], "documents": )"
      R"({"t": ["b"], "values": [1.5, null, -0.0, 1e-3, 12345.678], "a": {"n": [1]}}})";
  const std::string text = mutated(valid);
  const ParsedJson parsed = try_parse_json(text, {.depth = JsonScanner::deepest});
  const bool is_twice = parsed.problem.find("twice") != std::string::npos;
  if (!is_twice) RC_ASSERT(scans(text) == (parsed.value && is_sample(*parsed.value)));
}

RC_GTEST_PROP(JsonScanner, ReadsNumbersAsTheParserDoes, (double value)) {
  const std::string text = Json(value).dump();
  std::vector<float> numbers;
  if (!(std::abs(value) < 3e38)) return;
  JsonScanner json(text);
  const float read = json.number_or_nan();
  json.end();
  RC_ASSERT(std::abs(read - value) <= std::abs(value) * 6e-8 + 1e-45);
}

}  // namespace
}  // namespace podium
