#include "podium/core/prepare/fold_files.hpp"

#include <gtest/gtest.h>

#include "podium/core/format/file_fixture.hpp"
#include "podium/core/format/read.hpp"

namespace podium {
namespace {

class FoldFilesTest : public FileFixture {
 protected:
  Dataset read(const std::string& text, const ReadOptions& options = {}) const {
    folder_.file("data.txt", text);
    return read_dataset(folder_ / "data.txt", options);
  }

  /// Every file of a fold against the part written on its own.
  void expect_parts(const Dataset& data, const QueryList& order,
                    const std::vector<PartFile>& files) const {
    constexpr std::size_t count = 4;
    ASSERT_EQ(files.size(), count + 3 * count);
    const std::vector<Fold> folds = rotate_folds(cut_evenly(order, count));
    for (std::size_t f = 0; f < count; ++f) {
      const QueryList* lists[] = {&folds[f].train, &folds[f].vali, &folds[f].test};
      for (std::size_t i = 0; i < 3; ++i) {
        const PartFile& file = files[count + 3 * f + i];
        const PartFile twin = write_part(data, *lists[i], folder_ / "twin.txt");
        EXPECT_EQ(text_of(file.path), text_of(twin.path)) << file.path;
        EXPECT_EQ(file.queries, twin.queries);
        EXPECT_EQ(file.rows, twin.rows);
      }
    }
  }
};

const char* const seven =
    "1 qid:a 1:0.5 2:1 #docid = d1\n0 qid:a 1:0.25 2:0 #docid = d2\n"
    "2 qid:b 1:1 2:0.125 #docid = d3\n0 qid:c 1:3 2:1\n1 qid:d 1:4 2:1\n0 qid:d 1:5 2:1\n"
    "0 qid:e 1:6 2:1\n0 qid:f 1:7 2:1\n1 qid:g 1:8 2:1\n";

TEST_F(FoldFilesTest, AreTheirPartsWrittenOnTheirOwn) {
  const Dataset data = read(seven);
  const QueryList order = {3, 0, 6, 5, 1, 4, 2};
  expect_parts(data, order, write_folds(data, order, 4, folder_ / "cut"));
}

TEST_F(FoldFilesTest, ComeWithAFileOfAllQueries) {
  const Dataset data = read(seven);
  const QueryList order = {3, 0, 6, 5, 1, 4, 2};
  for (const DataFormat format : {DataFormat::letor, DataFormat::csv, DataFormat::podium}) {
    std::vector<PartFile> files = write_folds(data, order, 4, folder_ / "cut", format, "all");
    const PartFile twin = write_part(data, order, folder_ / "twin", format);
    EXPECT_EQ(files[0].path, folder_ / ("cut/all" + std::string(ending_of(format))));
    EXPECT_EQ(text_of(files[0].path), text_of(twin.path));
    EXPECT_EQ(files[0].queries, 7U);
    EXPECT_EQ(files[0].rows, 9U);
    files.erase(files.begin());
    if (format == DataFormat::letor) expect_parts(data, order, files);
  }
}

TEST_F(FoldFilesTest, KeepWeightsOfQueriesBesideThem) {
  folder_.file("weights.txt", "a 2\nb 1\nc 1\nd 0.5\ne 1\nf 1\ng 3\n");
  ReadOptions options;
  options.query_weights = (folder_ / "weights.txt").string();
  const Dataset data = read(seven, options);
  const QueryList order = all_queries(7);
  expect_parts(data, order, write_folds(data, order, 4, folder_ / "cut"));
  EXPECT_EQ(text_of(folder_ / "cut/Fold2/test.txt.query-weights"), "a 2\nb 1\n");
}

}  // namespace
}  // namespace podium
