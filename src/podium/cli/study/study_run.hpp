#pragma once

#include <filesystem>
#include <vector>

#include "podium/cli/command.hpp"
#include "podium/learning/study/run.hpp"

namespace podium::cli {

/// Throws UsageError when one of the files that a command writes is one that the study reads in the
/// folder `data`.
void check_outputs(const Study& study, const std::filesystem::path& data,
                   std::vector<UsedFile> files);

/// Runs what is left of a study with a progress line, keeping every cell in the file. Throws
/// Interrupted when the user ended it.
StudyResults run_study(const Study& study, const std::filesystem::path& results,
                       const Context& context);

}  // namespace podium::cli
