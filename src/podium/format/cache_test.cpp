#include "podium/format/cache.hpp"

#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/base/error.hpp"
#include "podium/base/file.hpp"
#include "podium/data/dataset_builder.hpp"
#include "podium/format/file_fixture.hpp"

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

  std::string bytes_;
};

TEST_F(Cache, IsMappedNotCopied) {
  const Dataset data = read_cache(path());
  EXPECT_THAT(data[1].features[1], ElementsAre(10, 11, 12));
  EXPECT_EQ(data[1].truth.strict, 2U);
  EXPECT_EQ(data.document_id(4), "d5");
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data[1].features.values.data()) % 64, 0U);
}

TEST_F(Cache, OutlivesTheNameOfItsFile) {
  const Dataset data = read_cache(path());
  std::filesystem::remove(path());
  EXPECT_THAT(data[0].features[1], ElementsAre(4, 5, 6));
}

TEST_F(Cache, SaysWhatIsWrongWithAForeignOrDamagedFile) {
  EXPECT_THAT(problem("hello"), HasSubstr("not a podium cache"));
  EXPECT_THAT(problem(bytes_.substr(0, 30)), HasSubstr("cut inside its header"));
  EXPECT_THAT(problem(bytes_.substr(0, bytes_.size() - 1)), HasSubstr("the file is cut"));
  EXPECT_THAT(problem(bytes_ + "x"), HasSubstr("the file is too long"));
  std::string other = bytes_;
  other[12] = 9;
  EXPECT_THAT(problem(other), HasSubstr("found version 9, expected version 1"));
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

TEST_F(Cache, CanBeOpenedWithoutReadingItsFeatures) {
  std::uint64_t begin = 0;
  std::memcpy(&begin, bytes_.data() + 56 + 2 * 24, sizeof begin);  // the third section
  std::string damaged = bytes_;
  damaged[begin] = static_cast<char>(damaged[begin] ^ 1);
  const auto file = folder_.file("b.podium", damaged);
  EXPECT_NO_THROW(read_cache(file, CacheCheck::structure));
  EXPECT_THAT(problem(damaged), HasSubstr("section 2 is damaged"));
}

}  // namespace
}  // namespace podium
