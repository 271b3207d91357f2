#include "podium/learning/learn/trees/tree_state.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/learning/model/random_model_fixture.hpp"

namespace podium {
namespace {

TEST(TreeState, ComesBackFromItsNumbersAndRefusesOthers) {
  RandomStream random(1, "", "state");
  std::vector<RegressionTree> trees = random_trees(4, 3, random).trees;
  for (RegressionTree& tree : trees) {  // missing values of sets go to either side
    for (TreeSplit& split : tree.splits) {
      split.by_set = split.feature < 2;
      if (split.by_set) split.threshold = 5.0;
    }
  }
  const std::vector<double> numbers = to_numbers(trees);
  EXPECT_EQ(trees_from(numbers, 4), trees);
  EXPECT_TRUE(trees_from({}, 4).empty());
  EXPECT_THROW(trees_from(numbers, 1), DataError);
  for (std::size_t size = 1; size < numbers.size(); ++size) {
    const auto part = std::span(numbers).first(size);
    try {
      EXPECT_LT(trees_from(part, 4).size(), trees.size()) << size;  // where a tree ends
    } catch (const DataError&) {
    }
  }
}

// Whatever a number is changed to, the reader takes it or complains; what it takes is trees.
TEST(TreeState, MeetsRubbish) {
  RandomStream random(2, "", "state");
  const std::vector<double> numbers = to_numbers(random_trees(4, 3, random).trees);
  for (std::size_t place = 0; place < numbers.size(); ++place) {
    for (const double rubbish : {-1.0, 0.5, 3.0, 1e18, std::nan(""), 1e300}) {
      std::vector<double> changed = numbers;
      changed[place] = rubbish;
      try {
        for (const RegressionTree& tree : trees_from(changed, 4)) EXPECT_TRUE(tree.is_whole(4));
      } catch (const DataError&) {
      }
    }
  }
}

}  // namespace
}  // namespace podium
