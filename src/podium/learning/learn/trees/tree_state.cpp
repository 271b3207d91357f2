#include "podium/learning/learn/trees/tree_state.hpp"

#include "podium/learning/learn/number_reader.hpp"

namespace podium {

namespace {

std::int32_t child_from(double number) {
  constexpr double most = 1e9;
  if (!(number >= -most && number <= most && number == std::floor(number))) NumberReader::refuse();
  return static_cast<std::int32_t>(number);
}

RegressionTree tree_from(NumberReader& reader, std::size_t features) {
  RegressionTree tree;
  const std::size_t splits = reader.whole();
  for (std::size_t s = 0; s < splits; ++s) {
    TreeSplit split;
    split.feature = reader.whole();
    const double kind = reader.next();  // 1: missing values go left; 2 more: by a set
    split.missing_left = kind == 1.0 || kind == 3.0;
    split.by_set = kind >= 2.0;
    split.threshold = reader.next();
    if (split.by_set && !split.is_set()) NumberReader::refuse();
    split.left = child_from(reader.next());
    split.right = child_from(reader.next());
    split.gain = reader.next();
    tree.splits.push_back(split);
  }
  const auto values = reader.take(splits + 1);
  tree.value.assign(values.begin(), values.end());
  for (std::size_t node = 0; node < 2 * splits + 1; ++node) {
    tree.rows.push_back(static_cast<std::uint64_t>(reader.whole()));
  }
  const auto curvature = reader.take(2 * splits + 1);
  tree.curvature.assign(curvature.begin(), curvature.end());
  if (!tree.is_whole(features)) NumberReader::refuse();
  return tree;
}

}  // namespace

std::vector<double> to_numbers(std::span<const RegressionTree> trees) {
  std::vector<double> numbers;
  for (const RegressionTree& tree : trees) {
    numbers.push_back(static_cast<double>(tree.splits.size()));
    for (const TreeSplit& split : tree.splits) {
      numbers.insert(numbers.end(), {static_cast<double>(split.feature),
                                     (split.missing_left ? 1.0 : 0.0) + (split.by_set ? 2.0 : 0.0),
                                     split.threshold, static_cast<double>(split.left),
                                     static_cast<double>(split.right), split.gain});
    }
    numbers.insert(numbers.end(), tree.value.begin(), tree.value.end());
    for (const std::uint64_t rows : tree.rows) numbers.push_back(static_cast<double>(rows));
    numbers.insert(numbers.end(), tree.curvature.begin(), tree.curvature.end());
  }
  return numbers;
}

std::vector<RegressionTree> trees_from(std::span<const double> numbers, std::size_t features) {
  NumberReader reader(numbers);
  std::vector<RegressionTree> trees;
  while (!reader.is_at_end()) trees.push_back(tree_from(reader, features));
  return trees;
}

}  // namespace podium
