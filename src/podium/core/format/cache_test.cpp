#include "podium/core/format/cache.hpp"

#include <array>
#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/checksum.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"
#include "podium/core/format/file_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Cache : public FileFixture {
 protected:
  Cache() {
    DatasetBuilder builder(3);
    builder.add_query("a", GradedTruth{{0, 2}}, std::vector<float>{1, 2, 3, 4, 5, 6},
                      std::vector<std::string>{"d1", "d2"});
    builder.add_query("b", TopKTruth{{2, 0}, 3},
                      std::vector<float>{7, 8, 9, 10, 11, 12, 13, 14, 15},
                      std::vector<std::string>{"d3", "d4", "d5"});
    write_cache(std::move(builder).build(), path());
    bytes_ = InputText(path()).view();
  }

  std::filesystem::path path() const { return folder_ / "a.podium"; }

  std::string problem(const std::string& bytes) {
    return message([](const auto& file) { read_cache(file); }, folder_.file("b.podium", bytes));
  }

  /// What is said of the file with another value in a section, all checksums being right.
  template <class Value>
  std::string problem_with(std::size_t section, std::size_t place, Value value) {
    std::string bytes = bytes_;
    char* const entry = bytes.data() + header_bytes + section * section_bytes;
    std::array<std::uint64_t, 3> described{};  // begin, bytes, checksum
    std::memcpy(described.data(), entry, sizeof described);
    std::memcpy(bytes.data() + described[0] + place * sizeof value, &value, sizeof value);
    described[2] = checksum64(std::string_view(bytes).substr(described[0], described[1]));
    std::memcpy(entry, described.data(), sizeof described);
    std::uint64_t checksum = 0;
    char* const header_checksum = bytes.data() + header_bytes - sizeof checksum;
    std::memcpy(header_checksum, &checksum, sizeof checksum);
    checksum =
        checksum64(std::string_view(bytes).substr(0, header_bytes + sections * section_bytes));
    std::memcpy(header_checksum, &checksum, sizeof checksum);
    return problem(bytes);
  }

  static constexpr std::size_t header_bytes = 56;
  static constexpr std::size_t section_bytes = 24;
  std::size_t sections = 17;

  std::string bytes_;
};

TEST_F(Cache, IsMappedNotCopied) {
  const Dataset data = read_cache(path());
  EXPECT_THAT(data[1].features[1].dense(), ElementsAre(10, 11, 12));
  EXPECT_EQ(data[1].truth.strict, 2U);
  EXPECT_EQ(data.document_id(4), "d5");
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data[1].features.stored().data()) % 64, 0U);
}

TEST_F(Cache, TakesFeaturesThatAreBorrowedFromAnywhere) {
  const Dataset data = read_cache(path());
  DatasetColumns columns = data.columns();
  const std::vector<float> rows = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const std::vector<std::uint64_t> begins = {0, 6};
  columns.features = std::span(rows).subspan(1);  // row after row, off a boundary
  columns.feature_begin = begins;
  write_cache(Dataset(columns, nullptr), folder_ / "borrowed.podium");
  EXPECT_EQ(InputText(folder_ / "borrowed.podium").view(), bytes_);
}

TEST_F(Cache, OutlivesTheNameOfItsFile) {
  const Dataset data = read_cache(path());
  std::filesystem::remove(path());
  EXPECT_THAT(data[0].features[1].dense(), ElementsAre(4, 5, 6));
}

TEST_F(Cache, SaysWhatIsWrongWithAForeignOrDamagedFile) {
  EXPECT_THAT(problem("hello"), HasSubstr("not a podium cache"));
  EXPECT_THAT(problem(bytes_.substr(0, 30)), HasSubstr("cut inside its header"));
  EXPECT_THAT(problem(bytes_.substr(0, bytes_.size() - 1)), HasSubstr("the file is cut"));
  EXPECT_THAT(problem(bytes_ + "x"), HasSubstr("the file is too long"));
  std::string other = bytes_;
  other[12] = 9;
  EXPECT_THAT(problem(other), HasSubstr("found version 9, expected version 1 or 2"));
  other = bytes_;
  std::swap(other[16], other[19]);
  EXPECT_THAT(problem(other), HasSubstr("another byte order"));
}

TEST_F(Cache, NoticesEveryFlippedByteThatMatters) {
  std::size_t unnoticed = 0;
  for (std::size_t at = 0; at < bytes_.size(); ++at) {
    std::string flipped = bytes_;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
    if (problem(flipped) == "accepted") ++unnoticed;
  }
  // Only the zeroes between sections, which nobody reads, may change without notice.
  std::size_t padding = 0;
  const Dataset data = read_cache(path());
  padding = bytes_.size() - 56 - 17 * 24;  // header and section table
  const DatasetColumns& c = data.columns();
  for (const std::size_t used :
       {c.query_end.size_bytes(), c.feature_begin.size_bytes(), c.features.size_bytes(),
        c.label.size_bytes(), c.level.size_bytes(), c.strict.size_bytes(),
        c.query_id.end.size_bytes(), c.query_id.text.size_bytes(), c.document_id.end.size_bytes(),
        c.document_id.text.size_bytes()}) {
    padding -= used;
  }
  EXPECT_EQ(unnoticed, padding);
}

TEST_F(Cache, RefusesTruthsOutOfRangeThoughAllChecksumsAreRight) {
  constexpr std::size_t level = 4;
  constexpr std::size_t strict = 5;
  EXPECT_EQ(problem_with(level, 1, Level{1}), "accepted");
  EXPECT_THAT(problem_with(level, 1, Level{2}), HasSubstr("a truth is out of range"));
  EXPECT_THAT(problem_with(level, 4, ~Level{0}), HasSubstr("a truth is out of range"));
  EXPECT_EQ(problem_with(strict, 1, std::uint32_t{3}), "accepted");
  EXPECT_THAT(problem_with(strict, 1, std::uint32_t{4}), HasSubstr("a truth is out of range"));
}

TEST_F(Cache, RefusesBlocksOfFeaturesOutOfRangeThoughAllChecksumsAreRight) {
  constexpr std::size_t feature_begin = 1;
  DatasetBuilder builder(8);
  builder.add_query("a", GradedTruth{{0, 1, 2}}, std::vector<float>(24));
  builder.add_query("b", GradedTruth{{1}}, std::vector<float>(8));
  write_cache(std::move(builder).build(), path());
  bytes_ = InputText(path()).view();
  const std::uint64_t last = read_cache(path()).columns().feature_begin[1];
  EXPECT_EQ(problem_with(feature_begin, 0, std::uint64_t{0}), "accepted");
  EXPECT_EQ(problem_with(feature_begin, 1, std::uint64_t{0}), "accepted");
  // Behind the last block's begin there is more than one number for each of the three documents,
  // but not eight.
  EXPECT_THAT(problem_with(feature_begin, 0, last), HasSubstr("block of features"));
  EXPECT_THAT(problem_with(feature_begin, 1, last + 1), HasSubstr("block of features"));
  EXPECT_THAT(problem_with(feature_begin, 1, ~std::uint64_t{15}), HasSubstr("block of features"));
}

TEST_F(Cache, RefusesABlockOfAnEmptyQueryBehindTheFeatures) {
  DatasetBuilder builder(2);
  builder.add_query("a", GradedTruth{{1}}, std::vector<float>{1, 2});
  builder.add_query("b", GradedTruth{}, {});
  write_cache(std::move(builder).build(), path());
  bytes_ = InputText(path()).view();
  EXPECT_THAT(problem_with(1, 1, std::uint64_t{1} << 40), HasSubstr("block of features"));
}

TEST_F(Cache, ComparesOffsetsAlsoWhereTheBlocksOfThatComparisonMeet) {
  constexpr std::size_t document_id_end = 8;
  constexpr std::size_t rows = 70'000;
  DatasetBuilder builder(0);
  builder.add_query("a", GradedTruth{std::vector<double>(rows)}, {},
                    std::vector<std::string>(rows, "d"));
  write_cache(std::move(builder).build(), path());
  bytes_ = InputText(path()).view();
  for (const std::uint64_t at : {0U, 65'535U, 65'536U, 69'998U}) {
    EXPECT_EQ(problem_with(document_id_end, at, at), "accepted");
    EXPECT_THAT(problem_with(document_id_end, at, std::uint64_t{at + 3}), HasSubstr("offsets"));
  }
  EXPECT_THAT(problem_with(document_id_end, 65'536, std::uint64_t{65'535}), HasSubstr("offsets"));
}

TEST(Checksums, OfSeveralPartsAreThoseOfEachByItself) {
  constexpr std::size_t block = std::size_t{1} << 20;
  std::string bytes;
  for (std::size_t i = 0; i < 2 * block + 5; ++i) bytes += static_cast<char>(i * i >> 7);
  const std::string_view all = bytes;
  const std::vector<std::string_view> parts = {all, "", all.substr(0, block), all.substr(1, 7),
                                               all.substr(3, block + 1)};
  std::vector<std::uint64_t> expected;
  for (const std::string_view part : parts) {
    Checksum64 piecewise;
    piecewise.add(part.substr(0, part.size() / 3));
    piecewise.add(part.substr(part.size() / 3));
    expected.push_back(piecewise.value());
    EXPECT_EQ(checksum64(part), expected.back());
  }
  EXPECT_EQ(checksums64(parts), expected);
}

TEST_F(Cache, CanBeOpenedWithoutReadingItsFeatures) {
  std::uint64_t begin = 0;
  std::memcpy(&begin, bytes_.data() + 56 + 2 * 24, sizeof begin);  // the third section
  std::string damaged = bytes_;
  damaged[begin] = static_cast<char>(damaged[begin] ^ 1);
  const auto file = folder_.file("b.podium", damaged);
  EXPECT_NO_THROW(read_cache(file, CacheCheck::structure));
  EXPECT_THAT(problem(damaged), HasSubstr("section 2 is damaged"));
}

/// A cache of sparse data: 0 5 0 | 0 0 0 || 1 0 2.
class SparseCache : public Cache {
 protected:
  SparseCache() {
    DatasetBuilder builder(3);
    builder.add_query("a", GradedTruth{{0, 1}}, std::vector<float>{0, 5, 0, 0, 0, 0});
    builder.add_query("b", GradedTruth{{1}}, std::vector<float>{1, 0, 2});
    write_cache(as_sparse(std::move(builder).build()), path());
    bytes_ = InputText(path()).view();
    sections = 19;
  }
};

TEST_F(SparseCache, IsMappedNotCopied) {
  const Dataset data = read_cache(path());
  EXPECT_TRUE(data.is_sparse());
  EXPECT_THAT(data[0].features.dense(), ElementsAre(0, 5, 0, 0, 0, 0));
  EXPECT_THAT(data[1].features.dense(), ElementsAre(1, 0, 2));
  EXPECT_THAT(data[1].features.stored(), ElementsAre(1, 2));
}

TEST_F(SparseCache, NoticesEveryFlippedByteThatMatters) {
  std::size_t unnoticed = 0;
  for (std::size_t at = 0; at < bytes_.size(); ++at) {
    std::string flipped = bytes_;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
    if (problem(flipped) == "accepted") ++unnoticed;
  }
  std::size_t padding = bytes_.size() - header_bytes - sections * section_bytes;
  const DatasetColumns c = read_cache(path()).columns();
  for (const std::size_t used :
       {c.query_end.size_bytes(), c.features.size_bytes(), c.label.size_bytes(),
        c.level.size_bytes(), c.query_id.end.size_bytes(), c.query_id.text.size_bytes(),
        c.row_end.size_bytes(), c.feature_column.size_bytes()}) {
    padding -= used;
  }
  EXPECT_EQ(unnoticed, padding);
}

TEST_F(SparseCache, RefusesValuesOutOfRangeThoughAllChecksumsAreRight) {
  constexpr std::size_t row_end = 17;
  constexpr std::size_t column = 18;
  EXPECT_EQ(problem_with(row_end, 0, std::uint64_t{0}), "accepted");
  EXPECT_THAT(problem_with(row_end, 0, std::uint64_t{2}), HasSubstr("offsets of a section"));
  EXPECT_THAT(problem_with(row_end, 2, std::uint64_t{2}), HasSubstr("offsets of a section"));
  EXPECT_EQ(problem_with(column, 0, std::uint32_t{2}), "accepted");
  EXPECT_THAT(problem_with(column, 0, std::uint32_t{3}), HasSubstr("a column of a sparse value"));
  EXPECT_THAT(problem_with(column, 1, std::uint32_t{2}), HasSubstr("a column of a sparse value"));
  EXPECT_THAT(problem_with(column, 2, ~std::uint32_t{0}), HasSubstr("a column of a sparse value"));
}

TEST_F(SparseCache, IsOfAVersionOfItsOwn) {
  std::string other = bytes_;
  other[12] = 1;
  EXPECT_THAT(problem(other), HasSubstr("the header is damaged"));
}

}  // namespace
}  // namespace podium
