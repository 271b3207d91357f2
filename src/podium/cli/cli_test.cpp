#include "podium/cli/cli.hpp"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium {
namespace {

using testing::HasSubstr;

struct Result {
  int code;
  std::string out;
  std::string err;
};

Result run(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = run_cli(arguments, out, err);
  return {code, out.str(), err.str()};
}

TEST(Cli, PrintsItsVersionAndHelp) {
  EXPECT_THAT(run({"--version"}).out, HasSubstr("podium 0."));
  const Result help = run({"--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.out, HasSubstr("list"));
}

TEST(Cli, RefusesAnUnknownCommandAsWrongUsage) {
  const Result result = run({"frobnicate"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("podium: "));
}

TEST(Cli, RefusesAnUnknownFormatNamingTheChoices) {
  const Result result = run({"list", "measures", "--format", "yaml"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("found 'yaml', expected one of: table, json, csv"));
}

TEST(Cli, ListsWhatDataCommandsKnow) {
  EXPECT_THAT(run({"list", "normalisers"}).out, HasSubstr("query-minmax"));
  EXPECT_THAT(run({"list", "checks", "--format", "csv"}).out,
              HasSubstr("\nleaked-documents,error,"));
  EXPECT_THAT(run({"list", "synth-options"}).out, HasSubstr("relevant-share"));
  EXPECT_THAT(run({"list", "assessor-options"}).out, HasSubstr("bradley-terry-davidson"));
}

TEST(Cli, ListsMeasuresAndProfiles) {
  EXPECT_THAT(run({"list", "measures"}).out, HasSubstr("ndcg[@k]"));
  EXPECT_THAT(run({"list", "measures", "--format", "csv"}).out,
              HasSubstr("\nrbp[@k],rank-biased precision,\"[0, 1]\",0,any rule,any,"
                        "\"p=0.8,from=0\",Moffat08\n"));
  EXPECT_THAT(run({"list", "measure-options", "--format", "csv"}).out,
              HasSubstr("\nrbp,p,0.8,\"[0.01, 0.999]\",probability of going on"));
  EXPECT_THAT(run({"list", "profiles", "--format", "csv"}).out, HasSubstr("\nletor4,"));
}

}  // namespace
}  // namespace podium
