#include "podium/serving/query_message.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/mutation_fixture.hpp"

namespace podium::serving {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr float gap = -999.0F;  ///< for NaN, so that vectors compare

FeatureColumns columns() {
  return FeatureColumns({.count = 3, .first_id = 1, .names = {"bm25", "title", "pagerank"}});
}

/// All rows of a query.
std::vector<float> comparable(QueryMessage message) {
  std::vector<float> memory;
  const std::span<float> rows = message.values.rows(0, message.documents, memory);
  std::vector<float> values(rows.begin(), rows.end());
  for (float& value : values) value = std::isnan(value) ? gap : value;
  return values;
}

QueryMessage read(const std::string& body, std::size_t documents = 10) {
  return read_query_json(body, columns(), {.documents = documents});
}

std::string refusal(const std::string& body) {
  try {
    read(body, 2);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(QueryMessage, ReadsWords) {
  const std::vector<CategoryMeans> categories = {{.feature = "brand",
                                                  .value = {0, 1, 2},
                                                  .mean = {0.1, 0.2, 0.3},
                                                  .has_words = true,
                                                  .word = {"7", "acme", "bolt"},
                                                  .count = {1, 1, 1}}};
  const FeatureColumns own({.count = 2, .first_id = 1, .names = {"bm25", "brand"}}, categories);
  const auto values = [&](const std::string& body) {
    return comparable(read_query_json(body, own, {}));
  };
  constexpr float unseen = 16'777'216.0F;
  EXPECT_THAT(
      values(R"({"documents":[{"values":[1,"bolt"]},{"values":[2,"acne"]},{"values":[3,7]},)"
             R"({"values":[4,""]},{"values":[5,null]}]})"),
      ElementsAre(1, 2, 2, unseen, 3, 0, 4, gap, 5, gap));
  EXPECT_THAT(values(R"({"features":["title","brand","bm25"],"extra":"ignore",)"
                     R"("documents":[{"values":["a","acme",1]}]})"),
              ElementsAre(1, 1));
  EXPECT_THAT(values(R"({"documents":[{"values":{"brand":"acme"}},{"values":{"brand":7}}]})"),
              ElementsAre(gap, 1, gap, 0));
  EXPECT_THAT([&] { values(R"({"documents":[{"values":["bolt",1]}]})"); },
              ThrowsMessage<UsageError>(HasSubstr("the text 'bolt' for the feature 'bm25'")));
  EXPECT_THAT([&] { values(R"({"documents":[{"values":{"bm25":"x"}}]})"); },
              ThrowsMessage<DataError>(HasSubstr("the text 'x' for the feature 'bm25'")));
  EXPECT_THAT([&] { read_query_rows(std::string("PDM1\2\0\0\0\0\0\0\0\0\0\0\0", 16), own, {}); },
              ThrowsMessage<UsageError>(HasSubstr("expected JSON")));
}

TEST(QueryMessage, ReadsValuesInTheOrderOfTheModel) {
  const QueryMessage message = read(
      R"({"query":"q","top":2,"documents":[{"id":"a","values":[1,2,3]},{"values":[4,null,6],"id":"b"}]})");
  EXPECT_EQ(message.query, "q");
  EXPECT_EQ(message.top, 2U);
  EXPECT_EQ(message.documents, 2U);
  EXPECT_THAT(message.ids, ElementsAre("a", "b"));
  EXPECT_EQ(message.id(1), "b");
  EXPECT_THAT(comparable(message), ElementsAre(1, 2, 3, 4, gap, 6));
}

TEST(QueryMessage, NamesDocumentsByTheirPlaces) {
  EXPECT_EQ(read(R"({"documents":[{"values":[1,2,3]},{"values":[4,5,6]}]})").id(1), "2");
}

TEST(QueryMessage, ArrangesValuesByTheNamesOfFeatures) {
  for (
      const char* body :
      {R"({"features":["pagerank","bm25"],"documents":[{"values":[3,1]},{"values":[null,4]}]})",
       R"({"documents":[{"values":[3,1]},{"values":[null,4]}],"features":["pagerank","bm25"]})",
       R"({"documents":[{"values":{"pagerank":3,"bm25":1}},{"values":{"bm25":4,"pagerank":null}}]})"}) {
    EXPECT_THAT(comparable(read(body)), ElementsAre(1, gap, 3, 4, gap, gap)) << body;
  }
}

TEST(QueryMessage, KnowsFeaturesWithoutNamesByTheirNumbers) {
  const FeatureColumns numbered({.count = 2, .first_id = 1});
  for (const char* body : {R"({"features":["2","1"],"documents":[{"values":[5,4]}]})",
                           R"({"documents":[{"values":{"f1":4,"f2":5}}]})"}) {
    EXPECT_THAT(comparable(read_query_json(body, numbered, {})), ElementsAre(4, 5)) << body;
  }
  EXPECT_THROW(read(R"({"documents":[{"values":{"f1":1}}]})"), UsageError);
}

TEST(QueryMessage, LeavesOutUnknownFeaturesOnlyWhenToldTo) {
  const std::string listed = R"("features":["bm25","spam"],"documents":[{"values":[1,7]}]})";
  const std::string named = R"("documents":[{"values":{"bm25":1,"spam":7}}]})";
  for (const std::string& rest : {listed, named}) {
    EXPECT_THAT(comparable(read(R"({"extra":"ignore",)" + rest)), ElementsAre(1, gap, gap));
    EXPECT_THAT([&] { read("{" + rest); },
                ThrowsMessage<UsageError>(HasSubstr("the model has no feature 'spam'")));
  }
  EXPECT_THAT(refusal(R"({"documents":[{"values":{"bm26":1}}]})"),
              HasSubstr("did you mean 'bm25'"));
  for (const char* body :
       {R"({"extra":"ignore","documents":[{"values":{"x":1,"bm25":1,"x":2}}]})",
        R"({"extra":"ignore","features":["x","y","x"],"documents":[{"values":[1,2,3]}]})"}) {
    EXPECT_THAT(refusal(body), HasSubstr("found the feature 'x' twice")) << body;
  }
}

TEST(QueryMessage, SaysWhatIsWrong) {
  EXPECT_THAT(refusal("{}"), HasSubstr("expected the member 'documents'"));
  EXPECT_THAT(refusal(R"({"docs":[]})"), HasSubstr("found the member 'docs'"));
  EXPECT_THAT(refusal(R"({"documents":[{}]})"), HasSubstr("a document without values"));
  EXPECT_THAT(refusal(R"({"documents":[{"values":[1,2]}]})"),
              HasSubstr("found 2 values in each document, expected the 3 features"));
  EXPECT_THAT(refusal(R"({"documents":[{"values":[1,2,3]},{"values":[1]}]})"),
              HasSubstr("found 1 values, expected 3"));
  EXPECT_THAT(refusal(R"({"documents":[{"id":"","values":[1,2,3]}]})"),
              HasSubstr("found an empty id, expected a name"));
  EXPECT_THAT(refusal(R"({"documents":[{"id":"a","values":[1,2,3]},{"values":[1,2,3]}]})"),
              HasSubstr("an id for some documents only"));
  EXPECT_THAT(refusal(R"({"documents":[{"values":[1,2,3]},{"id":"a","values":[1,2,3]}]})"),
              HasSubstr("an id for some documents only"));
  EXPECT_THAT(refusal(R"({"documents":[{"values":[1,2,3]},{"id":"a","id":"b","values":[1,2,3]}]})"),
              HasSubstr("expected id and values, each once"));
  EXPECT_THAT(refusal(R"({"documents":[{"id":"a","id":"b","values":[1,2,3]}]})"),
              HasSubstr("expected id and values, each once"));
  EXPECT_THAT(refusal(R"({"features":["bm25","bm25"],"documents":[{"values":[1,2]}]})"),
              HasSubstr("the feature 'bm25' twice"));
  EXPECT_THAT(refusal(R"({"features":["bm25"],"documents":[{"values":[1,2]}]})"),
              HasSubstr("2 values in each document and 1 names"));
  EXPECT_THAT(refusal(R"({"extra":"keep","documents":[]})"), HasSubstr("expected 'ignore'"));
  EXPECT_THAT(refusal(R"({"documents":[],"documents":[]})"), HasSubstr("twice"));
  EXPECT_THAT(refusal(R"({"documents":[{"values":[1,2,3]},{"values":{"bm25":1}}]})"),
              HasSubstr("by name behind a list"));
  EXPECT_THAT(refusal(R"({"documents":[{"values":{"bm25":1}},{"values":[1,2,3]}]})"),
              HasSubstr("a list of values behind values by name"));
  EXPECT_THAT(refusal(R"({"documents":[{"values":{}},{"values":{}},{"values":{}}]})"),
              HasSubstr("more than 2 documents"));
  EXPECT_EQ(refusal(R"({"documents":[]})"), "accepted");
}

TEST(QueryMessage, RefusesWhatComesTwice) {
  const std::string documents = R"("documents":[{"values":[1,2,3]}])";
  for (const std::string member :
       {R"("query":"q")", R"("query":"")", R"("features":["bm25","title","pagerank"])",
        R"("top":1)", R"("extra":"ignore")"}) {
    EXPECT_EQ(refusal("{" + member + "," + documents + "}"), "accepted") << member;
    const std::string name = member.substr(1, member.find(':') - 2);
    EXPECT_THAT(refusal("{" + member + "," + documents + "," + member + "}"),
                HasSubstr("found the member '" + name + "' twice"));
  }
  for (const char* values : {R"({"bm25":1,"bm25":2})", R"({"bm25":null,"bm25":2})",
                             R"({"bm25":1,"title":0,"bm25":null})"}) {
    EXPECT_THAT(refusal(std::string(R"({"documents":[{"values":{}},{"values":)") + values + "}]}"),
                HasSubstr("found the feature 'bm25' twice in a document"));
  }
  EXPECT_EQ(refusal(R"({"documents":[{"values":{"bm25":1}},{"values":{"bm25":2}}]})"), "accepted");
  EXPECT_THAT(
      [] {
        read_query_json(R"({"documents":[{"values":{"1":4,"f1":5}}]})",
                        FeatureColumns({.count = 2, .first_id = 1}), {});
      },
      ThrowsMessage<DataError>(HasSubstr("found the feature '1' twice in a document")));
}

TEST(QueryMessage, RefusesAnOrderOfFeaturesForValuesByName) {
  for (const char* body :
       {R"({"features":["bm25"],"documents":[{"values":{"bm25":1}}]})",
        R"({"documents":[{"values":{"bm25":1}}],"features":["bm25"],"extra":"ignore"})"}) {
    EXPECT_THAT(refusal(body), HasSubstr("found the member 'features' and values by name")) << body;
  }
}

std::string binary(std::array<std::uint32_t, 3> head, const std::vector<float>& values) {
  std::string body = "PDM1";
  body.append(reinterpret_cast<const char*>(head.data()), sizeof head);
  body.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
  return body;
}

TEST(QueryMessage, ReadsTheBinaryForm) {
  const float missing = std::numeric_limits<float>::quiet_NaN();
  const QueryMessage message =
      read_query_rows(binary({3, 2, 0}, {1, 2, 3, 4, missing, 6}), columns(), {});
  EXPECT_EQ(message.documents, 2U);
  EXPECT_THAT(comparable(message), ElementsAre(1, 2, 3, 4, gap, 6));
  EXPECT_EQ(read_query_rows(binary({3, 0, 0}, {}), columns(), {}).documents, 0U);
}

TEST(QueryMessage, RefusesOtherBytes) {
  const auto rows = [](const std::string& body) {
    return [body] { read_query_rows(body, columns(), {.documents = 2}); };
  };
  EXPECT_THROW(rows("")(), UsageError);
  EXPECT_THROW(rows("PDM1")(), UsageError);
  EXPECT_THROW(rows("PDM2" + binary({3, 0, 0}, {}).substr(4))(), UsageError);
  EXPECT_THAT(rows(binary({2, 1, 0}, {1, 2})),
              ThrowsMessage<UsageError>("found 2 columns, expected the 3 features of the model"));
  EXPECT_THAT(rows(binary({3, 1, 0}, {1, 2})),
              ThrowsMessage<UsageError>(HasSubstr("found 24 bytes")));
  EXPECT_THAT(rows(binary({3, 1, 1}, {1, 2, 3})), ThrowsMessage<UsageError>(HasSubstr("not 0")));
  EXPECT_THAT(rows(binary({3, 4'000'000'000U, 0}, {1})),
              ThrowsMessage<UsageError>(HasSubstr("the limit of a request is 2")));
  EXPECT_THAT(rows(binary({3, 1, 0}, {1, INFINITY, 3})),
              ThrowsMessage<UsageError>(HasSubstr("infinite")));
}

RC_GTEST_PROP(QueryMessage, IsReadOrRefusedWhateverComes, ()) {
  const std::string listed =
      R"({"query":"q","features":["pagerank","bm25"],"top":2,"extra":"ignore",)"
      R"("documents":[{"id":"a","values":[1,2]},{"id":"b","values":[null,2.5]}]})";
  const std::string named =
      R"({"documents":[{"values":{"bm25":1,"title":null}},{"values":{"pagerank":2,"bm25":3}}]})";
  const std::string text = mutated(drawn_below(2) == 0 ? listed : named);
  try {
    const QueryMessage message = read(text);
    RC_ASSERT(comparable(message).size() == message.documents * 3U);
    RC_ASSERT(message.ids.empty() || message.ids.size() == message.documents);
  } catch (const Error&) {
  }
}

TEST(QueryMessage, WritesScoresAsTheyAreInMemory) {
  const std::array<double, 2> scores = {1.5, -0.25};
  const std::string bytes = scores_as_bytes(scores);
  ASSERT_EQ(bytes.size(), 16U);
  EXPECT_EQ(std::memcmp(bytes.data(), scores.data(), 16), 0);
}

TEST(QueryMessage, TakesNoMemoryForWhatIsLeftOut) {
  const FeatureColumns wide({.count = 100'000, .first_id = 1});
  std::string named = R"({"documents":[{"values":{"f7":1}})";
  std::string listed = R"({"features":["f7"],"documents":[{"values":[1]})";
  for (int doc = 1; doc < 300; ++doc) {
    named += R"(,{"values":{"f9":2}})";
    listed += R"(,{"values":[2]})";
  }
  for (const std::string& body : {named, listed}) {
    QueryMessage message = read_query_json(body + "]}", wide, {});
    EXPECT_EQ(message.documents, 300U);
    EXPECT_LE(message.values.listed.capacity() + message.values.named.capacity(), 1024U);
    EXPECT_LE(message.values.place.size(), 100'000U);
    std::vector<float> memory;
    const std::span<float> rows = message.values.rows(0, 2, memory);
    EXPECT_EQ(rows.size(), 200'000U);
    EXPECT_EQ(rows[6], 1.0F);
    EXPECT_TRUE(std::isnan(rows[0]));
    EXPECT_EQ(rows[100'000 + (body == named ? 8 : 6)], 2.0F);
    EXPECT_EQ(message.values.row(299, memory)[body == named ? 8 : 6], 2.0F);
  }
}

TEST(QueryMessage, RefusesMoreValuesThanTheLimit) {
  const QueryLimits limits{.documents = 10, .values = 7};
  const std::string two = R"({"documents":[{"values":{}},{"values":{}}]})";
  EXPECT_EQ(read_query_json(two, columns(), limits).documents, 2U);
  for (const char* body :
       {R"({"documents":[{"values":{}},{"values":{}},{"values":{}}]})",
        R"({"features":["bm25"],"documents":[{"values":[1]},{"values":[1]},{"values":[1]}]})"}) {
    EXPECT_THAT(
        [&] { read_query_json(body, columns(), limits); },
        testing::Throws<Error>(testing::Property(&Error::what, HasSubstr("more than 7 values"))));
  }
}

TEST(QueryMessage, KnowsNumberedFeaturesByTheirExactNumbers) {
  const FeatureColumns numbered({.count = 3, .first_id = 0});
  EXPECT_EQ(numbered.find("0"), 0U);
  EXPECT_EQ(numbered.find("f2"), 2U);
  EXPECT_EQ(numbered.name(2), "2");
  for (const char* name : {"3", "f3", "01", "+1", "f", "ff1", "", "1 ", "-0"}) {
    EXPECT_EQ(numbered.find(name), FeatureColumns::none) << name;
  }
  EXPECT_EQ(FeatureColumns({.count = 3, .first_id = 1}).find("0"), FeatureColumns::none);
}

}  // namespace
}  // namespace podium::serving
