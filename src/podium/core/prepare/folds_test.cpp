#include "podium/core/prepare/folds.hpp"

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"

namespace podium {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Folds : public testing::Test {
 protected:
  Folds() {
    std::string name = testing::TempDir() + "podium-folds-XXXXXX";
    root_ = ::mkdtemp(name.data());
  }
  ~Folds() override { fs::remove_all(root_); }

  void add(const fs::path& file) const {
    fs::create_directories((root_ / file).parent_path());
    write_file(root_ / file, "x");
  }

  std::string complaint(const fs::path& folder) const {
    try {
      find_folds(folder);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "accepted";
  }

  fs::path root_;
};

TEST_F(Folds, AreFoundUnderLetorsNamesInAnyCase) {
  for (const char* file : {"Fold10/train.txt", "Fold10/vali.txt", "Fold10/test.txt",
                           "fold2/trainingset.TXT", "fold2/Validationset.txt", "fold2/TestSet.txt",
                           "FOLD1/train.txt.gz", "FOLD1/test.txt.gz", "notes.txt"}) {
    add(file);
  }
  const auto folds = find_folds(root_);
  ASSERT_EQ(folds.size(), 3U);
  EXPECT_EQ(folds[0].name, "FOLD1");
  EXPECT_EQ(folds[0].vali, std::nullopt);
  EXPECT_EQ(folds[1].train, root_ / "fold2/trainingset.TXT");
  EXPECT_EQ(folds[1].vali, root_ / "fold2/Validationset.txt");
  EXPECT_EQ(folds[2].test, root_ / "Fold10/test.txt");
}

TEST_F(Folds, AreFoundInTheFolderDataAndRightInAFolder) {
  add("set/Data/Fold1/train.txt");
  add("set/Data/Fold1/test.txt");
  ASSERT_EQ(find_folds(root_ / "set").size(), 1U);
  EXPECT_EQ(find_folds(root_ / "set")[0].train, root_ / "set/Data/Fold1/train.txt");
  EXPECT_EQ(find_folds(root_ / "set/Data/Fold1")[0].test, root_ / "set/Data/Fold1/test.txt");
}

TEST_F(Folds, SayWhatIsMissingOrUnclear) {
  EXPECT_THAT(complaint(root_ / "nowhere"), HasSubstr("cannot list folder"));
  EXPECT_THAT(complaint(root_), HasSubstr("found neither Fold1"));
  add("a/Fold1/train.txt");
  EXPECT_THAT(complaint(root_), HasSubstr("found folds in"));
  EXPECT_THAT(complaint(root_ / "a"), HasSubstr("named test.txt or testset.txt"));
  add("a/Fold1/test.txt");
  EXPECT_EQ(complaint(root_ / "a"), "accepted");
  add("a/Fold1/trainingset.txt");
  EXPECT_THAT(complaint(root_ / "a"), HasSubstr("expected only one of them"));
}

}  // namespace
}  // namespace podium
