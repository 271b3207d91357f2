#include "podium/core/format/feature_log.hpp"

#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/format/file_fixture.hpp"
#include "podium/core/format/json_texts.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr auto es_ltr = FeatureLogKind::es_ltr;
constexpr auto solr = FeatureLogKind::solr;

class FeatureLog : public FileFixture {
 protected:
  Dataset read(std::string_view text, FeatureLogKind kind,
               const FeatureLogOptions& options = {}) const {
    return read_feature_log(folder_.file("log.json", text), kind, options);
  }

  std::string refusal(std::string_view text, FeatureLogKind kind,
                      const FeatureLogOptions& options = {}) const {
    return complaint([&](const auto& path) { read_feature_log(path, kind, options); }, text);
  }

  static std::vector<std::string> names(const Dataset& data) {
    std::vector<std::string> list;
    for (std::size_t f = 0; f < data.feature_count(); ++f) list.push_back(data.feature_name(f));
    return list;
  }

  static std::vector<float> row(const Dataset& data, std::size_t query, DocIndex doc) {
    std::vector<float> values(data.feature_count());
    data[query].features.part(doc, 1).copy_to(values);
    return values;
  }
};

/// A response with one hit.
std::string hit(const std::string& log) {
  return R"({"qid":"q","hits":{"hits":[{"_id":"d","fields":{"_ltrlog":[)" + log + "]}}]}}";
}

std::string solr_document(const std::string& features) {
  return R"({"qid":"q","response":{"docs":[{"id":"d","[features]":")" + features + "\"}]}}";
}

TEST(JsonTexts, FindsEachTextAndItsFirstLine) {
  JsonTexts texts("\xEF\xBB\xBF\n{\"a\":\"}\\\"\"}\n\n{\n \"b\": [1, {}]\n} 12 x");
  const auto next = [&]() -> std::pair<std::string, std::size_t> {
    const auto item = texts.next();
    return item ? std::pair(std::string(item->text), item->line)
                : std::pair(std::string(), std::size_t{0});
  };
  EXPECT_EQ(next(), (std::pair<std::string, std::size_t>("{\"a\":\"}\\\"\"}", 2)));
  EXPECT_EQ(next(), (std::pair<std::string, std::size_t>("{\n \"b\": [1, {}]\n}", 4)));
  EXPECT_EQ(next().first, "12");
  EXPECT_EQ(next(), (std::pair<std::string, std::size_t>("x", 6)));
  EXPECT_EQ(next().second, 0U);
  EXPECT_FALSE(JsonTexts(" \n").next());
}

TEST_F(FeatureLog, OfThePluginHasNamesAndMissingValues) {
  const Dataset data = read(
      R"({"took": 2, "qid": 7, "hits": {"total": {"value": 2}, "hits": [
            {"_index": "i", "_id": "a", "_score": 0.5, "fields": {"_ltrlog": [{"log": [
               {"name": "title", "value": 9.510193}, {"name": "body"}]}]}},
            {"_id": 12, "fields": {"_ltrlog": [{"log": [
               {"name": "title", "value": null}, {"name": "body", "value": "NaN"}]}]}}]}}
         {"qid":"8","hits":{"hits":[]}}
         {"qid":"9","hits":{"hits":[{"_id":"a","fields":{"_ltrlog":[{"log":{"body":-1,"x":2}}]}}]}})",
      es_ltr);
  ASSERT_EQ(data.query_count(), 2U) << "a query without documents has no rows";
  EXPECT_EQ(data[0].id, "7");
  EXPECT_EQ(data[1].id, "9");
  EXPECT_THAT(names(data), ElementsAre("title", "body", "x"));
  EXPECT_EQ(data.document_id(0), "a");
  EXPECT_EQ(data.document_id(1), "12");
  EXPECT_THAT(row(data, 0, 0), ElementsAre(9.510193F, testing::IsNan(), testing::IsNan()));
  EXPECT_THAT(row(data, 0, 1), testing::Each(testing::IsNan()));
  EXPECT_THAT(row(data, 1, 0), ElementsAre(testing::IsNan(), -1.0F, 2.0F));
  EXPECT_THAT(data.columns().label, testing::Each(-1.0));
}

TEST_F(FeatureLog, TakesWhatIsAbsentForZeroOnRequest) {
  const std::string text = hit(R"({"log":[{"name":"a"},{"name":"b","value":2}]})");
  EXPECT_THAT(row(read(text, es_ltr, {.absent = AbsentFeature::zero}), 0, 0),
              ElementsAre(0.0F, 2.0F));
}

TEST_F(FeatureLog, ChoosesAmongSeveralLogs) {
  const std::string text =
      hit(R"({"one":[{"name":"a","value":1}],"two":[{"name":"b","value":2}]})");
  EXPECT_THAT(refusal(text, es_ltr), HasSubstr("found 2 logs (one, two), expected one"));
  EXPECT_THAT(names(read(text, es_ltr, {.log_name = "two"})), ElementsAre("b"));
  EXPECT_THAT(refusal(text, es_ltr, {.log_name = "three"}), HasSubstr("found no 'three'"));
}

TEST_F(FeatureLog, OfSolrIsDenseOrSparse) {
  const std::string text =
      R"({"responseHeader":{"status":0,"params":{"q":"x","qid":"1"}},"response":{"numFound":3,"docs":[
           {"id":"a","[features]":"bm25=1.5,rank=0.0,age=1.0E-5"},
           {"id":"b","[features]":"age=NaN"},{"id":3,"[features]":""}]}})";
  const Dataset data = read(text, solr);
  EXPECT_EQ(data[0].id, "1");
  EXPECT_THAT(names(data), ElementsAre("bm25", "rank", "age"));
  EXPECT_THAT(row(data, 0, 0), ElementsAre(1.5F, 0.0F, 1e-5F));
  EXPECT_THAT(row(data, 0, 1), ElementsAre(0.0F, 0.0F, testing::IsNan()));
  EXPECT_THAT(row(data, 0, 2), testing::Each(0.0F));
  EXPECT_THAT(row(read(text, solr, {.absent = AbsentFeature::missing}), 0, 2),
              testing::Each(testing::IsNan()));
  EXPECT_THAT(names(read(R"({"qid":"1","response":{"docs":[{"key":"a","fv":"a=b=1"}]}})", solr,
                         {.log_name = "fv", .id_field = "key"})),
              ElementsAre("a=b"));
}

TEST_F(FeatureLog, PutsTheResponsesOfAQueryTogether) {
  const auto one = [](const char* query, const char* document, const char* value) {
    return fmt::format(
        R"({{"qid":"{}","response":{{"docs":[{{"id":"{}","[features]":"a={}"}}]}}}})", query,
        document, value);
  };
  const std::string text =
      one("1", "x", "1") + "\n" + one("2", "x", "2") + "\n" + one("1", "y", "3") + "\n";
  const Dataset data = read(text, solr);
  ASSERT_EQ(data.query_count(), 2U);
  EXPECT_EQ(row(data, 0, 1), std::vector<float>{3.0F});
  EXPECT_THAT(data.columns().input_row, ElementsAre(0, 2, 1));
  EXPECT_EQ(refusal(text + one("2", "x", "9"), solr),
            "f:4: response.docs[0].id: found document 'x' of query '2' twice, expected it once");
}

TEST_F(FeatureLog, RefusesWhatIsNotALogAndSaysWhere) {
  EXPECT_EQ(refusal("", es_ltr),
            "f: found no document with logged features, expected at least one");
  EXPECT_EQ(refusal(R"({"qid":"1","hits":{"hits":[]}})", es_ltr),
            "f: found no document with logged features, expected at least one");
  EXPECT_EQ(refusal("\n{\"hits\":{\"hits\":[]}}", es_ltr), "f:2: found no 'qid', expected one");
  EXPECT_EQ(refusal("[]", es_ltr), "f:1: found a list of 0, expected an object");
  EXPECT_EQ(refusal("\n{\"error\":{\"type\":\"x\"},\"status\":400}", es_ltr),
            "f:2: error: found an answer with an error, expected one with documents");
  EXPECT_THAT(refusal("{\"qid\":1}\n}", es_ltr), HasSubstr("f:1: found no 'hits'"));
  EXPECT_THAT(refusal("{\"qid\":\n1,}", es_ltr), testing::StartsWith("f:2:"));
  EXPECT_EQ(refusal(R"({"qid":"","hits":{"hits":[]}})", es_ltr),
            "f:1: qid: found '', expected a query id");
  const std::string first = "f:1: hits.hits[0].fields._ltrlog";
  EXPECT_EQ(refusal(hit(""), es_ltr), first + ": found a list of 0, expected a list of 1");
  EXPECT_EQ(refusal(hit(R"({"l":[{"name":"a","value":"x"}]})"), es_ltr),
            first + "[0].l[0].value: found 'x', expected a finite number");
  EXPECT_EQ(refusal(hit(R"({"l":[{"name":"a","value":1e300}]})"), es_ltr),
            first + "[0].l[0].value: found 1e+300, expected a number that a 32-bit float can hold");
  EXPECT_EQ(refusal(hit(R"({"l":[{"value":1}]})"), es_ltr),
            first + "[0].l[0]: found no 'name', expected one");
  EXPECT_EQ(refusal(hit(R"({"l":[{"name":"a"},{"name":"a","value":1}]})"), es_ltr),
            first + "[0].l[1].name: found feature 'a' twice, expected it once");
  EXPECT_EQ(refusal(hit(R"({"l":[{"name":"","value":1}]})"), es_ltr),
            first + "[0].l[0].name: found an empty name, expected that of a feature");
  EXPECT_THAT(refusal(hit(R"({"l":[{"name":"a","other":1}]})"), es_ltr),
              HasSubstr("found the key 'other'"));
  EXPECT_EQ(refusal(hit(R"({"l":[]})"), es_ltr),
            "f: found no feature, expected the log to name some");
  EXPECT_EQ(refusal(R"({"response":{"docs":[]}})", solr),
            "f:1: found neither 'qid' nor 'responseHeader.params.qid', expected the query's id");
  for (const char* wrong : {"a", "a=1,,b=2", "a=x", "a=", "a=Infinity", "a=1e99", "a= 1"}) {
    EXPECT_THAT(refusal(solr_document(wrong), solr), HasSubstr("expected NAME=NUMBER")) << wrong;
  }
  EXPECT_THAT(refusal(solr_document("=1"), solr), HasSubstr("found an empty name"));
  EXPECT_THAT(refusal(solr_document("a=1,a=1"), solr), HasSubstr("found feature 'a' twice"));
  EXPECT_EQ(refusal(R"({"qid":"q","response":{"docs":[{"id":"d"}]}})", solr),
            "f:1: response.docs[0]: found no '[features]', expected one");
}

TEST_F(FeatureLog, IsLabelledByJudgements) {
  const Dataset log = read(
      R"({"qid":"1","response":{"docs":[{"id":"a","[features]":"f=1"},{"id":"b","[features]":"f=2"}]}}
         {"qid":"2","response":{"docs":[{"id":"a","[features]":"f=3"}]}})",
      solr);
  const auto judgements = [&](std::string_view text) {
    return read_qrels(folder_.file("q", text));
  };
  const Qrels all = judgements("1 0 a 2\n1 0 b 0\n1 0 c 1\n2 0 a 1\n3 0 a 1\n");
  const JudgedLog judged = judged_log(log, all, Unjudged::refuse, "log");
  EXPECT_THAT(judged.rows.data.columns().label, ElementsAre(2.0, 0.0, 1.0));
  EXPECT_EQ(judged.not_logged, 2U);
  const Qrels few = judgements("1 0 b 3\n2 0 c 1\n");
  EXPECT_THROW(judged_log(log, few, Unjudged::refuse, "log"), NotJudged);
  const JudgedLog rest = judged_log(log, few, Unjudged::rest, "log");
  EXPECT_THAT(rest.rows.data.columns().label, ElementsAre(0.0, 3.0));
  EXPECT_EQ(rest.rows.queries, 1U);
  EXPECT_EQ(rest.not_logged, 1U);
  const JudgedLog drop = judged_log(log, few, Unjudged::drop, "log");
  EXPECT_THAT(drop.rows.data.columns().label, ElementsAre(3.0));
  EXPECT_EQ(drop.rows.data.document_id(0), "b");
}

}  // namespace
}  // namespace podium
