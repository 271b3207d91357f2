#pragma once

#include <span>

#include "podium/cli/args/learning_args.hpp"
#include "podium/cli/command.hpp"
#include "podium/core/doctor/doctor.hpp"

namespace podium::cli {

/// What must be known of the parts of a split before a model is trained on the first and measured
/// on the others, which get the features of the first: found by name, or in order if the user says
/// so. Throws UsageError naming the part that has other features than the first. Tells
/// the user about queries that are in two parts, about documents of two labels, about columns that
/// the first lacks, about training data in which no feature differs, and about other data in which
/// no label does.
void check_split(std::span<NamedDataset> parts, bool in_order, const Context& context);

/// Tells the user what check_training() finds in the training data, and which columns look like ids
/// and are features.
void say_findings(const NamedDataset& train, const LearningArgs& args, const Context& context);

/// Warns of features of a part in other units than the training data of the model, and of its words
/// that the model does not know.
void say_unlike_training(const RankingModel& model, const NamedDataset& part,
                         const Context& context);

}  // namespace podium::cli
