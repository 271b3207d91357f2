#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <variant>

#include "podium/base/io/json_reader.hpp"
#include "podium/model/tree_ensemble.hpp"

namespace podium {

/// A node of a tree in JSON: the value of a leaf, or a split and the nodes behind it.
struct ReadSplit {
  TreeSplit split;  ///< without its children
  JsonReader left;
  JsonReader right;
};
using ReadNode = std::variant<double, ReadSplit>;

/// The tree whose nodes `read` understands, a function from JsonReader to ReadNode. Throws
/// DataError when there are more than `most` nodes, as in a circle.
template <class Read>
class ImportedTree {
 public:
  explicit ImportedTree(const Read& read,
                        std::size_t most = std::numeric_limits<std::size_t>::max())
      : read_(read), most_(most) {}

  RegressionTree from(const JsonReader& root) && {
    add(root, 0);
    tree_.rows.resize(tree_.splits.size() + tree_.value.size());
    tree_.curvature.resize(tree_.rows.size());
    return std::move(tree_);
  }

 private:
  std::int32_t add(const JsonReader& json, std::size_t depth) {
    constexpr std::size_t most_depth = 5000;
    if (++seen_ > most_ || depth > most_depth) {
      throw json.error("found children that do not form a tree");
    }
    const ReadNode node = read_(json);
    if (const double* value = std::get_if<double>(&node)) {
      tree_.value.push_back(*value);
      return -static_cast<std::int32_t>(tree_.value.size());
    }
    const auto& [split, left, right] = std::get<ReadSplit>(node);
    const std::size_t place = tree_.splits.size();
    tree_.splits.push_back(split);
    const std::int32_t on_the_left = add(left, depth + 1);
    const std::int32_t on_the_right = add(right, depth + 1);
    tree_.splits[place].left = on_the_left;
    tree_.splits[place].right = on_the_right;
    return static_cast<std::int32_t>(place);
  }

  const Read& read_;
  std::size_t most_;
  std::size_t seen_ = 0;
  RegressionTree tree_;
};

}  // namespace podium
