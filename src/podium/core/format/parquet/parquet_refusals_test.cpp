#include <gmock/gmock.h>

#include "podium/core/format/parquet/parquet_fixture.hpp"

namespace podium {
namespace {

using testing::HasSubstr;

class ParquetRefusals : public ReadFixture {
 protected:
  std::string golden_problem(const std::string& name, const ReadOptions& options = {}) {
    return message([&](const auto& path) { read_dataset(path, options); },
                   golden_parquet(name + ".parquet"));
  }
  std::string made_problem(const std::vector<MadeColumn>& columns, std::int64_t rows,
                           const ReadOptions& options = {}) {
    return problem(made_parquet(columns, rows), options, "d.parquet");
  }
};

TEST_F(ParquetRefusals, NameTheColumnAndWhatItIs) {
  const auto without = [&](const std::string& names) {
    return golden_problem("other-types", {.ignore = names});
  };
  EXPECT_EQ(without(""),
            "other-types.parquet: column 'list': found lists or groups, expected numbers, truth "
            "values or texts; --ignore 'list' leaves the column out");
  EXPECT_THAT(without("list"), HasSubstr("column 'struct': found lists or groups, expected "));
  EXPECT_THAT(without("list,struct"), HasSubstr("column 'date': found dates, expected "));
  EXPECT_THAT(without("list,struct,date"), HasSubstr("column 'time': found times, expected "));
  EXPECT_THAT(without("list,struct,date,time"), HasSubstr("column 'uuid': found UUIDs, expected "));
  EXPECT_THAT(without("list,struct,date,time,uuid"),
              HasSubstr("column 'bytes': found bytes of a type that is no number and no text, "));
  EXPECT_EQ(without("list,struct,date,time,uuid,bytes"), "accepted");
  EXPECT_EQ(golden_problem("other-types", {.columns = "x"}), "accepted");
  EXPECT_THAT(golden_problem("other-int96"),
              HasSubstr("column 't': found outdated times (INT96), expected "));
}

TEST_F(ParquetRefusals, NameTheRowGroupAndTheRow) {
  EXPECT_EQ(golden_problem("other-no-qid"),
            "other-no-qid.parquet: row group 2, row 1, column 'qid': found no value, expected a "
            "query id");
  EXPECT_EQ(golden_problem("other-no-label"),
            "other-no-label.parquet: row group 2, row 1, column 'label': found no value, expected "
            "a label (a finite number)");
  EXPECT_EQ(
      golden_problem("other-infinite"),
      "other-infinite.parquet: row group 1, row 2, column 'x': found an infinite value or one "
      "beyond 3.4e38, expected a finite value that a 32-bit float holds, or none; --ignore 'x' "
      "leaves the column out");
}

TEST_F(ParquetRefusals, NameTheOptionOfTheWriter) {
  EXPECT_EQ(golden_problem("other-brotli"),
            "other-brotli.parquet: row group 1, column 'qid': found values packed by brotli, "
            "expected snappy, gzip, zstd, lz4_raw or none; write the file with compression='zstd'");
  EXPECT_EQ(golden_problem("other-encrypted-footer"),
            "other-encrypted-footer.parquet: found an encrypted file, expected one that is not; "
            "write the file without encryption properties");
  EXPECT_EQ(golden_problem("other-encrypted-column"),
            "other-encrypted-column.parquet: row group 1, column 'x': found an encrypted column, "
            "expected one that is not; write the file without encryption properties");
  EXPECT_EQ(golden_problem("other-encrypted-column", {.ignore = "x"}), "accepted");
}

TEST_F(ParquetRefusals, OfFilesThatAreCutOffOrNone) {
  const std::string whole = made_parquet(made_rows(3), 3);
  EXPECT_EQ(problem(whole, {}, "d.parquet"), "accepted");
  EXPECT_EQ(problem(whole, {}, "d"), "accepted");
  const std::string cut =
      "found a Parquet file that is cut off: it does not end with PAR1; copy or write it again";
  EXPECT_EQ(problem(whole.substr(0, whole.size() - 1), {}, "d.parquet"), "d.parquet: " + cut);
  EXPECT_EQ(problem(whole.substr(0, 40), {}, "d"), "d: " + cut);
  EXPECT_EQ(problem("PAR1", {}, "d.parquet"), "d.parquet: " + cut);
  EXPECT_EQ(problem("PAR1" + whole.substr(whole.size() - 8), {}, "d"),
            "d: found a Parquet file that is cut off: its metadata are longer than the file; copy "
            "or write it again");
  EXPECT_EQ(problem("qid,label,a\n1,2,3\n", {}, "d.parquet"),
            "d.parquet: found a file that does not begin with PAR1, expected Parquet; "
            "--input-format names another format");
  EXPECT_EQ(problem("qid,label,a\n1,2,3\n", {.format = DataFormat::csv}, "d.parquet"), "accepted");
  EXPECT_EQ(problem("PAR1,qid,label\n1,2,3\n", {}, "d.csv"), "accepted");
  EXPECT_EQ(problem("", {}, "d.parquet"), "d.parquet: found an empty file, expected rows");
}

TEST_F(ParquetRefusals, OfSizesThatTakeAllMemory) {
  std::vector<MadeColumn> columns = made_rows(1);
  EXPECT_EQ(made_problem(columns, std::int64_t{1} << 40, {.memory_limit_gb = 0.1}),
            "d.parquet: found 1099511627776 rows, which need more memory than the limit of 0.10 "
            "GB (see --memory-limit-gb)");
  const auto feature_problem = [&](const std::string& pages, int codec = 0) {
    columns.resize(2);
    columns.push_back({"x", 4, pages, codec});
    return made_problem(columns, 1);
  };
  const std::string place = "d.parquet: row group 1, column 'x': ";
  EXPECT_EQ(feature_problem(MadePage{"abcd", 1, (1 << 30) + 1}.bytes(), 6),
            place + "found a page of more than 1 GiB");
  EXPECT_EQ(feature_problem(MadePage{"abcd", 1, 1 << 30}.bytes(), 1),
            place + "found a page that is larger than its packed bytes can be");
  EXPECT_EQ(feature_problem(MadePage{"abcd", (1 << 26) + 1, -1, 2}.bytes()),
            place + "found a dictionary of more than 2^26 values");
  EXPECT_EQ(feature_problem(MadePage{"abcd", 1 << 26, -1, 2}.bytes()),
            place + "found values that end too early");
  EXPECT_EQ(feature_problem(MadePage{"abcd", 2}.bytes()), place + "found more values than rows");
  EXPECT_EQ(feature_problem(MadePage{"abc", 1}.bytes()), place + "found values that end too early");
  EXPECT_EQ(feature_problem(MadePage{std::string("\1\2\0", 3), 1, -1, 0, 8}.bytes()),
            place + "found a value outside of the dictionary");
  EXPECT_EQ(feature_problem(MadePage{"abcd", 1, -1, 0, 6}.bytes()),
            place + "found values in encoding 6, which their type does not have");
  EXPECT_EQ(feature_problem(MadePage{"abcd", 1, 4}.bytes(), 2),
            place + "found a page that does not unpack; copy or write the file again");
}

TEST_F(ParquetRefusals, OfRolesThatAColumnCannotHave) {
  const std::string ids = MadePage{bytes_of({1.5F}), 1}.bytes();
  EXPECT_EQ(made_problem({{"qid", 4, ids}, {"label", 4, ids}}, 1),
            "d.parquet: column 'qid': found numbers with a point, expected texts or whole "
            "numbers; cast it where the file is written");
  const std::string text = MadePage{bytes_of({1U}) + "7", 1}.bytes();
  EXPECT_EQ(made_problem({{"qid", 6, text}, {"label", 6, text}}, 1),
            "d.parquet: column 'label': found texts, expected numbers; cast it where the file is "
            "written");
  EXPECT_EQ(made_problem({{"qid", 6, text}}, 1),
            "d.parquet: found no column 'label', expected one (see --label-column)");
  EXPECT_EQ(made_problem({{"qid", 6, text}, {"qid", 6, text}}, 1),
            "d.parquet: found a second column 'qid', expected each name once");
  EXPECT_EQ(
      made_problem({{"qid", 6, text}, {"label", 4, ids}, {"w", 4, ids}}, 1, {.categorical = "w"}),
      "d.parquet: column 'w': found numbers with a point, expected texts or whole "
      "numbers; cast it where the file is written");
  std::vector<MadeColumn> weighted = made_rows(1);
  weighted.push_back({"row_weight", 4, MadePage{bytes_of({-1.0F}), 1}.bytes()});
  EXPECT_EQ(made_problem(weighted, 1),
            "d.parquet: row group 1, row 1, column 'row_weight': found -1, expected a weight (0 or "
            "more) that a 32-bit float holds");
}

TEST_F(ParquetRefusals, OfOptionsThatHaveNoEffect) {
  const auto path = folder_.file("d.parquet", made_parquet(made_rows(1), 1));
  const auto usage = [&](const ReadOptions& options) -> std::string {
    try {
      read_dataset(path, options);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_THAT(usage({.decimal_comma = true}), HasSubstr("--decimal-comma needs a csv or tsv file"));
  EXPECT_THAT(usage({.lenient = true}), HasSubstr("--lenient needs text; "));
  EXPECT_THAT(usage({.feature_count = 3}), HasSubstr("--feature-count needs LETOR "));
  EXPECT_THAT(usage({.ignore = "y"}), HasSubstr("--ignore: found no column 'y'"));
  EXPECT_THROW(write_dataset(read_dataset(path), folder_ / "e.parquet"), UsageError);
}

}  // namespace
}  // namespace podium
