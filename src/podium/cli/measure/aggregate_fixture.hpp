#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/core/base/io/file.hpp"

namespace podium::cli {

/// Runs "aggregate" in a folder of its own; words with a point stand for files there.
class AggregateCommand : public testing::Test {
 protected:
  AggregateCommand()
      : folder_(std::filesystem::path(testing::TempDir()) /
                ("aggregate-" +
                 std::string(testing::UnitTest::GetInstance()->current_test_info()->name()))) {
    std::filesystem::create_directories(folder_);
  }
  ~AggregateCommand() override { std::filesystem::remove_all(folder_); }

  void file(const std::string& name, std::string_view text) const {
    write_file(folder_ / name, text);
  }

  CliResult aggregate(std::vector<std::string> arguments) const {
    for (std::string& argument : arguments) {
      const bool is_file = std::filesystem::path(argument).has_extension() &&
                           argument.find_first_of(",=") == std::string::npos;
      if (is_file) argument = folder_ / argument;
    }
    arguments.insert(arguments.begin(), "aggregate");
    return run_in_process(arguments);
  }

  nlohmann::json json(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--format", "json"});
    const CliResult result = aggregate(std::move(arguments));
    EXPECT_EQ(result.code, 0) << result.err;
    return nlohmann::json::parse(result.out);
  }

  /// The message of a command that must fail as wrong usage.
  std::string refusal(std::vector<std::string> arguments) const {
    const CliResult result = aggregate(std::move(arguments));
    EXPECT_EQ(result.code, 2) << result.err;
    EXPECT_EQ(result.out, "");
    return result.err;
  }

  std::string text(const std::string& name) const {
    return std::string(InputText(folder_ / name).view());
  }

  std::filesystem::path folder_;
};

inline std::vector<std::string> items_of(const nlohmann::json& election) {
  std::vector<std::string> items;
  for (const auto& row : election["ranking"]) items.push_back(row["item"]);
  return items;
}

/// Nine voters go in circles: 5 of 9 prefer A to B, 7 B to C, 6 C to A.
inline constexpr std::string_view circle =
    "# NUMBER ALTERNATIVES: 3\n# ALTERNATIVE NAME 1: Anna\n# ALTERNATIVE NAME 2: Bert\n"
    "# ALTERNATIVE NAME 3: Carl C.\n3: 1,2,3\n4: 2,3,1\n2: 3,1,2\n";

}  // namespace podium::cli
