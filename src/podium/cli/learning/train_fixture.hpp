#pragma once

#include <string>
#include <vector>

#include "podium/cli/learning/learning_commands_fixture.hpp"

namespace podium::cli {

/// Trains on generated data; for tests.
class TrainCommand : public LearningCommands {
 protected:
  CliResult train(const std::vector<std::string>& more,
                  const std::string& algorithm = "listnet") const {
    return run({"train", algorithm, "--train", at("train.txt"), "--model", at("model.json"),
                "--tune", "none"},
               more);
  }

  /// What a command that must fail as wrong usage says; it leaves no model.
  std::string refusal(const std::vector<std::string>& more,
                      const std::string& algorithm = "listnet") const {
    const CliResult result = train(more, algorithm);
    EXPECT_EQ(result.code, 2) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_FALSE(is_there("model.json"));
    return result.err;
  }
};

}  // namespace podium::cli
