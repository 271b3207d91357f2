#include "podium/learning/experiment/cell_log.hpp"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"

namespace podium {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

struct Number {
  double value = 0.0;

  Json json() const { return {{"value", value}}; }
  static Number read(const JsonReader& json) { return {json.at("value").number()}; }
};

class CellLogOfAFile : public testing::Test {
 protected:
  CellLogOfAFile() { std::filesystem::remove(run.path); }

  const LoggedRun run{.path = testing::TempDir() + "cells.jsonl", .identity = "this run"};
};

TEST_F(CellLogOfAFile, GivesBackWhatWasKept) {
  const std::vector<GridCell> cells = {{"listnet", {{"l2", "1"}}, 0},
                                       {"listnet", {{"l2", "1"}}, 1},
                                       {"listnet", {{"l2", "2"}}, 0},
                                       {"listnet", {{"l2", "1"}}, 0, true},
                                       {"ranksvm", {{"l2", "1"}}, 0}};
  EXPECT_FALSE(CellFile::is_of(run));
  {
    CellLog<Number> log(run);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      EXPECT_EQ(log.find(cells[i]), nullptr);
      log.keep(cells[i], {0.1 * static_cast<double>(i)});
    }
  }
  EXPECT_TRUE(CellFile::is_of(run));
  const CellLog<Number> log(run);
  EXPECT_EQ(log.size(), cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    ASSERT_NE(log.find(cells[i]), nullptr);
    EXPECT_EQ(log.find(cells[i])->value, 0.1 * static_cast<double>(i));
  }
  EXPECT_EQ(log.find({"listnet", {}, 0}), nullptr);
}

TEST_F(CellLogOfAFile, RefusesWhatIsNotItsOwn) {
  const auto open = [&](const std::string& text) {
    write_file(run.path, text);
    return [&] { CellLog<Number>{run}; };
  };
  EXPECT_THAT(open(R"({"identity":"other","podium_cells":1})"
                   "\n"),
              ThrowsMessage<UsageError>(
                  AllOf(HasSubstr("checkpoint "),
                        HasSubstr("belongs to a training with other data or options"))));
  EXPECT_THAT(open(R"({"podium_checkpoint":3,"identity":"other"})"),
              ThrowsMessage<UsageError>(HasSubstr("belongs to a training with other data")));
  EXPECT_THAT(open(R"({"identity":"this run","podium_crossval":4})"
                   "\n"),
              ThrowsMessage<UsageError>(HasSubstr("written by an earlier version of podium")));
  EXPECT_THAT(open("hello\n"), ThrowsMessage<DataError>(HasSubstr("cells.jsonl:1: found 'hello")));
  EXPECT_THAT(open(R"({"identity":"this run","podium_cells":1})"
                   "\n{}\n"),
              ThrowsMessage<DataError>(HasSubstr("cells.jsonl:2: found no 'algorithm'")));
}

}  // namespace
}  // namespace podium
