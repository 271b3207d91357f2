#pragma once

#include <memory>
#include <string>
#include <vector>

#include "podium/cli/command.hpp"
#include "podium/core/data/dataset.hpp"
#include "podium/core/doctor/doctor.hpp"
#include "podium/learning/experiment/tuning/baseline_file.hpp"
#include "podium/learning/model/model.hpp"

namespace podium::cli {

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

/// How commands that score with models make data fit for them.
struct ModelDataArgs {
  std::string baseline;  ///< the file of the models' baseline, if they need one
  bool by_position = false;
  std::string baseline_flag = "--baseline";

  /// Declares the flags, which need `other`, a flag that names a model or data, if it is given.
  void add_to(Command& command, const std::string& other = {});
};

/// Declares --by-position.
Flag& add_by_position(Command& command, bool& by_position);

/// The data set as the model needs it: columns in order if the user says so, and with the scores of
/// its baseline, if it has one. Throws UsageError when the file of the baseline is missing, of
/// another kind or not needed. `name` is what the model is called.
Dataset data_for_model(const RankingModel& model, const std::string& name,
                       const ModelDataArgs& args, const Dataset& data, const Context& context);

}  // namespace podium::cli
