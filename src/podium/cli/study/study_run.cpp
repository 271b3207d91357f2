#include "podium/cli/study/study_run.hpp"

#include <utility>

#include <fmt/format.h>

#include "podium/cli/args/data_file.hpp"
#include "podium/cli/run_watch.hpp"
#include "podium/core/base/text.hpp"

namespace podium::cli {

void check_outputs(const Study& study, const std::filesystem::path& data,
                   std::vector<UsedFile> files) {
  for (const StudyData& set : study.spec().data) {
    if (set.synth) continue;
    files.push_back({.flag = "data " + in_quotes(set.name),
                     .path = data / (set.folds.empty() ? set.file : set.folds),
                     .contents = fold_files()});
  }
  check_file_uses(files);
}

StudyResults run_study(const Study& study, const std::filesystem::path& results,
                       const Context& context) {
  LineLog log(results, results_beginning);
  std::optional<StudyResults> found = study.run(log, RunWatch(context).sink());
  if (found) return std::move(*found);
  throw Interrupted(fmt::format("interrupted; finished cells are in {}; the same command continues",
                                results.string()));
}

}  // namespace podium::cli
