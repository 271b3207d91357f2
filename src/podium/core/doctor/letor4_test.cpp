// The parts and folds of the LETOR 4.0 MQ2008 files and of the LETOR 2.0 and 3.0 OHSUMED files.
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/io/file.hpp"
#include "podium/core/doctor/doctor.hpp"
#include "podium/core/format/read.hpp"
#include "podium/core/prepare/folds.hpp"
#include "podium/core/prepare/info.hpp"
#include "podium/core/prepare/split.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::Pair;

std::optional<std::filesystem::path> data_folder() {
  const char* data = std::getenv("PODIUM_DATA");
  if (data == nullptr) return std::nullopt;
  return std::filesystem::path(data);
}

/// MQ2008's five parts as one data set.
Dataset whole_mq2008(const std::filesystem::path& folder) {
  std::string text;
  for (int part = 1; part <= 5; ++part) {
    text += InputText(folder / ("S" + to_text(part) + ".txt")).view();
  }
  std::string name = testing::TempDir() + "podium-mq2008-XXXXXX";
  const std::filesystem::path scratch = ::mkdtemp(name.data());
  write_file(scratch / "all.txt", text);
  Dataset data = read_dataset(scratch / "all.txt");
  std::filesystem::remove_all(scratch);
  return data;
}

void expect_same(const Dataset& ours, const Dataset& theirs) {
  ASSERT_EQ(ours.query_count(), theirs.query_count());
  ASSERT_EQ(ours.row_count(), theirs.row_count());
  for (std::size_t query = 0; query < ours.query_count(); ++query) {
    EXPECT_EQ(ours[query].id, theirs[query].id);
    EXPECT_TRUE(std::ranges::equal(ours[query].features.dense(), theirs[query].features.dense()));
  }
  EXPECT_TRUE(std::ranges::equal(ours.columns().label, theirs.columns().label));
  for (std::size_t row = 0; row < ours.row_count(); ++row) {
    EXPECT_EQ(ours.document_id(row), theirs.document_id(row));
    EXPECT_EQ(ours.input_row(row), theirs.input_row(row));
  }
}

TEST(Letor4, FiveFoldsOfMq2008ComeOutOfTheWholeSet) {
  const auto root = data_folder();
  if (!root) GTEST_SKIP() << "PODIUM_DATA names no folder of data";
  const std::filesystem::path mq2008 = *root / "MQ2008";
  const Dataset data = whole_mq2008(mq2008);
  const auto parts = cut_evenly(all_queries(data.query_count()), 5);
  std::vector<std::size_t> queries;
  std::vector<std::size_t> rows;
  for (const QueryList& part : parts) {
    queries.push_back(part.size());
    rows.push_back(take_queries(data, part).row_count());
  }
  EXPECT_THAT(queries, ElementsAre(157, 157, 157, 157, 156));
  EXPECT_THAT(rows, ElementsAre(2933, 3635, 3062, 2707, 2874));
  const std::vector<Fold> folds = rotate_folds(parts);
  const std::vector<FoldFiles> files = find_folds(mq2008);
  ASSERT_EQ(files.size(), 5U);
  for (std::size_t fold = 0; fold < 5; ++fold) {
    SCOPED_TRACE(files[fold].name);
    expect_same(take_queries(data, folds[fold].train), read_dataset(files[fold].train));
    expect_same(take_queries(data, folds[fold].vali), read_dataset(files[fold].vali.value()));
    expect_same(take_queries(data, folds[fold].test), read_dataset(files[fold].test));
  }
}

TEST(Letor4, InfoOfMq2008IsWhatIsKnownOfIt) {
  const auto root = data_folder();
  if (!root) GTEST_SKIP() << "PODIUM_DATA names no folder of data";
  const DatasetInfo info = describe(whole_mq2008(*root / "MQ2008"));
  EXPECT_EQ(info.queries, 784U);
  EXPECT_EQ(info.rows, 15'211U);
  EXPECT_EQ(info.features, 46U);
  EXPECT_THAT(info.labels, ElementsAre(Pair(0, 12'279), Pair(1, 2'001), Pair(2, 931)));
  EXPECT_EQ(info.documents_per_query.min, 5U);
  EXPECT_EQ(info.documents_per_query.median, 8.0);
  EXPECT_EQ(info.documents_per_query.max, 121U);
  EXPECT_EQ(info.blank_queries, 220U);
  EXPECT_EQ(info.short_queries, 403U);
  EXPECT_EQ(info.missing, 0U);
}

TEST(Letor3, InfoOfOhsumedIsWhatIsKnownOfIt) {
  const auto root = data_folder();
  if (!root) GTEST_SKIP() << "PODIUM_DATA names no folder of data";
  const DatasetInfo info =
      describe(read_dataset(*root / "OHSUMED-LETOR3" / "Feature-null" / "ALL" / "OHSUMED.txt"));
  EXPECT_EQ(info.queries, 106U);
  EXPECT_EQ(info.rows, 16'140U);
  EXPECT_EQ(info.features, 45U);
  EXPECT_THAT(info.labels, ElementsAre(Pair(0, 11'303), Pair(1, 2'585), Pair(2, 2'252)));
  EXPECT_EQ(info.documents_per_query.min, 35U);
  EXPECT_EQ(info.documents_per_query.median, 147.0);
  EXPECT_EQ(info.documents_per_query.max, 320U);
  EXPECT_EQ(info.blank_queries, 1U);
  EXPECT_EQ(info.missing, 51'490U);
}

TEST(Letor4, FoldsOfMq2008DoNotLeakAndTheDoctorKnowsTheirQuirks) {
  const auto root = data_folder();
  if (!root) GTEST_SKIP() << "PODIUM_DATA names no folder of data";
  for (const FoldFiles& fold : find_folds(*root / "MQ2008")) {
    const std::vector<NamedDataset> parts = {{"train", read_dataset(fold.train)},
                                             {"vali", read_dataset(fold.vali.value())},
                                             {"test", read_dataset(fold.test)}};
    EXPECT_TRUE(check_leaks(parts).empty()) << fold.name;
  }
  std::map<std::string, std::size_t> counts;
  for (const Finding& finding : check_dataset(whole_mq2008(*root / "MQ2008"))) {
    EXPECT_NE(finding.severity, Severity::error) << finding.check;
    counts[finding.check] = finding.count;
  }
  EXPECT_EQ(counts["blank-queries"], 220U);
  EXPECT_EQ(counts["short-queries"], 403U);
  EXPECT_GE(counts["constant-features"], 5U);  // features 6 to 10 are constant in a query
}

TEST(Letor2, FoldsAreFoundInTheFolderDataWithMixedCase) {
  const auto root = data_folder();
  if (!root) GTEST_SKIP() << "PODIUM_DATA names no folder of data";
  const std::vector<FoldFiles> folds = find_folds(*root / "OHSUMED-LETOR2");
  ASSERT_EQ(folds.size(), 5U);
  EXPECT_EQ(folds[2].train.filename(), "trainingset.TXT");
  EXPECT_EQ(folds[2].vali.value().filename(), "validationset.txt");
}

}  // namespace
}  // namespace podium
