#pragma once

#include <string_view>
#include <vector>

#include "podium/base/options.hpp"
#include "podium/learn/training.hpp"

namespace podium {

/// TopRank, as the table of algorithms wants it: a first ranker, and several that vote on the order
/// of its best documents, each with a weight by how well it ranks. [Cheng15]
///
/// Beside its own options it takes those of its parts: "ranksvm.c" is option c of ranksvm.
struct TopRank {
  static constexpr std::string_view path_option{};
  static constexpr bool path_rises = false;
  static constexpr bool is_composed = true;

  static std::vector<OptionInfo> options();
  static void check(const OptionText& text);
  static bool forgets_start(const OptionText& /*text*/) { return false; }
  static bool takes_missing(const OptionText& text);
  static TrainingResult train(const TrainingTask& task, const OptionText& text);
};

}  // namespace podium
