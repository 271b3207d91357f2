#include <filesystem>
#include <string>

#include <gmock/gmock.h>

#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/core/base/test_paths.hpp"
#include "podium/core/format/file_fixture.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;

/// The same table in both formats; its column title has texts.
class ParquetCommands : public FileFixture {
 protected:
  ParquetCommands() {
    std::filesystem::copy(golden_path("parquet/pyarrow-null.parquet"), folder_ / "t.parquet");
    std::filesystem::copy(golden_path("parquet/table.csv"), folder_ / "t.csv");
  }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }

  /// Runs a command whose words FILE and OUT stand for files of the format, and gives its output.
  std::string output(std::vector<std::string> arguments, const std::string& format) const {
    for (std::string& argument : arguments) {
      if (argument == "FILE") argument = at("t." + format);
      if (argument.starts_with("OUT")) argument = at(format + argument.substr(3));
    }
    const CliResult result = run_in_process(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
    std::string out = result.out;
    for (std::size_t place = 0; (place = out.find(at("t." + format))) != std::string::npos;) {
      out.replace(place, at("t." + format).size(), "FILE");
    }
    return out;
  }

  void expect_same(const std::vector<std::string>& arguments) const {
    EXPECT_EQ(output(arguments, "parquet"), output(arguments, "csv"));
  }
};

TEST_F(ParquetCommands, GiveTheSameAsForCsv) {
  expect_same({"data", "info", "FILE", "--format", "json", "--quiet"});
  expect_same({"data", "check", "FILE", "--format", "json", "--quiet"});
  for (const char* format : {"parquet", "csv"}) {
    output(
        {"train", "lambdamart", "--train", "FILE", "--model", "OUT.json", "--categorical", "title",
         "--tune", "none", "--fill", "zero", "--quiet", "--set", "rounds=5", "--set", "min-rows=1"},
        format);
  }
  EXPECT_EQ(text_of(folder_ / "parquet.json"), text_of(folder_ / "csv.json"));
  expect_same({"score", "--model", "OUT.json", "--data", "FILE", "--out", "OUT.scores", "--quiet"});
  EXPECT_EQ(text_of(folder_ / "parquet.scores"), text_of(folder_ / "csv.scores"));
  EXPECT_GT(text_of(folder_ / "csv.scores").size(), 100U);
  expect_same({"data", "convert", "FILE", "OUT.txt", "--quiet"});
  EXPECT_EQ(text_of(folder_ / "parquet.txt"), text_of(folder_ / "csv.txt"));
}

TEST_F(ParquetCommands, SayWhatIsLeftOut) {
  const CliResult info = run_in_process({"data", "info", at("t.parquet")});
  EXPECT_EQ(info.code, 0);
  EXPECT_THAT(
      info.err,
      HasSubstr("t.parquet: title: words, left out; training with --categorical title uses it\n"));
  const CliResult check = run_in_process({"data", "check", at("t.parquet")});
  EXPECT_THAT(check.out, HasSubstr("inexact-features"));
}

TEST_F(ParquetCommands, DoNotWriteIntoTheFolderThatTheyRead) {
  std::filesystem::create_directories(folder_ / "parts");
  std::filesystem::copy(folder_ / "t.parquet", folder_ / "parts/1.parquet");
  const auto size = std::filesystem::file_size(folder_ / "parts/1.parquet");
  for (const char* out : {"parts/1.parquet", "parts/new.csv"}) {
    const CliResult result =
        run_in_process({"data", "convert", at("parts"), at(out), "--to", "csv"});
    EXPECT_EQ(result.code, 2);
    EXPECT_THAT(result.err, HasSubstr("this would overwrite what"));
  }
  EXPECT_EQ(std::filesystem::file_size(folder_ / "parts/1.parquet"), size);
}

TEST_F(ParquetCommands, DoNotWriteParquet) {
  const auto problem = [&](const std::vector<std::string>& arguments) {
    const CliResult result = run_in_process(arguments);
    EXPECT_EQ(result.code, 2);
    return result.err;
  };
  const std::string not_written = "Parquet is read but not written; ";
  EXPECT_THAT(problem({"data", "convert", at("t.csv"), at("u.parquet")}), HasSubstr(not_written));
  EXPECT_THAT(problem({"data", "fill", at("t.parquet"), "--out", at("u")}), HasSubstr(not_written));
  EXPECT_THAT(problem({"data", "split", at("t.parquet"), "--out", at("u")}),
              HasSubstr(not_written));
  EXPECT_THAT(problem({"data", "convert", at("t.csv"), at("u"), "--to", "parquet"}),
              HasSubstr(not_written));
}

}  // namespace
}  // namespace podium::cli
