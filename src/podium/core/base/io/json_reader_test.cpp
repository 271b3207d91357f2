#include "podium/core/base/io/json_reader.hpp"

#include <cmath>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

JsonReader reader(std::string_view text) {
  return read_json(text, {"x.json"});
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const DataError& error) {
    return error.what();
  }
  return "nothing thrown";
}

TEST(JsonReader, ReadsEveryTypeOfValue) {
  const JsonReader json =
      reader(R"({"text":"t","flag":false,"number":-2,"whole":7,"list":[1,2.5],"names":["a","b"],)"
             R"("gaps":[1,null],"options":{"x":"1","y":"2"}})");
  EXPECT_EQ(json.at("text").text(), "t");
  EXPECT_FALSE(json.at("flag").flag());
  EXPECT_EQ(json.at("number").number(), -2.0);
  EXPECT_EQ(json.at("whole").whole(7, 7), 7U);
  EXPECT_THAT(json.at("list").numbers(), ElementsAre(1.0, 2.5));
  EXPECT_THAT(json.at("list").numbers(2), ElementsAre(1.0, 2.5));
  EXPECT_THAT(json.at("names").texts(), ElementsAre("a", "b"));
  EXPECT_TRUE(std::isnan(json.at("gaps").numbers_or_nan().at(1)));
  EXPECT_TRUE(std::isnan(json.at("gaps").items().at(1).number_or_nan()));
  EXPECT_THAT(json.at("options").text_members(), ElementsAre(Pair("x", "1"), Pair("y", "2")));
  EXPECT_FALSE(json.find("other"));
  constexpr std::array<std::string_view, 2> names = {"s", "t"};
  EXPECT_EQ(json.at("text").choice(names), 1U);
}

TEST(JsonReader, OutlivesTheReaderItCameFrom) {
  const JsonReader inner = reader(R"({"a":{"b":[{"c":"text"}]}})").at("a").at("b").items().front();
  EXPECT_EQ(inner.at("c").text(), "text");
}

TEST(JsonReader, NamesFilePlaceAndWhatWasFound) {
  const JsonReader json = reader(R"({"a":{"b":[1,"x",null]},"n":-1,"k":"v"})");
  const JsonReader list = json.at("a").at("b");
  EXPECT_EQ(message_of([&] { (void)list.numbers(); }),
            "x.json: a.b[1]: found 'x', expected a finite number");
  EXPECT_EQ(message_of([&] { (void)list.numbers(2); }),
            "x.json: a.b: found a list of 3, expected a list of 2 numbers");
  EXPECT_EQ(message_of([&] { (void)list.items()[2].text(); }),
            "x.json: a.b[2]: found null, expected text");
  EXPECT_EQ(message_of([&] { (void)list.at("c"); }),
            "x.json: a.b: found a list of 3, expected an object");
  EXPECT_EQ(message_of([&] { (void)json.at("a").items(); }),
            "x.json: a: found an object, expected a list");
  EXPECT_EQ(message_of([&] { (void)json.at("a").at("c"); }),
            "x.json: a: found no 'c', expected one");
  EXPECT_EQ(message_of([&] { (void)json.at("n").whole(1, 9); }),
            "x.json: n: found -1, expected a whole number from 1 to 9");
  EXPECT_EQ(message_of([&] { (void)json.at("n").flag(); }),
            "x.json: n: found -1, expected true or false");
  EXPECT_EQ(message_of([&] {
              json.expect_keys({"a", "n"});
            }),
            "x.json: found the key 'k', expected one of: a, n");
  EXPECT_EQ(message_of([&] { json.at("n").expect_version(1); }),
            "x.json: n: found -1, expected a whole number from 0");
  constexpr std::array<std::string_view, 2> names = {"s", "t"};
  EXPECT_EQ(message_of([&] { (void)json.at("k").choice(names); }),
            "x.json: k: found 'v', expected one of: s, t");
}

TEST(JsonReader, AValueThatIsInNoFileIsNamedByItsPlaceAlone) {
  const JsonReader json(Json{{"a", 1}}, {});
  EXPECT_EQ(message_of([&] { (void)json.at("a").text(); }), "a: found 1, expected text");
}

TEST(JsonReader, RefusesAnotherVersion) {
  const JsonReader json = reader(R"({"podium_model":2})");
  EXPECT_NO_THROW(json.at("podium_model").expect_version(2));
  EXPECT_EQ(message_of([&] { json.at("podium_model").expect_version(1); }),
            "x.json: podium_model: found version 2, expected 1");
}

}  // namespace
}  // namespace podium
