#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"
#include "podium/core/format/reading/read_fixture.hpp"

namespace podium {
namespace {

using testing::HasSubstr;

using ReadSparse = ReadFixture;

/// A text with few values in each row, some of them written zeros, NULL or in another order of
/// queries.
std::string sparse_text(bool has_ids) {
  RandomStream random(3, "", "sparse text");
  std::string text;
  for (int row = 0; row < 300; ++row) {
    text += std::to_string(random.below(3));
    if (has_ids) text += " qid:" + std::to_string(random.below(20));
    for (std::uint64_t f = 1 + random.below(60); f <= 90; f += 1 + random.below(60)) {
      const char* const words[] = {"0", "-0", "NULL", "0.1", "-2.5", "1e-60"};
      text += " " + std::to_string(f) + ":" + words[random.below(6)];
    }
    text += "\n";
  }
  return text;
}

void expect_same_bits(const Dataset& a, const Dataset& b) {
  expect_same(a, b);
  EXPECT_EQ(feature_bits(a), feature_bits(b));
  for (std::size_t q = 0; q < a.query_count(); ++q) {
    const std::vector<double> x = a[q].exact.dense();
    const std::vector<double> y = b[q].exact.dense();
    EXPECT_TRUE(std::ranges::equal(x, y, [](double l, double r) {
      return (l == r && std::signbit(l) == std::signbit(r)) || (std::isnan(l) && std::isnan(r));
    }));
  }
}

TEST_F(ReadSparse, GivesTheSameSparseAndDenseDataOfEveryFormat) {
  std::string groups;
  for (int g = 0; g < 10; ++g) groups += "30\n";
  const std::string sizes = folder_.file("sizes.txt", groups).string();
  std::string csv = "qid,label,a,b,c\n";
  for (int row = 0; row < 50; ++row) {
    csv += std::to_string(row % 7) + ",1," + (row % 5 == 0 ? "0.3" : "0") + ",0," +
           (row % 9 == 0 ? "NA" : "0.0") + "\n";
  }
  struct Case {
    DataFormat format;
    std::string text;
    std::string groups;
  };
  for (const Case& c :
       {Case{DataFormat::letor, sparse_text(true), ""},
        Case{DataFormat::letor_list, sparse_text(true), ""},
        Case{DataFormat::letor_agg, sparse_text(true), ""},
        Case{DataFormat::svmlight, sparse_text(false), sizes}, Case{DataFormat::csv, csv, ""}}) {
    for (const FeatureDetail detail : {FeatureDetail::single, FeatureDetail::exact}) {
      for (const std::size_t features : {0U, 200U}) {
        if (c.format == DataFormat::csv && features > 0) continue;  // its header names them
        ReadOptions options{.format = c.format, .feature_count = features, .groups = c.groups};
        options.features = detail;
        options.layout = FeatureLayout::dense;
        const Dataset dense = read(c.text, options);
        options.layout = FeatureLayout::sparse;
        const Dataset sparse = read(c.text, options);
        EXPECT_TRUE(sparse.is_sparse());
        EXPECT_FALSE(dense.is_sparse());
        expect_same_bits(sparse, dense);
      }
    }
  }
}

TEST_F(ReadSparse, ChoosesSparseFeaturesByTheirDensity) {
  const auto text_of = [](std::size_t rows, std::size_t step, const char* value) {
    std::string text;
    for (std::size_t row = 0; row < rows; ++row) {
      text += "1 qid:" + std::to_string(row / 10);
      for (std::size_t f = 1 + row % step; f < 2000; f += step) {
        text += " " + std::to_string(f) + ":" + value;
      }
      text += " 2000:1\n";
    }
    return text;
  };
  const auto is_sparse = [&](const std::string& text, DataFormat format = DataFormat::letor) {
    return read(text, {.format = format}).is_sparse();
  };
  EXPECT_TRUE(is_sparse(text_of(600, 101, "0.5")));
  EXPECT_TRUE(is_sparse(text_of(600, 101, "NULL")));
  EXPECT_TRUE(is_sparse(text_of(600, 3, "0")));
  EXPECT_FALSE(is_sparse(text_of(600, 3, "0.5")));
  EXPECT_FALSE(is_sparse(text_of(20, 101, "0.5"))) << "small";
  EXPECT_FALSE(is_sparse(text_of(600, 101, "0.5"), DataFormat::letor_agg));
}

TEST_F(ReadSparse, DoesNotDependOnThreadsWhereDataIsSparse) {
  const std::string text = sparse_text(true);
  const ReadOptions options{.layout = FeatureLayout::sparse};
  const Dataset many = read(text, options);
  const ThreadLimit limit(1);
  expect_same_bits(read(text, options), many);
}

TEST_F(ReadSparse, RefusesFeatureNumbersThatNoMachineHolds) {
  std::string text;
  for (int row = 0; row < 40; ++row) text += "1 qid:1 4000000000:1\n";
  EXPECT_THAT(problem(text), HasSubstr("4000000000 features need 640 GB of memory"));
}

TEST_F(ReadSparse, KeepsTheMemoryLimitOfSparseData) {
  ReadOptions options{.memory_limit_gb = 1e-6};
  options.layout = FeatureLayout::sparse;
  EXPECT_THAT(problem(sparse_text(true), options), HasSubstr("values other than 0 need"));
}

TEST_F(ReadSparse, BringsBackSparseDataThatWasWritten) {
  ReadOptions options{.feature_count = 120, .features = FeatureDetail::exact};
  options.layout = FeatureLayout::sparse;
  const Dataset data = read(sparse_text(true), options);
  options.feature_count = 0;
  for (const char* name : {"a.txt", "a.csv", "a.tsv.gz"}) {
    write_dataset(data, folder_ / name);
    const Dataset back = read_dataset(folder_ / name, options);
    EXPECT_EQ(back.feature_count(), 120U) << name;
    expect_same_bits(back, data);
  }
  write_dataset(data, folder_ / "a.podium");
  const Dataset mapped = read_dataset(folder_ / "a.podium");
  EXPECT_TRUE(mapped.is_sparse());
  EXPECT_EQ(feature_bits(mapped), feature_bits(data));
}

}  // namespace
}  // namespace podium
