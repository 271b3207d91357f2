#include "podium/cli/study/study_run.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "podium/cli/interrupt.hpp"
#include "podium/cli/progress_line.hpp"

namespace podium {

StudyResults run_study(const Study& study, const std::filesystem::path& results,
                       const Context& context) {
  LineLog log(results, results_beginning);
  const InterruptWatch interrupt;
  std::optional<StudyResults> found;
  {
    ProgressLine line(context);
    found = study.run(log, [&](const StudyProgress& progress) {
      line.show(progress.done, progress.of, progress.name);
      return !interrupt.was_interrupted();
    });
  }
  if (found) return std::move(*found);
  throw Interrupted(fmt::format("interrupted; finished cells are in {}; the same command continues",
                                results.string()));
}

}  // namespace podium
