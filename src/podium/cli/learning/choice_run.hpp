#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "podium/cli/args/learning_args.hpp"
#include "podium/cli/learning/print_training.hpp"
#include "podium/cli/learning/split_checks.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/data/dataset.hpp"
#include "podium/learning/experiment/tuning/tuning.hpp"

namespace podium::cli {

/// Tells the user what becomes of a checkpoint that is there, though --resume was not given.
void say_unused_checkpoint(const std::filesystem::path& file, bool is_own, const Context& context);

/// What the work returns. A training that fails would fail again, and with other options its
/// checkpoint is of no use: the file is removed, if there is a place for one.
template <class Work>
auto or_without_checkpoint(const std::filesystem::path& file, const Work& work) {
  try {
    return work();
  } catch (const StorageError&) {  // a full disk, say: the same command may succeed later
    throw;
  } catch (const Error&) {
    if (!file.empty()) std::filesystem::remove(file);
    throw;
  }
}

/// What tells the results of one command from those of another, as far as these arguments do; data
/// is recognised by its contents.
std::string learning_identity(const LearningArgs& args, const Context& context);

/// The same with the data that options are chosen by.
std::string choice_identity(const LearningArgs& args, TuneRule rule, const Dataset& train,
                            const Dataset* vali, const Context& context);

/// Tells the user what validation data was for, and how to have it otherwise.
void say_use_of_vali(const LearningArgs& args, TuneRule rule, std::size_t train_queries,
                     std::size_t vali_queries, const Context& context);

/// What becomes of the checkpoint of an interrupted run of the same choice.
enum class Resumption {
  always,      ///< it is continued
  asked_for,   ///< it is continued: --resume was given
  not_wanted,  ///< it is removed: --resume was not given
};

/// A choice of options by the data: false if the user ended it. Finished trainings are in the log,
/// if there is one.
using ChoiceWork = std::function<bool(CellLog<CellScores>* log, const RunProgressSink& progress)>;

/// Runs it with progress on the terminal, and returns the seconds that it took. Finished trainings
/// are kept in `model`.checkpoint, which remove_checkpoint() removes when the model is there; a
/// model that goes to a stream has no such file. Throws Interrupted when the user ends it.
double run_choice(const std::string& model, const std::string& identity, Resumption resumption,
                  const Context& context, const ChoiceWork& work);
void remove_checkpoint(const std::string& model);

/// Reads training, validation and test data, those that have a path, with remarks on the terminal.
/// With `has_pairs`, the training data needs no labels, and has none.
std::vector<NamedDataset> read_parts(const LearningArgs& args,
                                     const std::array<std::string, 3>& paths, bool has_pairs,
                                     const Context& context);

/// Measures, by the metric, scores of rows that models did not see; of the parts of the data, the
/// highest label is the highest grade.
MeasuredTest measure_held_out(const LearningArgs& args, const Dataset& held_out,
                              std::span<const double> scores, std::span<const NamedDataset> parts,
                              const Context& context);

/// Throws what measure_test() would, before a model is trained: UsageError for labels that a
/// measure does not take.
void check_test(const LearningArgs& args, std::span<const NamedDataset> parts,
                const Context& context);

/// Measures a model on the test data, the last of the parts.
MeasuredTest measure_test(const LearningArgs& args, const RankingModel& model,
                          std::span<const NamedDataset> parts, const Context& context);

}  // namespace podium::cli
