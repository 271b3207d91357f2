#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/core/measure/own/definitions.hpp"
#include "podium/core/prepare/normalise.hpp"
#include "podium/learning/learn/training.hpp"

namespace podium {

/// Trains models, with options. Options that are not given have the defaults of options().
class Algorithm {
 public:
  virtual ~Algorithm() = default;

  virtual std::vector<OptionInfo> options() const = 0;

  /// Throws UsageError when an option is unknown or out of range.
  virtual void check(const OptionText& options) const = 0;

  virtual TrainingResult train(const TrainingTask& task, const OptionText& options) const = 0;

  /// Whether training data may have missing values.
  virtual bool accepts_missing(const OptionText& /*options*/) const { return false; }

  /// Whether the normaliser `auto` scales features for it. Not for trees, which depend on the order
  /// of values only, nor for FocusedBoost, which takes features that differ by at most 1.
  virtual bool needs_scaling() const { return false; }

  /// Whether it splits by sets of categories.
  virtual bool splits_sets(const OptionText& /*options*/) const { return false; }

  /// Whether the weights of rows have an effect. Those of queries always have.
  virtual bool weighs_documents(const OptionText& /*options*/) const { return false; }

  /// Whether it can learn TrainingTask::pairs: its loss is a sum over pairs that looks at nothing
  /// else of the truth.
  virtual bool takes_pairs() const { return false; }

  /// Whether it can minimise TrainingTask::loss. All else stays as it is for the algorithm's own
  /// loss: options, a bias, the score that boosting starts at.
  virtual bool takes_loss() const { return false; }

  /// The options that the algorithm's own loss has, and that choose it: they have no effect on
  /// TrainingTask::loss.
  virtual std::vector<OptionInfo> loss_options(const OptionText& /*options*/) const { return {}; }

  /// Whether it can minimise TrainingTask::second, too.
  virtual bool takes_second_objective() const { return false; }

  /// Whether a model to start from stays, as it is, a part of the model: then both need the same
  /// preparation.
  virtual bool keeps_start() const { return false; }

 protected:
  Algorithm() = default;
  Algorithm(const Algorithm&) = default;
  Algorithm& operator=(const Algorithm&) = default;
  Algorithm(Algorithm&&) = default;
  Algorithm& operator=(Algorithm&&) = default;
};

/// The option of an algorithm that is worth choosing by the data, and the values to choose from.
struct TunedOption {
  std::string_view name;
  std::span<const std::string_view> values;  ///< from strong to weak regularisation
  std::string_view fallback;                 ///< where there is too little data to choose
};

/// Settings to choose one of in a search, each "option=value ..." or empty; the first is the
/// default.
using SearchAxis = std::span<const std::string_view>;

/// The options of a setting.
OptionText setting_options(std::string_view setting);

/// A row of the table of algorithms, which `podium list algorithms` prints: an algorithm and
/// defaults under a name.
struct AlgorithmEntry {
  std::string_view name;
  std::string_view summary;
  std::string_view reference;  ///< key of docs/references.bib
  std::string_view loss;  ///< row of losses(); empty: optimises a measure, or combines algorithms
  std::shared_ptr<const Algorithm> algorithm;
  std::span<const std::string_view> defaults;  ///< "option=value" where it differs from options()
  /// The option that regularises; where it is chosen from several values, they are tried from
  /// strong to weak regularisation. Empty: there is none.
  std::string_view path_option;
  bool path_ascends = false;  ///< larger values of the path option regularise less
  bool is_composed = false;   ///< trains others, whose options it takes as NAME.OPTION
  /// What is chosen by the data: first what regularises, then what else matters.
  std::span<const TunedOption> tuned;
  /// What a search with more time tries, in all combinations: values of `tuned` and of the other
  /// options that matter.
  std::span<const SearchAxis> search;

  /// All options with the defaults that this row has.
  std::vector<OptionInfo> options() const;

  /// Throws UsageError when an option is unknown or out of range.
  void check(const OptionText& options) const { algorithm->check(with_defaults(options)); }

  /// The same beside measures that the user defined: a refusal says that options do not take them.
  void check(const OptionText& options, const MeasureDefinitions& own) const;

  /// Whether training data may have missing values with these options.
  bool accepts_missing(const OptionText& options) const {
    return algorithm->accepts_missing(with_defaults(options));
  }

  /// Whether the weights of rows have an effect with these options.
  bool weighs_documents(const OptionText& options) const {
    return algorithm->weighs_documents(with_defaults(options));
  }

  /// `given` over the defaults of this row.
  OptionText with_defaults(const OptionText& given) const;
};

/// Every algorithm of the library, in the order the manual lists them.
std::span<const AlgorithmEntry> algorithms();

/// The row of that name; throws UsageError naming the known ones.
const AlgorithmEntry& find_algorithm(std::string_view name);

/// The normaliser of that name, or nothing for "none" and for "auto" if the algorithm does not need
/// it. An algorithm that is not in the table stands for several.
std::optional<NormaliserKind> normaliser_for(std::string_view algorithm, std::string_view name);

/// Whether the algorithm splits by sets of categories. One that is not in the table stands for
/// several, of which some do.
bool splits_sets(std::string_view algorithm, const OptionText& options);

/// Throws UsageError naming those that can unless the algorithm can learn pairs.
void check_takes_pairs(std::string_view name);

/// The same for a second objective.
void check_takes_second_objective(std::string_view name);

/// Throws UsageError naming those that can unless the algorithm can minimise a loss that it is
/// given, and for an option of the loss that this one replaces.
void check_takes_loss(std::string_view name, const OptionText& options);

}  // namespace podium
