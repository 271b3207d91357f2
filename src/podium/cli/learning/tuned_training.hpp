#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "podium/cli/args/learning_args.hpp"
#include "podium/cli/learning/print_training.hpp"
#include "podium/cli/learning/split_checks.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/data/dataset.hpp"
#include "podium/learning/experiment/tuning/tuning.hpp"

namespace podium::cli {

/// A finished tuning and the time that it took.
struct TunedRun {
  Tuning tuning;
  double seconds = 0.0;
};

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

/// What tells one tuning from another: data, options, rules and seed.
std::string tuning_identity(const LearningArgs& args, TuneRule rule, const Dataset& train,
                            const Dataset* vali, const Context& context);

/// Tunes as the arguments say, with progress on the terminal. Finished trainings are kept in
/// `model`.checkpoint, and `resume` continues from there; a model that goes to a stream has no such
/// file. Throws Interrupted when the user ends it.
TunedRun run_tuning(const LearningArgs& args, TuneRule rule, const Dataset& train,
                    const Dataset* vali, const std::string& model, bool resume,
                    const Context& context);

/// Measures a model on the test data, the last of the parts.
MeasuredTest measure_test(const LearningArgs& args, const RankingModel& model,
                          std::span<const NamedDataset> parts, const Context& context);

}  // namespace podium::cli
