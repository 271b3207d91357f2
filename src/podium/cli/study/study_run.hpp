#pragma once

#include <filesystem>

#include "podium/cli/command.hpp"
#include "podium/study/run.hpp"

namespace podium {

/// Runs what is left of a study with a progress line, keeping every cell in the file. Throws
/// Interrupted when the user ended it.
StudyResults run_study(const Study& study, const std::filesystem::path& results,
                       const Context& context);

}  // namespace podium
