#include <filesystem>
#include <map>
#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "podium/base/file.hpp"
#include "podium/cli/command.hpp"
#include "podium/cli/data/data_file.hpp"
#include "podium/cli/study/study_run.hpp"
#include "podium/report/render.hpp"
#include "podium/study/estimate.hpp"
#include "podium/study/report.hpp"

namespace podium {

namespace {

struct ExperimentArgs {
  std::string spec;
  std::string data;
  std::string results;
  std::string report;
  bool dry_run = false;
};

std::filesystem::path results_path(const ExperimentArgs& args) {
  if (!args.results.empty()) return args.results;
  return std::filesystem::path(args.spec).replace_extension(".jsonl");
}

StudyWorld world_of(const ExperimentArgs& args) {
  if (!args.data.empty()) return {.folder = args.data};
  return {.folder = std::filesystem::path(args.spec).parent_path()};
}

StudyResults known_results(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) return {};
  return read_results_lines(read_whole_lines(path), path.string());
}

/// A line for each row of the study on each data set.
Table plan_table(const Study& study, const std::vector<CellEstimate>& estimates) {
  Table table{.columns = {"data", "learner", "cells", "done", "models", "seconds left"}};
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> place;
  for (std::size_t i = 0; i < study.cells().size(); ++i) {
    const StudyCell& cell = study.cells()[i];
    const auto [found, is_new] = place.emplace(std::pair(cell.data, cell.row), table.rows.size());
    if (is_new) {
      table.rows.push_back({study.spec().data[cell.data].name, study.spec().rows[cell.row].name, 0,
                            0, 0, Cell(0.0, 1)});
    }
    std::vector<Cell>& row = table.rows[found->second];
    const auto add = [](Cell& sum, std::size_t more) {
      std::get<std::int64_t>(sum.value) += static_cast<std::int64_t>(more);
    };
    add(row[2], 1);
    add(row[3], estimates[i].is_done ? 1 : 0);
    add(row[4], estimates[i].is_done ? 0 : training_count(study.spec(), cell));
    std::get<double>(row[5].value) += estimates[i].seconds;
  }
  return table;
}

void run_experiment(const ExperimentArgs& args, const Context& context) {
  const Study study(std::string(InputText(args.spec).view()), args.spec, world_of(args));
  const std::filesystem::path path = results_path(args);
  if (!args.report.empty()) check_writable(args.report);
  if (args.dry_run) {
    const std::vector<CellEstimate> estimates = estimated(study, known_results(path));
    double seconds = 0.0;
    for (const CellEstimate& estimate : estimates) seconds += estimate.seconds;
    context.out << render(plan_table(study, estimates), context.format);
    context.say(fmt::format("about {:.0f} s of one core are left, by a rough estimate", seconds));
    return;
  }
  const StudyResults results = run_study(study, path, context);
  const std::vector<StudyResults> studies{results};
  const std::string command = fmt::format("podium experiment run {}{}", args.spec,
                                          args.data.empty() ? "" : " --data " + args.data);
  const ReportDocument document = study_report(studies, std::vector<std::string>{command});
  context.out << to_text(document, context.format);
  if (!args.report.empty()) write_file(args.report, report_page(document));
  context.say(fmt::format("results of every cell are in {}", path.string()));
}

}  // namespace

void add_experiment_commands(CLI::App& app, Context& context) {
  CLI::App* experiment = app.add_subcommand(
      "experiment", "run experiments that are written down: data x truths x learners x folds");
  experiment->require_subcommand(1);
  add_command(
      *experiment, context, "run",
      "work off a study's cells; the same command goes on where a killed one stopped",
      [](CLI::App& command) -> Action {
        auto args = std::make_shared<ExperimentArgs>();
        command.add_option("spec", args->spec, "the study, see docs/experiments.md")
            ->type_name("SPEC.toml")
            ->required();
        command
            .add_option("--data", args->data,
                        "folder that the study's data is in (default: that of the study)")
            ->type_name("DIR");
        command
            .add_option("--results", args->results,
                        "file that every finished cell is appended to (default: SPEC.jsonl)")
            ->type_name("FILE");
        command.add_option("--report", args->report, "also write a page for a browser")
            ->type_name("FILE.html");
        command.add_flag("--dry-run", args->dry_run, "only say what would be run, and how long");
        return [args](const Context& ctx) { run_experiment(*args, ctx); };
      });
}

}  // namespace podium
