#pragma once

#include <string>
#include <vector>

#include "podium/cli/command.hpp"
#include "podium/core/synth/simulated_assessor.hpp"
#include "podium/text/collect/collection_builder.hpp"

namespace podium::cli {

/// The files of a collection, and those of features alone, as patterns of their paths in its
/// folder.
std::vector<std::string> collection_files();
std::vector<std::string> feature_files();

/// Declares --set for parameters of features.
void add_feature_parameters(Command& command, std::vector<std::string>& set);

/// Says which parameters of simulated assessors need which --model.
void add_model_conditions(Command& command, const AssessorModel& model);

/// Prints the counts of a build, says its remarks, and warns of relevant documents that are lost.
void print_collection(const text::CollectionSummary& summary, const Context& context);

/// The folder of meta information of a collection: DIR/meta, or DIR itself.
std::string meta_folder(const std::string& folder);

}  // namespace podium::cli
