#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "podium/base/options.hpp"
#include "podium/learn/training.hpp"

namespace podium {

/// A row of the table of algorithms, which `podium list algorithms` prints: parts and defaults
/// under a name.
struct AlgorithmEntry {
  std::string_view name;
  std::string_view summary;
  std::string_view reference;  ///< key of docs/references.bib
  std::string_view loss;       ///< row of losses(); empty: a measure is raised, or others trained
  /// The option along which models change little by little, so that one model is a good start for
  /// the next; its values are tried from strong to weak regularisation. Empty: there is none.
  std::string_view path_option;
  bool path_rises = false;   ///< larger values of the path option regularise less
  bool is_composed = false;  ///< trains others, whose options it takes as NAME.OPTION
  std::span<const std::string_view> defaults;  ///< "option=value" where it differs from the part's
  std::vector<OptionInfo> (*parts)() = nullptr;  ///< options with the defaults of the parts
  TrainingResult (*train)(const TrainingTask& task, const OptionText& options) = nullptr;
  void (*check_options)(const OptionText& options) = nullptr;  ///< throws UsageError
  /// Whether the optimiser that the options choose goes to the same minimum from anywhere.
  bool (*forgets_start)(const OptionText& options) = nullptr;
  /// Whether features may be missing with these options.
  bool (*takes_missing)(const OptionText& options) = nullptr;

  /// All options with the defaults that this algorithm has.
  std::vector<OptionInfo> options() const;

  /// Throws UsageError when an option is unknown or out of range.
  void check(const OptionText& options) const { check_options(with_defaults(options)); }

  /// Whether a model trained with another value of the path option is a good start with these
  /// options: the minimum does not depend on it (the best iteration on the way there may).
  bool takes_warm_start(const OptionText& options) const;

  /// Whether training data may have missing values with these options.
  bool accepts_missing(const OptionText& options) const {
    return takes_missing(with_defaults(options));
  }

  /// `given` over the algorithm's own defaults.
  OptionText with_defaults(const OptionText& given) const;
};

/// Every algorithm of the library, in the order the manual lists them.
std::span<const AlgorithmEntry> algorithms();

/// The row of that name; throws UsageError naming the known ones.
const AlgorithmEntry& find_algorithm(std::string_view name);

}  // namespace podium
