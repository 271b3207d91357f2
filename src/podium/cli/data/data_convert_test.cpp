#include <filesystem>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/cli/commands.hpp"
#include "podium/cli/parser.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/format/file_fixture.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;

class DataConvert : public FileFixture {
 protected:
  /// Runs `data convert ...` and returns what it said.
  std::string convert(std::vector<std::string> arguments) const {
    std::ostringstream out;
    std::ostringstream err;
    Context context{.out = out, .err = err};
    Command program{.name = "podium", .path = "podium"};
    add_data_convert(program);
    arguments.insert(arguments.begin(), "convert");
    parse_command_line(program, arguments).command->action(context);
    EXPECT_EQ(out.str(), "");
    return err.str();
  }

  std::string data() const {
    return folder_.file("d.txt", "1 qid:a 1:0.5 2:3 #docid = x\n0 qid:a 1:1 #docid = y\n").string();
  }
  std::string at(const std::string& name) const { return (folder_ / name).string(); }
};

TEST_F(DataConvert, WritesADataSetInAnotherFormat) {
  EXPECT_THAT(convert({data(), at("d.csv")}), HasSubstr("d.csv: 2 rows, 1 query\n"));
  EXPECT_THAT(text_of(at("d.csv")), HasSubstr("qid"));
  convert({at("d.csv"), at("e"), "--to", "letor"});
  EXPECT_THAT(text_of(at("e")), HasSubstr("1 qid:a 1:0.5 2:3"));
}

TEST_F(DataConvert, BringsQueryWeightsThroughText) {
  folder_.file("w.csv", "qid,label,query_weight,f\n1,1,2,0.5\n2,0,3,1\n");
  convert({at("w.csv"), at("w.txt")});
  EXPECT_THAT(convert({at("w.txt"), at("back.csv")}), HasSubstr("read weights of queries from"));
  EXPECT_THAT(text_of(at("back.csv")), HasSubstr("query_weight"));
}

TEST_F(DataConvert, RemovesTheFilesBesideDataThatItReplaces) {
  folder_.file("named.csv", "qid,label,b,a\n1,1,2,0.5\n1,0,3,1\n");
  convert({at("named.csv"), at("z.txt"), "--to", "svmlight"});
  EXPECT_TRUE(std::filesystem::exists(at("z.txt.feature-names")));
  convert({data(), at("z.txt"), "--to", "letor"});
  EXPECT_FALSE(std::filesystem::exists(at("z.txt.feature-names")));
  EXPECT_FALSE(std::filesystem::exists(at("z.txt.query")));
}

TEST_F(DataConvert, TakesQrelsOutOfADataSet) {
  EXPECT_THAT(convert({data(), at("d.qrels")}), HasSubstr("2 judgements, 1 query"));
  EXPECT_EQ(text_of(at("d.qrels")), "a 0 x 1\na 0 y 0\n");
}

TEST_F(DataConvert, MakesARunOfScores) {
  folder_.file("s", "0.25\n0.5\n");
  convert({data(), at("d.run.gz"), "--scores", at("s"), "--tag", "mine"});
  EXPECT_EQ(text_of(at("d.run.gz")), "a Q0 y 1 0.5 mine\na Q0 x 2 0.25 mine\n");
  EXPECT_THROW(convert({data(), at("d.run")}), UsageError);
}

TEST_F(DataConvert, AttachesATopKTruth) {
  const std::string top =
      folder_.file("t.jsonl", R"({"qid":"a","k":1,"top":["y"],"rest":[]})").string();
  convert({top, at("t.qrels")});
  EXPECT_EQ(text_of(at("t.qrels")), "a 0 y 1\n");
  EXPECT_THROW(convert({top, at("t.txt")}), UsageError);
  EXPECT_THROW(convert({top, at("t.txt"), "--data", data()}), DataError);
  EXPECT_THROW(convert({top, at("t.qrels"), "--unjudged", "rest"}), UsageError)
      << "it would have no effect";
  EXPECT_THAT(convert({top, at("t.txt"), "--data", data(), "--unjudged", "drop"}),
              HasSubstr("omitted 1 document without a judgement"));
  EXPECT_THAT(text_of(at("t.txt")), testing::Not(HasSubstr("1:0.5")));
  convert({top, at("t.txt"), "--data", data(), "--unjudged", "rest"});
  EXPECT_THAT(text_of(at("t.txt")), HasSubstr("0 qid:a 1:0.5"));
  EXPECT_THAT(text_of(at("t.txt")), HasSubstr("1 qid:a 1:1"));
}

TEST_F(DataConvert, TurnsPreferencesIntoQrels) {
  const std::string pairs = folder_.file("p", "q x y y\nrubbish\n").string();
  EXPECT_THROW(convert({pairs, at("p.qrels"), "--from", "preferences"}), DataError);
  EXPECT_THAT(convert({pairs, at("p.qrels"), "--from", "preferences", "--lenient"}),
              HasSubstr("skipped 1 bad line"));
  EXPECT_EQ(text_of(at("p.qrels")), "q 0 x 0\nq 0 y 1\n");
}

TEST_F(DataConvert, RefusesUnknownFormatsAndConversions) {
  EXPECT_THROW(convert({data(), at("o"), "--to", "xml"}), UsageError);
  EXPECT_THROW(convert({at("a.run"), at("o")}), UsageError);
  EXPECT_THROW(convert({data(), at("o.pref")}), UsageError);
  EXPECT_FALSE(std::filesystem::exists(at("o.pref")));
}

}  // namespace
}  // namespace podium::cli
