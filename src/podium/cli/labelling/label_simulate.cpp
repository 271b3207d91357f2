#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "podium/cli/args/data_file.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/text/collect_commands.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/report/render.hpp"
#include "podium/labelling/label/simulation/simulation_report.hpp"

namespace podium::cli {

namespace {

struct SimulateArgs {
  labelling::SimulationPlan plan;
  std::string out;
};

/// Recall by number of questions with one kind of assessors.
CurvesBlock curves_of(const labelling::StrategyComparison& comparison,
                      const labelling::NoiseKind& noise) {
  CurvesBlock block{.title = fmt::format("Assessors: {}", noise.name),
                    .note = fmt::format("An assessor of this kind {}.", noise.summary),
                    .x_label = "questions",
                    .y_label = "recall of the true top k"};
  for (const labelling::StrategyResult& result : comparison.results) {
    if (result.noise != noise.name) continue;
    Curve curve{.name = fmt::format("{}, {} {}", labelling::info(result.strategy).name,
                                    result.votes, result.votes == 1 ? "vote" : "votes")};
    for (std::size_t i = 0; i < comparison.budgets.size(); ++i) {
      curve.points.push_back(
          {.x = static_cast<double>(comparison.budgets[i]), .y = result.recall_after[i]});
    }
    block.curves.push_back(std::move(curve));
  }
  return block;
}

ReportDocument document_of(labelling::SimulationReport report) {
  ReportSection study{
      .title = "A labelling study with simulated assessors",
      .text = {"Simulated assessors label queries by top-k preferences and by five grades, each "
               "query twice with each tool [Niu12, Tables 1 to 3]."}};
  for (TableBlock& table : report.study) study.blocks.emplace_back(std::move(table));
  ReportSection strategies{
      .title = "Strategies, noise, votes and budgets",
      .text = {"The share of the true top k that is found, and the number of questions. Each vote "
               "counts as one question. Each pair is asked once, of different assessors until more "
               "than half of the votes agree."}};
  strategies.blocks.emplace_back(std::move(report.strategies));
  for (const labelling::NoiseKind& noise : labelling::noise_kinds()) {
    CurvesBlock curves = curves_of(report.comparison, noise);
    if (!curves.curves.empty()) strategies.blocks.emplace_back(std::move(curves));
  }
  return {.title = "Labelling with simulated assessors",
          .summary = std::move(report.summary),
          .sections = {std::move(study), std::move(strategies)}};
}

void run_simulate(const SimulateArgs& args, const Context& context) {
  if (!args.out.empty()) check_writable(args.out);
  const ReportDocument document =
      document_of(labelling::simulate_labelling(args.plan, context.seed));
  if (!args.out.empty()) write_file(args.out, report_page(document));
  context.out << to_text(document, context.format);
}

}  // namespace

void add_label_simulate(Command& label) {
  Command& command = label.add(
      "simulate", "simulate a labelling study, and compare strategies with noisy assessors");
  auto* const args = command.runs(run_simulate);
  add_option_fields(command, args->plan.study);
  add_model_conditions(command, args->plan.study.model);
  add_option_fields(command, args->plan.repeat);
  add_option_fields(command, args->plan.comparison);
  add_option_fields(command, args->plan.bootstrap);
  command.option("--out", args->out, "write an HTML report to this file").writes("FILE");
}

}  // namespace podium::cli
