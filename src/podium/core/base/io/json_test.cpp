#include "podium/core/base/io/json.hpp"

#include <limits>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"

namespace podium {
namespace {

using testing::HasSubstr;

std::string problem_of(std::string_view text) {
  try {
    (void)parse_json(text, {"x.json"});
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

TEST(Json, WritesMembersInTheOrderInWhichTheyCame) {
  Json json = {{"name", "z"}, {"flag", true}, {"count", 3U}, {"least", -2}, {"share", 0.1}};
  json["list"] = std::vector<double>{1.0, 0.5};
  json["options"] = std::map<std::string, std::string>{{"b", "2"}, {"a", "1"}};
  json["nothing"] = nullptr;
  json["pair"] = Json::array({"key", 1});
  json["name"] = "y";
  EXPECT_EQ(json.dump(),
            R"({"name":"y","flag":true,"count":3,"least":-2,"share":0.1,"list":[1.0,0.5],)"
            R"("options":{"a":"1","b":"2"},"nothing":null,"pair":["key",1]})");
}

TEST(Json, ATextAndAValueInBracesAreAMember) {
  EXPECT_EQ((Json{{"a", 1}}).dump(), R"({"a":1})");
  EXPECT_EQ(Json::array({"a", 1}).dump(), R"(["a",1])");
  EXPECT_EQ(Json::array().dump(), "[]");
  EXPECT_EQ(Json::object().dump(), "{}");
  EXPECT_EQ(Json().dump(), "null");
}

TEST(Json, ListsGrowAndMembersGo) {
  Json json;
  json["rows"].push_back({1, 2});
  json["rows"].push_back("text");
  json["old"] = 1;
  json.erase("old");
  EXPECT_EQ(json.dump(1), "{\n \"rows\": [\n  [\n   1,\n   2\n  ],\n  \"text\"\n ]\n}");
  EXPECT_THROW(json.push_back(1), ContractError);
  EXPECT_THROW((void)json["rows"]["x"], ContractError);
}

TEST(Json, NumbersThatAreNotFiniteAreNull) {
  const Json json = std::vector<double>{std::numeric_limits<double>::quiet_NaN(),
                                        std::numeric_limits<double>::infinity()};
  EXPECT_EQ(json.dump(), "[null,null]");
}

TEST(Json, BytesThatAreNotUtf8AreReplacedOrRefused) {
  const Json json = {{"name", "a\xff"}};
  EXPECT_EQ(json.dump(), "{\"name\":\"a\xEF\xBF\xBD\"}");
  EXPECT_THROW((void)json.exact_dump(), UsageError);
  EXPECT_EQ(Json("\xC3\xA4").exact_dump(), "\"\xC3\xA4\"");
}

TEST(Json, ReadsBackWhatItWrote) {
  const std::string text =
      R"({"a":[1,-1,1.5,1e-320,18446744073709551615,null,true,{"b":[]},{}],"c":"\u0000\"é"})";
  const Json json = parse_json(text, {"x.json"});
  EXPECT_EQ(parse_json(json.dump(), {"x.json"}).dump(), json.dump());
  const Json::Array& list = *json.find("a")->as<Json::Array>();
  EXPECT_EQ(*list[0].as<std::uint64_t>(), 1U);
  EXPECT_EQ(*list[1].as<std::int64_t>(), -1);
  EXPECT_EQ(*list[2].as<double>(), 1.5);
  EXPECT_EQ(*list[4].as<std::uint64_t>(), std::numeric_limits<std::uint64_t>::max());
  EXPECT_TRUE(list[5].is_null());
  EXPECT_TRUE(*list[6].as<bool>());
  EXPECT_TRUE(list[7].find("b")->is_array());
  EXPECT_EQ(list[7].find("c"), nullptr);
  EXPECT_EQ(list[0].find("c"), nullptr);
}

TEST(Json, SaysWhereATextIsMalformed) {
  EXPECT_EQ(problem_of("{\n \"a\": x}"), "x.json:2:7: found malformed JSON");
  EXPECT_EQ(problem_of("{} {}"), "x.json:1:4: found malformed JSON");
  EXPECT_EQ(problem_of("[1,"), "x.json:1:4: found the end of the text, expected more JSON");
  EXPECT_EQ(problem_of(""), "x.json:1:1: found the end of the text, expected more JSON");
  EXPECT_EQ(problem_of("[1e999]"),
            "x.json:1:2: found a number that is too large, expected a finite one");
  EXPECT_EQ(problem_of("[\n" + std::string(256, '[')),
            "x.json:2:256: found more than 256 lists and objects inside each other");
  EXPECT_THAT(problem_of("[\"\xff\"]"), HasSubstr("x.json:1:3: found a text that is not UTF-8"));
}

TEST(Json, CountsLinesFromTheLineOfTheText) {
  try {
    (void)parse_json("{]", {"results.jsonl", 7});
    FAIL();
  } catch (const DataError& error) {
    EXPECT_STREQ(error.what(), "results.jsonl:7:2: found malformed JSON");
  }
}

TEST(Json, RefusesAKeyThatComesTwiceAtAnyDepth) {
  EXPECT_EQ(problem_of("{\"a\":1,\n\"b\":{\"a\":2},\n \"a\":1}"),
            "x.json:3:2: found the key 'a' twice, expected it once");
  EXPECT_THAT(problem_of(R"([{"b":{"a":1,"a":2}}])"), HasSubstr("'a' twice"));
  for (int members = 2; members < 30; ++members) {
    std::string object = R"({"a":0)";
    for (int i = 2; i < members; ++i) object += ",\"" + std::to_string(i) + "\":0";
    EXPECT_THAT(problem_of(object + R"(,"a":0})"), HasSubstr("'a' twice")) << members;
    EXPECT_TRUE(try_parse_json(object + "}").value) << members;
  }
  EXPECT_EQ(problem_of(R"({"a":{"a":1},"b":{"a":1}})"), "");
}

TEST(Json, FindsTheEndOfATextWhereverItIs) {
  for (std::size_t n = 0; n < 20; ++n) {
    const std::string before = std::string(n / 2, ' ') + std::string(n - n / 2, '\x7f');
    const std::string after(20 - n, '!');
    EXPECT_EQ(*parse_json("\"" + before + "\"", {}).as<std::string>(), before) << n;
    for (const auto& [written, meant] :
         {std::pair("\\\"", "\""), {"\\\\", "\\"}, {"\xc3\xbc", "\xc3\xbc"}}) {
      EXPECT_EQ(*parse_json("\"" + before + written + after + "\"", {}).as<std::string>(),
                before + meant + after)
          << n;
    }
    for (const char bad : {'\x1f', '\0', '\xff'}) {
      EXPECT_FALSE(try_parse_json("\"" + before + bad + after + "\"").value) << n;
    }
  }
}

TEST(Json, StopsAtItsLimits) {
  const std::string deep(100'000, '[');
  EXPECT_THAT(try_parse_json(deep).problem, HasSubstr("more than 256 lists and objects"));
  const JsonLimits limits{.depth = 2, .members = 2};
  EXPECT_TRUE(try_parse_json(R"([{"a":1,"b":2},{"a":1}])", limits).value);
  EXPECT_THAT(try_parse_json("[[[]]]", limits).problem, HasSubstr("more than 2 lists"));
  EXPECT_THAT(try_parse_json(R"({"a":1,"b":2,"c":3})", limits).problem,
              HasSubstr("more than 2 members"));
}

}  // namespace
}  // namespace podium
