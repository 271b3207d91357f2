#pragma once

#include <vector>

#include "podium/base/options.hpp"
#include "podium/learn/training.hpp"

namespace podium {

// The algorithms that boost, as the table of algorithms wants them: what their options are, whether
// a text of options is good, whether values may be missing, and the training itself.

/// Pairs by the exponential loss. [Freund03]
struct RankBoost {
  static std::vector<OptionInfo> options();
  static void check(const OptionText& text);
  static bool takes_missing(const OptionText& text);
  static TrainingResult train(const TrainingTask& task, const OptionText& text);
};

/// A measure of whole rankings. [Xu07]
struct AdaRank {
  static std::vector<OptionInfo> options();
  static void check(const OptionText& text);
  static bool takes_missing(const OptionText& text);
  static TrainingResult train(const TrainingTask& task, const OptionText& text);
};

/// Pairs by the fidelity loss. [Tsai07]
struct Frank {
  static std::vector<OptionInfo> options();
  static void check(const OptionText& text);
  static bool takes_missing(const OptionText& text);
  static TrainingResult train(const TrainingTask& task, const OptionText& text);
};

/// A measure among the best documents, pairs between them and the rest. [Niu12]
struct FocusedBoost {
  static std::vector<OptionInfo> options();
  static void check(const OptionText& text);
  static bool takes_missing(const OptionText& text);
  static TrainingResult train(const TrainingTask& task, const OptionText& text);
};

}  // namespace podium
