#include <filesystem>
#include <map>
#include <ostream>

#include <fmt/format.h>

#include "podium/cli/args/data_file.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/study/study_run.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/report/render.hpp"
#include "podium/learning/study/estimate.hpp"
#include "podium/learning/study/report.hpp"

namespace podium::cli {

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
  if (is_stream(args.spec)) {
    throw UsageError("experiment run: give --results FILE with a description that is no file");
  }
  return std::filesystem::path(args.spec).replace_extension(".jsonl");
}

StudyWorld world_of(const ExperimentArgs& args) {
  if (!args.data.empty()) return {.folder = args.data};
  if (is_stream(args.spec)) return {.folder = "."};
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
  std::vector<UsedFile> files = context.files;
  if (args.results.empty()) {
    files.push_back({.flag = "--results", .path = path, .use = FileUse::update});
  }
  check_outputs(study, world_of(args).folder, std::move(files));
  if (!args.report.empty()) check_writable(args.report);
  if (args.dry_run) {
    const std::vector<CellEstimate> estimates = estimated(study, known_results(path));
    double seconds = 0.0;
    for (const CellEstimate& estimate : estimates) seconds += estimate.seconds;
    context.out << render(plan_table(study, estimates), context.format);
    context.say(
        fmt::format("about {:.0f} s of work for one core are left (a rough estimate)", seconds));
    return;
  }
  const StudyResults results = run_study(study, path, context);
  const std::vector<StudyResults> studies{results};
  const std::string command = fmt::format("podium experiment run {}{}", args.spec,
                                          args.data.empty() ? "" : " --data " + args.data);
  const ReportDocument document = study_report(studies, std::vector<std::string>{command});
  context.out << to_text(document, context.format);
  if (!args.report.empty()) write_file(args.report, report_page(document));
  context.say(fmt::format("the results of all cells are in {}", path.string()));
}

}  // namespace

void add_experiment_commands(Command& podium) {
  Command& experiment = podium.add("experiment", "run experiments described in a file");
  Command& run = experiment.add(
      "run", "run an experiment: all combinations of data sets, truths, learners and folds");
  auto* const args = run.runs(run_experiment);
  run.description =
      "The result of each combination (cell) is appended to the results file as soon as it is "
      "finished. If interrupted, the same command runs only the missing cells.";
  run.option("spec", args->spec, "description of the experiment; see docs/experiments.md")
      .reads("SPEC.toml")
      .required();
  run.option("--data", args->data, "folder with the data; default: the folder of SPEC.toml")
      .reads("DIR")
      .inside({});
  run.option("--results", args->results, "results file; default: SPEC.jsonl").updates("FILE");
  run.option("--report", args->report, "also write an HTML report to this file").writes("FILE");
  run.toggle("--dry-run", args->dry_run, "print what would be run and an estimate of the time")
      .excludes({"--report"});
}

}  // namespace podium::cli
