#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"
#include "podium/core/format/parquet/column_reader.hpp"
#include "podium/core/format/parquet/parquet_fixture.hpp"

namespace podium {
namespace {

/// Reads all columns as whatever they can be read as.
void read_all(std::string_view file) {
  constexpr std::size_t most_rows = 100'000;
  const parquet::Footer footer = parquet::read_footer(file);
  for (const parquet::RowGroup& group : footer.groups) {
    const auto rows = static_cast<std::size_t>(group.rows);
    if (rows > most_rows) continue;
    for (const parquet::Column& column : footer.columns) {
      if (column.leaf >= group.chunks.size() || column.meaning == parquet::Meaning::other) continue;
      const parquet::Chunk& chunk = group.chunks[column.leaf];
      parquet::TextMemory memory;
      try {
        if (column.meaning == parquet::Meaning::text) {
          std::vector<std::string_view> texts(rows);
          parquet::read_column(file, column, chunk, std::span(texts), memory);
          std::size_t bytes = 0;
          for (const std::string_view text : texts) {
            for (const char byte : text) bytes += static_cast<unsigned char>(byte);
          }
          EXPECT_LE(bytes, std::size_t{1} << 40U);
        } else {
          std::vector<float> values(rows);
          parquet::read_column(file, column, chunk, std::span(values), memory);
        }
      } catch (const parquet::Problem& problem) {
        EXPECT_TRUE(problem.message.starts_with("found ")) << problem.message;
      }
    }
  }
}

/// Changes some bytes, most of them in the footer and in the heads of pages.
std::string mutated_file(std::string bytes, RandomStream& random) {
  const std::size_t changes = 1 + random.below(8);
  for (std::size_t i = 0; i < changes; ++i) {
    const std::size_t near_end = std::min<std::size_t>(bytes.size(), 2000);
    const std::size_t at = random.below(3) == 0 ? random.below(bytes.size())
                                                : bytes.size() - 1 - random.below(near_end);
    const auto any = static_cast<char>(random.below(256));
    switch (random.below(4)) {
      case 0:
        bytes[at] = any;
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
        break;
      case 2:
        bytes[at] = random.below(2) == 0 ? '\xFF' : '\x7F';
        break;
      default:
        bytes.insert(at, 1, any);
    }
  }
  if (random.below(10) == 0) bytes.resize(random.below(bytes.size()));
  return bytes;
}

TEST(ParquetMutations, AreReadOrRefused) {
  constexpr std::size_t per_file = 1000;
  // Another seed by --gtest_shuffle --gtest_random_seed=N.
  const int seed = testing::UnitTest::GetInstance()->random_seed();
  std::size_t refused = 0;
  std::size_t all = 0;
  for (const auto& entry : std::filesystem::directory_iterator(golden_path("parquet"))) {
    if (entry.path().extension() != ".parquet") continue;
    const MappedFile file(entry.path());
    const std::string bytes(file.bytes());
    SCOPED_TRACE(entry.path().filename());
    for (std::size_t i = 0; i < per_file; ++i) {
      RandomStream random(static_cast<std::uint64_t>(seed), std::to_string(i), "mutation");
      ++all;
      try {
        read_all(mutated_file(bytes, random));
      } catch (const parquet::Problem& problem) {
        ++refused;
        EXPECT_TRUE(problem.message.starts_with("found ")) << problem.message;
      }
    }
  }
  EXPECT_GE(all, 20'000U);
  EXPECT_GT(refused, all / 20);
  EXPECT_LT(refused, all);
}

}  // namespace
}  // namespace podium
