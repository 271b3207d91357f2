#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "podium/core/prepare/preparation.hpp"
#include "podium/learning/model/tree_ensemble.hpp"

namespace podium {

/// What a split asks about its feature, and what it does with values that tell nothing.
struct TreeCondition {
  std::string words;         ///< "\u2264 0.5", "present", "in {2, 4}"
  bool missing_yes = false;  ///< a missing value goes where the condition holds
  bool is_of_categories = false;
};

/// The conditions of a model's trees in words. Trees see the means of categories; where the
/// preparation of a document alone says what each became, conditions name the categories
/// themselves. They name those of the side that unknown categories do not take, so that they hold
/// for these, too.
class TreeConditions {
 public:
  explicit TreeConditions(const Preparation& preparation);

  TreeCondition operator()(const TreeSplit& split) const;

 private:
  /// A categorical feature as trees see it.
  struct Categories {
    std::size_t feature = 0;
    std::vector<std::string> name;  ///< codes or words, ascending
    std::vector<float> seen;        ///< of each of them
    float unknown = 0.0F;           ///< of any other
  };

  static TreeCondition words_of(const Categories& categories, const TreeSplit& split);

  std::vector<Categories> categories_;  ///< none where they cannot be told
};

}  // namespace podium
