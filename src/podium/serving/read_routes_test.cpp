#include <stop_token>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"
#include "podium/serving/serve_fixture.hpp"

namespace podium::serving {
namespace {

using testing::HasSubstr;

class ReadRoutesTest : public ServeFixture {
 protected:
  using Parameters = std::map<std::string, std::string, std::less<>>;

  void start(ScoreServiceOptions options = {}) {
    service_.reset();
    registry_.emplace(ModelSources{.files = {}, .folder = models(), .aliases = {}});
    service_.emplace(*registry_, std::move(options));
  }

  HttpResponse read(const std::string& file, const Parameters& parameters = {}) {
    HttpRequest request = post("/v1/read", file, "application/octet-stream");
    request.query = parameters;
    return service_->handle(request);
  }

  std::string answer(const std::string& file, const Parameters& parameters = {}) {
    const HttpResponse response = read(file, parameters);
    EXPECT_EQ(response.status, 200);
    return response.body;
  }

  /// As write_file() packs it.
  std::string packed(const std::string& name, const std::string& text) {
    write_file(folder_ / name, text);
    return std::string(MappedFile(folder_ / name).bytes());
  }

  std::optional<ModelRegistry> registry_;
  std::optional<ScoreService> service_;
};

const std::string letor =
    "2 qid:7 1:0.5 3:0.1 #docid = a\n0 qid:8 2:NULL\n1 qid:7 2:-1 #docid = b\n";

TEST_F(ReadRoutesTest, AnswersQueriesThatCanBeScored) {
  start();
  EXPECT_EQ(
      answer(letor),
      R"x({"remarks":["moved 1 row to the other rows of their query, first of query '7' in line 1 and )x"
      R"x(line 3 (outputs keep the order of the input; with --order hash results do not depend on it)"],"queries":[{"id":"7","documents":[{"id":"a","label":2,"values":[0.5,0,0.1]},)x"
      R"x({"id":"b","label":1,"values":[0,-1,0]}]},{"id":"8","documents":[{"id":"1","label":0,)x"
      R"x("values":[0,null,0]}]}]})x");
  EXPECT_EQ(answer("qid;x,y;docid\n\xC3\xA4;0,5;d\n"),
            R"({"remarks":[],"features":["x,y"],"queries":[{"id":"ä","documents":[{"id":"d",)"
            R"("values":[0.5]}]}]})");
  for (const char* table : {"qid|x|\n1|0.5|\n", "sep=|\nqid|x\n1|0.5\n"}) {
    EXPECT_THAT(answer(table), HasSubstr(R"("documents":[{"id":"1","values":[0.5]}])"));
  }
}

TEST_F(ReadRoutesTest, AnswersOneQueryOrTheirNamesAlone) {
  start();
  EXPECT_THAT(answer(letor, {{"query", "8"}}),
              HasSubstr(R"("queries":[{"id":"8","documents":[{"id":"1","label":0,)"));
  EXPECT_THAT(answer(letor, {{"rows", "none"}}),
              HasSubstr(R"("queries":[{"id":"7","documents":2},{"id":"8","documents":1}]})"));
  EXPECT_THAT(error_of(read(letor, {{"query", "9"}})), HasSubstr("found no query '9'"));
}

TEST_F(ReadRoutesTest, NumbersFeaturesAsTheModelDoes) {
  start();
  EXPECT_THAT(answer("0 qid:1 1:2\n", {{"features", "3"}}), HasSubstr(R"("values":[2,0,0])"));
  EXPECT_THAT(answer("0 qid:1 0:2\n", {{"first", "0"}}), HasSubstr(R"("values":[2])"));
  EXPECT_THAT(answer("qid,a\n1,2\n", {{"first", "0"}, {"features", "3"}}),
              HasSubstr(R"("values":[2])"));
  EXPECT_THAT(error_of(read(letor, {{"features", "x"}})), HasSubstr("expected a whole number"));
  EXPECT_THAT(error_of(read(letor, {{"first", "2"}})), HasSubstr("first: found '2'"));
  EXPECT_THAT(error_of(read(letor, {{"rows", "all"}})), HasSubstr("rows: found 'all'"));
}

TEST_F(ReadRoutesTest, AnswersWords) {
  start();
  const std::string table = "qid,a,brand\n1,2,acme\n1,3,\n";
  EXPECT_THAT(answer(table, {{"words", "brand"}}), HasSubstr(R"("values":[2,"acme"]})"));
  EXPECT_THAT(answer(table, {{"words", "brand"}}), HasSubstr(R"("values":[3,null]})"));
  EXPECT_THAT(answer(table), HasSubstr("brand: words, left out"));
}

TEST_F(ReadRoutesTest, RefusesParametersThatItDoesNotKnow) {
  start();
  const HttpResponse response = read(letor, {{"rows", "none"}, {"foo", "1"}});
  EXPECT_EQ(response.status, 400);
  EXPECT_THAT(error_of(response), HasSubstr("'foo', expected query, rows, features, first, words"));
}

TEST_F(ReadRoutesTest, ReadsBesideScoring) {
  start({.admission = {.working = 0, .waiting = 0}});
  EXPECT_EQ(read(letor).status, 200);
  start({.explain = {.admission = {.working = 0, .waiting = 0}}});
  EXPECT_EQ(read(letor).status, 429);
}

TEST_F(ReadRoutesTest, GivesUpFilesThatNobodyWaitsFor) {
  start();
  std::stop_source source;
  HttpRequest request = post("/v1/read", letor, "text/plain");
  request.stop = source.get_token();
  EXPECT_EQ(service_->handle(request).status, 200);
  source.request_stop();
  const HttpResponse given_up = service_->handle(request);
  EXPECT_EQ(given_up.status, 503);
  EXPECT_THAT(error_of(given_up), HasSubstr("the client has left, or the service ends"));
}

TEST_F(ReadRoutesTest, TakesNoFilesFromPagesOfOtherSites) {
  start();
  HttpRequest request = post("/v1/read", letor, "text/plain");
  request.header["sec-fetch-site"] = "cross-site";
  EXPECT_EQ(service_->handle(request).status, 403);
  request.header["sec-fetch-site"] = "same-origin";
  EXPECT_EQ(service_->handle(request).status, 200);
}

TEST_F(ReadRoutesTest, ReadsFilesWithManyFeatures) {
  const std::string three = "0 qid:1 100000:1\n0 qid:1 1:1\n0 qid:2 1:1\n";
  start();
  EXPECT_EQ(read(three).status, 200);
  EXPECT_EQ(read("0 qid:1 1:1\n", {{"features", "400000"}}).status, 200);
  std::string many;
  for (int row = 0; row < 298; ++row) many += "0 qid:1 7:1 100000:1\n";
  many += "1 qid:2 3:1\n1 qid:2 1:5\n";
  EXPECT_THAT(answer(many, {{"rows", "none"}}),
              HasSubstr(R"([{"id":"1","documents":298},{"id":"2","documents":2}])"));
  EXPECT_THAT(answer(many, {{"query", "2"}}), HasSubstr(R"("values":[5,0,0,)"));
  start({.memory = std::make_shared<MemoryBudget>(std::size_t{1} << 20U)});
  EXPECT_EQ(read(three).status, 413);
  EXPECT_EQ(read(letor).status, 200);
}

TEST_F(ReadRoutesTest, UnpacksAndDecodes) {
  start();
  const std::string plain = answer(letor);
  EXPECT_EQ(answer(packed("a.gz", letor)), plain);
  EXPECT_EQ(answer(packed("a.zst", letor)), plain);
  std::string wide = "\xFF\xFE";
  for (const char byte : letor) wide += {byte, '\0'};
  EXPECT_EQ(answer(wide), plain);
  EXPECT_EQ(answer("\xEF\xBB\xBF" + letor), plain);
}

TEST_F(ReadRoutesTest, SaysWhatIsWrongWithAFile) {
  start();
  for (const auto& [file, words] : std::vector<std::pair<std::string, std::string>>{
           {"", "found an empty file"},
           {"0 qid:1 1:1\n0 qid:1 1:x\n", "line 2: found"},
           {"Dear reader,\nthis is no data.\n", "line 1: found"},
           {"qid,a\n1,\"2\n", "line 2: found"},
           {"PAR1\x15\x04PAR1", "found a Parquet file"},
           {"0 qid:\xFF 1:1\n0 qid:\xFE 1:1\n", "that is not UTF-8, expected UTF-8; 'iconv"},
           {"0 qid:1 1:1 #docid = \xFF\n", "that is not UTF-8"},
           {"qid,a\n\xE4,2\n", "that is not UTF-8"},
           {"qid,\xE4\n1,2\n", "line 1: found a name that is not UTF-8"},
           {packed("b.gz", letor).substr(0, 30), "FILE"},
           {packed("e.gz", packed("d.gz", letor)), "found a compressed file inside another"},
           {packed("f.zst", packed("d.gz", letor)), "found a compressed file inside another"},
           {packed("c.gz", std::string(std::size_t{3} << 20U, '\n')), "FILE"}}) {
    const HttpResponse response = read(file);
    EXPECT_EQ(response.status, 400) << words;
    EXPECT_THAT(error_of(response), HasSubstr(words));
    EXPECT_THAT(error_of(response), testing::Not(HasSubstr("/proc")));
  }
}

TEST_F(ReadRoutesTest, IsBounded) {
  start({.query = {.documents = 2, .values = 4}});
  EXPECT_THAT(error_of(read(letor)), HasSubstr("found 3 documents with 3 features"));
  EXPECT_EQ(read(letor, {{"rows", "none"}}).status, 200);
  EXPECT_EQ(read(letor, {{"query", "8"}}).status, 200);
  EXPECT_EQ(read("0 qid:1 4000000000:1\n").status, 400);
  start({.memory = std::make_shared<MemoryBudget>(std::size_t{1} << 20U)});
  std::string large;
  while (large.size() < 300'000) large += letor;
  EXPECT_EQ(read(large).status, 413);
  start({.memory = std::make_shared<MemoryBudget>(std::size_t{2} << 20U)});
  std::string rows;
  std::string names = "qid";
  for (int i = 0; i < 20'000; ++i) {
    rows += "0 qid:1\n";
    names += ",a" + to_text(i);
  }
  EXPECT_EQ(read(rows.substr(0, rows.size() / 4)).status, 200);
  EXPECT_EQ(read(rows).status, 413);
  EXPECT_EQ(read(names + "\n").status, 413);
  std::string bars = names;
  std::ranges::replace(bars, ',', '|');
  EXPECT_EQ(read(bars + "\n").status, 413);
  EXPECT_EQ(read("sep=,\n" + names + "\n").status, 413);
  EXPECT_EQ(read("\"x\ny\"," + names + "\n").status, 413);
  // Of an id that becomes six times as long.
  const std::string odd = "0 qid:" + std::string(200'000, '\x01') + " 1:1\n";
  EXPECT_EQ(read(odd).status, 413);
  start();
  EXPECT_EQ(read(odd).status, 200);
}

}  // namespace
}  // namespace podium::serving
