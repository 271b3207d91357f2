#pragma once

#include <string_view>
#include <vector>

#include "podium/base/options.hpp"
#include "podium/learn/training.hpp"

namespace podium {

// The algorithms that boost, as the table of algorithms wants them: what their options are, whether
// a text of options is good, whether values may be missing, and the training itself.

/// What they share: rounds are the path, and nothing is trained again along it.
struct Boosted {
  static constexpr std::string_view path_option{};
  static constexpr bool path_rises = false;
  static bool forgets_start(const OptionText& /*text*/) { return false; }
};

/// Pairs by the exponential loss. [Freund03]
struct RankBoost : Boosted {
  static std::vector<OptionInfo> options();
  static void check(const OptionText& text);
  static bool takes_missing(const OptionText& text);
  static TrainingResult train(const TrainingTask& task, const OptionText& text);
};

/// A measure of whole rankings. [Xu07]
struct AdaRank : Boosted {
  static std::vector<OptionInfo> options();
  static void check(const OptionText& text);
  static bool takes_missing(const OptionText& text);
  static TrainingResult train(const TrainingTask& task, const OptionText& text);
};

/// Pairs by the fidelity loss. [Tsai07]
struct Frank : Boosted {
  static std::vector<OptionInfo> options();
  static void check(const OptionText& text);
  static bool takes_missing(const OptionText& text);
  static TrainingResult train(const TrainingTask& task, const OptionText& text);
};

/// A measure among the best documents, pairs between them and the rest. [Niu12]
struct FocusedBoost : Boosted {
  static std::vector<OptionInfo> options();
  static void check(const OptionText& text);
  static bool takes_missing(const OptionText& text);
  static TrainingResult train(const TrainingTask& task, const OptionText& text);
};

}  // namespace podium
