#include <gmock/gmock.h>

#include "podium/core/base/error.hpp"
#include "podium/core/format/parquet/parquet_fixture.hpp"

namespace podium {
namespace {

namespace fs = std::filesystem;

using testing::ElementsAre;
using testing::HasSubstr;

class ParquetFolder : public ReadFixture {
 protected:
  /// A part with a row of a query, its label and columns of numbers.
  void part(const std::string& name, std::int32_t query, const std::vector<std::string>& features) {
    const auto page = [](const std::string& bytes) { return MadePage{bytes, 1}.bytes(); };
    std::vector<MadeColumn> columns = {{"qid", 1, page(bytes_of({query}))},
                                       {"label", 4, page(bytes_of({1.0F}))}};
    for (const std::string& feature : features) {
      columns.push_back({feature, 4, page(bytes_of({static_cast<float>(query)}))});
    }
    file(name, made_parquet(columns, 1));
  }

  void file(const std::string& name, const std::string& bytes) {
    fs::create_directories((root() / name).parent_path());
    write_file(root() / name, bytes);
  }

  fs::path root() const { return folder_ / "d"; }

  Dataset read_all(const ReadOptions& options = {}, ReadReport* report = nullptr) {
    return read_dataset(root(), options, report);
  }

  std::string folder_problem(const ReadOptions& options = {}) {
    return message([&](const auto& path) { read_dataset(path, options); }, root());
  }

  static std::vector<std::string> ids(const Dataset& data) {
    std::vector<std::string> ids;
    for (std::size_t q = 0; q < data.query_count(); ++q) ids.emplace_back(data[q].id);
    return ids;
  }
};

TEST_F(ParquetFolder, IsReadByTheNamesOfItsParts) {
  part("part-2.parquet", 8, {"a", "b"});
  part("part-1.parquet", 9, {"b", "a"});
  part("part-10.snappy.parquet", 7, {"a", "b"});
  file("_SUCCESS", "");
  file("_metadata", "no part");
  file(".part-1.parquet.crc", "no part");
  file("empty.parquet", "");
  file("_temporary/0/part-3.parquet", "no part");
  ReadReport report;
  const Dataset data = read_all({}, &report);
  EXPECT_THAT(ids(data), ElementsAre("9", "7", "8"));
  EXPECT_EQ(data.feature_name(0), "b");
  EXPECT_EQ(report.rows, 3U);
  EXPECT_GT(report.bytes, 300U);
}

TEST_F(ParquetFolder, TakesKeysOfFoldersWhereTheyAreNamed) {
  part("day=1/part.parquet", 5, {"a"});
  part("day=2/part.parquet", 6, {"a"});
  ReadReport report;
  EXPECT_EQ(read_all({}, &report).feature_count(), 1U);
  EXPECT_THAT(report.remarks(),
              ElementsAre("day: a key of folders, left out; --columns FEATURE,...,day uses it"));
  const Dataset data = read_all({.columns = "a,day"}, &report);
  EXPECT_EQ(data.feature_name(1), "day");
  EXPECT_EQ(data[1].features.dense(), (std::vector<float>{6.0F, 2.0F}));
  EXPECT_THAT(report.remarks(), testing::IsEmpty());
  EXPECT_EQ(read_all({.ignore = "day"}, &report).feature_count(), 1U);
  EXPECT_THAT(report.remarks(), testing::IsEmpty());
  EXPECT_THAT(ids(read_all({.qid_column = "day", .ignore = "qid"})), ElementsAre("1", "2"));
}

TEST_F(ParquetFolder, TakesKeysAsWords) {
  part("lang=de/part.parquet", 5, {"a"});
  part("lang=__HIVE_DEFAULT_PARTITION__/part.parquet", 6, {"a"});
  const Dataset data = read_all({.categorical = "lang"});
  EXPECT_THAT(*data.columns().words.at(1), ElementsAre("de"));
  EXPECT_EQ(data[1].features[0][1], 0.0F);
  EXPECT_TRUE(std::isnan(data[0].features[0][1]));
}

TEST_F(ParquetFolder, RefusesPartsWhoseColumnsDiffer) {
  part("1.parquet", 1, {"a", "b"});
  part("2.parquet", 2, {"a"});
  const std::string one = (root() / "1.parquet").string();
  const std::string remedy = "; write all parts with the same columns";
  EXPECT_EQ(folder_problem(), "d/2.parquet: found no column 'b', which " + one + " has" + remedy);
  part("2.parquet", 2, {"a", "b", "c"});
  EXPECT_EQ(folder_problem(),
            "d/2.parquet: found column 'c', which " + one + " does not have" + remedy);
  std::vector<MadeColumn> columns = made_rows(1);
  columns.push_back({"a", 6, MadePage{bytes_of({1U}) + "x", 1}.bytes()});
  columns.push_back({"b", 4, MadePage{bytes_of({1.0F}), 1}.bytes()});
  file("2.parquet", made_parquet(columns, 1));
  EXPECT_EQ(folder_problem(),
            "d/2.parquet: found texts in column 'a', but numbers in that of " + one + remedy);
}

TEST_F(ParquetFolder, ComparesPartsWithTheFirstThatSaysWhatItsValuesAre) {
  const auto with = [&](const std::string& name, const MadeColumn& column) {
    std::vector<MadeColumn> columns = made_rows(1);
    columns.push_back(column);
    file(name, made_parquet(columns, 1));
  };
  with("1.parquet", {.name = "x", .physical = 1, .pages = {}, .logical = 11});
  with("2.parquet", {"x", 4, MadePage{bytes_of({1.0F}), 1}.bytes()});
  with("3.parquet", {"x", 6, MadePage{bytes_of({1U}) + "x", 1}.bytes()});
  EXPECT_THAT(folder_problem(), HasSubstr("d/3.parquet: found texts in column 'x', but numbers in "
                                          "that of " +
                                          (root() / "2.parquet").string()));
}

TEST_F(ParquetFolder, RefusesIdsWithAPointInAnyPart) {
  part("1.parquet", 1, {"a"});
  file("2.parquet", made_parquet({{"qid", 5, MadePage{bytes_of({2.5}), 1}.bytes()},
                                  {"label", 4, MadePage{bytes_of({1.0F}), 1}.bytes()},
                                  {"a", 4, MadePage{bytes_of({1.0F}), 1}.bytes()}},
                                 1));
  EXPECT_EQ(folder_problem(),
            "d/2.parquet: column 'qid': found numbers with a point, expected texts or whole "
            "numbers; cast "
            "it where the file is written");
}

TEST_F(ParquetFolder, FollowsLinksToFolders) {
  part("day=1/part.parquet", 5, {"a"});
  part("../elsewhere/part.parquet", 6, {"a"});
  fs::create_directory_symlink(folder_ / "elsewhere", root() / "day=2");
  EXPECT_THAT(ids(read_all({.ignore = "day"})), ElementsAre("5", "6"));
}

TEST_F(ParquetFolder, IsNotReadAsAnotherFormat) {
  part("1.parquet", 1, {"a"});
  EXPECT_THAT([&] { read_all({.format = DataFormat::csv}); },
              testing::ThrowsMessage<UsageError>(
                  HasSubstr("d: found Parquet, expected csv (see --input-format)")));
}

TEST_F(ParquetFolder, RefusesWhatIsNoPart) {
  part("1.parquet", 1, {"a"});
  file("notes.txt", "text");
  EXPECT_THAT(folder_problem(), HasSubstr("d/notes.txt: found a file that does not begin with "));
  fs::remove(root() / "notes.txt");
  file("more/2.parquet", "text");
  EXPECT_EQ(folder_problem(),
            "d/more: found a folder among the parts of a table, expected files, "
            "or folders called KEY=VALUE");
  fs::remove_all(root());
  file("train.txt", "1 qid:1 1:2\n");
  EXPECT_EQ(folder_problem(), "d: found a folder, expected a file, or a folder of Parquet files");
}

TEST_F(ParquetFolder, RefusesKeysThatDiffer) {
  part("a=1/1.parquet", 1, {"x"});
  part("b=1/1.parquet", 2, {"x"});
  EXPECT_EQ(folder_problem(), "d/b=1/1.parquet: found other keys of folders than in " +
                                  (root() / "a=1/1.parquet").string() + ", expected the same");
  fs::remove_all(root());
  part("x=1/1.parquet", 1, {"x"});
  EXPECT_EQ(folder_problem(),
            "d: found 'x' as a column and as a key of folders, expected one of them");
}

}  // namespace
}  // namespace podium
