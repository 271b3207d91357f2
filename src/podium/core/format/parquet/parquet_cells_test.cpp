#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <sstream>

#include <gmock/gmock.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/csv_cursor.hpp"
#include "podium/core/format/decimal.hpp"
#include "podium/core/format/parquet/parquet_fixture.hpp"
#include "podium/core/format/parquet/table_files.hpp"

namespace podium {
namespace {

using parquet::Column;
using parquet::GroupPlace;
using parquet::Meaning;
using parquet::TableFiles;

/// The columns of table.csv, which are the cells as pyarrow reads them.
std::map<std::string, std::vector<std::string>> expected_cells() {
  const InputText text(golden_parquet("table.csv"));
  CsvCursor cursor(text.view(), ',');
  std::vector<std::string> names;
  std::map<std::string, std::vector<std::string>> cells;
  while (!cursor.at_row_end()) names.push_back(unquoted(cursor.next()));
  while (cursor.next_row()) {
    for (const std::string& name : names) cells[name].push_back(unquoted(cursor.next()));
  }
  return cells;
}

/// The files of expected.txt and their columns.
std::map<std::string, std::vector<std::string>> expected_columns() {
  std::istringstream lines(std::string(InputText(golden_parquet("expected.txt")).view()));
  std::map<std::string, std::vector<std::string>> columns;
  for (std::string file, names; lines >> file >> names;) {
    std::istringstream list(names);
    for (std::string name; std::getline(list, name, ',');) columns[file].push_back(name);
  }
  return columns;
}

double number_in(const std::string& cell) {
  if (cell.empty()) return std::numeric_limits<double>::quiet_NaN();
  if (cell == "True" || cell == "False") return cell == "True" ? 1.0 : 0.0;
  return read_double(cell.data(), cell.data() + cell.size()).value;
}

float single_in(const std::string& cell) {
  const Decimal<float> read = read_float(cell.data(), cell.data() + cell.size());
  return read.error == DecimalError::none ? read.value : static_cast<float>(number_in(cell));
}

template <class Value>
bool is_same(Value a, Value b) {
  return a == b || (a != a && b != b);
}

void expect_cells(const TableFiles& files, std::size_t c, const std::vector<std::string>& cells) {
  const Column& column = files.columns()[c];
  std::size_t first = 0;
  for (const GroupPlace& group : files.groups()) {
    ASSERT_LE(first + group.rows, cells.size());
    parquet::TextMemory memory;
    const std::string place = column.name + " from row " + to_text(first);
    const bool has_texts = column.meaning == Meaning::text || column.meaning == Meaning::whole ||
                           column.meaning == Meaning::unsigned_whole;
    if (has_texts) {
      std::vector<std::string_view> texts(group.rows);
      files.read(group, c, std::span(texts), memory);
      for (std::size_t i = 0; i < group.rows; ++i) EXPECT_EQ(texts[i], cells[first + i]) << place;
    }
    if (column.has_numbers()) {
      std::vector<float> singles(group.rows);
      std::vector<double> doubles(group.rows);
      files.read(group, c, std::span(singles), memory);
      files.read(group, c, std::span(doubles), memory);
      for (std::size_t i = 0; i < group.rows; ++i) {
        EXPECT_PRED2(is_same<double>, doubles[i], number_in(cells[first + i])) << place;
        EXPECT_PRED2(is_same<float>, singles[i], single_in(cells[first + i])) << place;
      }
    }
    first += group.rows;
  }
  EXPECT_EQ(first, cells.size());
}

TEST(ParquetCells, AreThoseThatPyarrowReadsInFilesOfFiveWriters) {
  const auto cells = expected_cells();
  std::set<std::string> writers;
  for (const auto& [file, names] : expected_columns()) {
    SCOPED_TRACE(file);
    writers.insert(file.substr(0, file.find('-')));
    const TableFiles files(golden_parquet(file));
    ASSERT_EQ(files.columns().size(), names.size());
    for (std::size_t c = 0; c < names.size(); ++c) {
      EXPECT_EQ(files.columns()[c].name, names[c]);
      expect_cells(files, c, cells.at(names[c]));
    }
  }
  EXPECT_THAT(writers, testing::ElementsAre("duckdb", "fastparquet", "polars", "pyarrow", "spark"));
}

TEST(ParquetCells, OfATableAreThoseOfTheSameCsv) {
  const ReadOptions options{.columns =
                                "single,double,count,long,largest,flag,maybe,amount,"
                                "long_amount,half,empty",
                            .features = FeatureDetail::exact};
  const Dataset table = read_dataset(golden_parquet("pyarrow-1-snappy.parquet"), options);
  for (const std::size_t threads : {1U, 4U}) {
    const ThreadLimit limit(threads);
    ReadReport report;
    const Dataset again =
        read_dataset(golden_parquet("pyarrow-1-snappy.parquet"), options, &report);
    expect_same(again, table);
    EXPECT_EQ(report.format, DataFormat::parquet);
    EXPECT_EQ(report.rows, 50U);
  }
  const Dataset text = read_dataset(golden_parquet("table.csv"), options);
  expect_same(table, text);
  EXPECT_TRUE(std::equal(
      table.columns().exact_features.begin(), table.columns().exact_features.end(),
      text.columns().exact_features.begin(), text.columns().exact_features.end(), is_same<double>));
}

TEST(ParquetCells, AreTheSameInSparseRows) {
  ReadOptions options{.ignore = "title", .features = FeatureDetail::exact};
  const Dataset dense = read_dataset(golden_parquet("spark-v2.parquet"), options);
  options.layout = FeatureLayout::sparse;
  const Dataset sparse = read_dataset(golden_parquet("spark-v2.parquet"), options);
  EXPECT_TRUE(sparse.is_sparse());
  expect_same(sparse, dense);
}

}  // namespace
}  // namespace podium
