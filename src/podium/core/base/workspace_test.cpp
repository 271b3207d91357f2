#include "podium/core/base/workspace.hpp"

#include <cstdint>

#include <gtest/gtest.h>

namespace podium {
namespace {

TEST(Workspace, PiecesAreAlignedAndDoNotOverlap) {
  Workspace workspace;
  std::vector<std::span<std::uint32_t>> pieces;
  for (const std::size_t count : {1U, 0U, 17U, 5000U, 3U, 100000U}) {
    pieces.push_back(workspace.take<std::uint32_t>(count));
    EXPECT_EQ(pieces.back().size(), count);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pieces.back().data()) % 64, 0U);
    for (std::uint32_t& value : pieces.back()) value = static_cast<std::uint32_t>(pieces.size());
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (const std::uint32_t value : pieces[i]) ASSERT_EQ(value, i + 1);
  }
}

TEST(Workspace, GivesTheSameMemoryAgainAfterClear) {
  Workspace workspace;
  for (int round = 0; round < 3; ++round) {
    workspace.clear();
    workspace.take<double>(9000);
    workspace.take<double>(9000);
  }
  workspace.clear();
  const double* first = workspace.take<double>(9000).data();
  workspace.take<double>(9000);
  workspace.clear();
  EXPECT_EQ(workspace.take<double>(9000).data(), first);
}

TEST(Workspace, ZerosAreZerosInUsedMemory) {
  Workspace workspace;
  for (double& value : workspace.take<double>(100)) value = 7.0;
  workspace.clear();
  for (const double value : workspace.zeros<double>(100)) EXPECT_EQ(value, 0.0);
}

}  // namespace
}  // namespace podium
