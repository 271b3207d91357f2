#pragma once

#include <filesystem>

#include <gtest/gtest.h>

#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/core/base/io/file.hpp"

namespace podium::cli {

/// Generated data in a folder of the test's own, and commands that run there; for tests.
class LearningCommands : public testing::Test {
 protected:
  LearningCommands() {
    std::filesystem::create_directories(folder_);
    for (const auto& [name, seed] :
         {std::pair("train.txt", "1"), std::pair("vali.txt", "2"), std::pair("test.txt", "3")}) {
      run({"synth", "letor", "--queries", "20", "--documents", "10", "--features", "4", "--seed",
           seed, "--out", at(name)});
    }
  }
  ~LearningCommands() override { std::filesystem::remove_all(folder_); }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  bool is_there(const std::string& name) const { return std::filesystem::exists(at(name)); }
  void put(const std::string& name, std::string_view text) const { write_file(at(name), text); }
  std::string text_of(const std::string& name) const {
    return std::string(InputText(at(name)).view());
  }

  /// A command line, with `more` after it.
  static CliResult run(std::vector<std::string> arguments,
                       const std::vector<std::string>& more = {}) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_in_process(arguments);
  }

 private:
  // Suites run side by side, and some have cases of the same name.
  const testing::TestInfo* info_ = testing::UnitTest::GetInstance()->current_test_info();
  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string("learning-") + info_->test_suite_name() + "-" + info_->name());
};

}  // namespace podium::cli
