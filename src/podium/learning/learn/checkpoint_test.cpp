#include "podium/learning/learn/checkpoint.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"

namespace podium {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// A checkpoint file of the test's own.
class CheckpointFileTest : public testing::Test {
 protected:
  ~CheckpointFileTest() override { std::filesystem::remove(path_); }

  CheckpointFile file(const std::string& identity = "this run") const { return {path_, identity}; }
  std::string text() const { return std::string(InputText(path_).view()); }
  void put(std::string_view text) const { write_file(path_, text); }

  Checkpoint some() const {
    return {.optimiser = {7, {1.0 / 3.0, -0.0, std::numeric_limits<double>::denorm_min(), 1e308}},
            .best = {0.1, -2.5e-17},
            .best_validation = 2.0 / 3.0,
            .best_iteration = 5,
            .finished = {{"a \"model\"", 3}, {"", 0}}};
  }

 private:
  std::filesystem::path path_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string("checkpoint-") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(CheckpointFileTest, GivesBackEveryBit) {
  file().save(some());
  const auto loaded = file().load();
  ASSERT_TRUE(loaded);
  EXPECT_EQ(*loaded, some());
  EXPECT_TRUE(std::signbit(loaded->optimiser.numbers[1]));
}

TEST_F(CheckpointFileTest, KeepsTheLatest) {
  file().save(some());
  Checkpoint later = some();
  later.optimiser.iteration = 8;
  file().save(later);
  EXPECT_EQ(file().load()->optimiser.iteration, 8U);
}

TEST_F(CheckpointFileTest, IsNothingWhenThereIsNoFile) {
  EXPECT_FALSE(file().load());
  file().remove();
  file().save(some());
  file().remove();
  EXPECT_FALSE(file().load());
}

TEST_F(CheckpointFileTest, RefusesTheCheckpointOfAnotherRun) {
  file("another run").save(some());
  EXPECT_THAT([&] { file().load(); },
              ThrowsMessage<UsageError>(
                  AllOf(HasSubstr(file().path().string()), HasSubstr("other data or options"))));
}

TEST_F(CheckpointFileTest, RefusesAFileThatIsCutAnywhere) {
  file().save(some());
  const std::string whole = text();
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    put(whole.substr(0, size));
    EXPECT_THROW(file().load(), DataError) << size;
  }
}

TEST_F(CheckpointFileTest, RefusesNumbersThatAreNone) {
  Checkpoint bad = some();
  bad.optimiser.numbers[0] = std::numeric_limits<double>::quiet_NaN();
  file().save(bad);
  EXPECT_THAT(
      [&] { file().load(); },
      ThrowsMessage<DataError>(HasSubstr("numbers[0]: found null, expected a finite number")));
}

TEST_F(CheckpointFileTest, RefusesAnotherVersionAndOtherJson) {
  file().save(some());
  const std::string other = text();
  const std::string mark = "\"podium_checkpoint\":3";
  const auto put_version = [&](const std::string& version) {
    std::string changed = other;
    put(changed.replace(other.find(mark), mark.size(), "\"podium_checkpoint\":" + version));
  };
  put_version("4");
  EXPECT_THAT(
      [&] { file().load(); },
      ThrowsMessage<DataError>(HasSubstr("podium_checkpoint: found version 4, expected 3")));
  put_version("2");
  EXPECT_THAT(
      [&] { file().load(); },
      ThrowsMessage<DataError>(HasSubstr("of an earlier version of podium; remove it to start")));
  put("[1,2]");
  EXPECT_THROW(file().load(), DataError);
}

}  // namespace
}  // namespace podium
