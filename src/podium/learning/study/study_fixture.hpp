#pragma once

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

namespace podium {

/// For tests: a study of two small learners on generated data. Runs in a fraction of a second.
inline const std::string small_study = R"(
name = "small"
title = "Two learners"
metric = "ndcg@10"
measures = ["map", "ndcg@1", "ndcg@3", "ndcg@10"]
seeds = [1, 2]
baseline = "listnet"

[[data]]
name = "made up"
synth = { queries = 30, documents = 8, features = 4 }
fold-count = 3

[[row]]
name = "listnet"
algorithm = "listnet"

[[row]]
name = "listmle, tuned"
algorithm = "listmle"
grid = { l2 = [0.01, 1] }
)";

/// For tests: a file of the running test's own that is not there.
inline std::filesystem::path fresh_path(const std::string& ending) {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  std::filesystem::path path = std::filesystem::path(testing::TempDir()) /
                               (std::string(test->test_suite_name()) + test->name() + ending);
  std::filesystem::remove(path);
  return path;
}

}  // namespace podium
