#pragma once

#include <memory>
#include <string>
#include <vector>

#include "podium/cli/command.hpp"
#include "podium/data/dataset.hpp"
#include "podium/doctor/doctor.hpp"
#include "podium/experiment/tuning/baseline_file.hpp"
#include "podium/model/model.hpp"

namespace podium {

/// The file of a training's baseline; none when the baseline is a feature.
using FoundBaseline = std::shared_ptr<const BaselineFile>;

/// What --baseline of a command that trains names: a feature of `data`, else a file. Throws
/// UsageError when it is neither. Of a name that is both, the feature is meant; says so.
FoundBaseline find_baseline(const std::string& named, const Dataset& data, const Context& context);

/// The data set with the scores of the baseline as its last feature. Says for which documents there
/// are none; `name` is what the data is called.
Dataset with_baseline(const Dataset& data, const std::string& name, const BaselineFile& baseline,
                      const Context& context);

/// Adds the scores of a baseline that is a file to all parts, the training data first, as the
/// feature that `named` names from then on. Throws UsageError for scores without ids of more than
/// one part.
FoundBaseline use_baseline(std::string& named, std::vector<NamedDataset>& parts,
                           const Context& context);

/// Tells the user when a model cannot score without the file of its baseline.
void say_what_scoring_needs(const RankingModel& model, const Context& context);

/// Declares the flag of commands that score with models whose baseline is a file.
Flag& add_model_baseline(Command& command, std::string& path, std::string flag = "--baseline");

/// The data set as the model needs it: with the scores of its baseline, if it has one. Throws
/// UsageError when the file of the baseline, `path`, is missing, of another kind or not needed.
/// `name` is what the model is called.
Dataset with_baseline_of(const RankingModel& model, const std::string& name,
                         const std::string& path, const Dataset& data, const Context& context,
                         const std::string& flag = "--baseline");

}  // namespace podium
