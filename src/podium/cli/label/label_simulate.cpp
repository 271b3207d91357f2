#include <memory>
#include <ostream>

#include "podium/base/file.hpp"
#include "podium/cli/data/data_file.hpp"
#include "podium/cli/label/label_commands.hpp"
#include "podium/cli/label/simulation_report.hpp"
#include "podium/report/render.hpp"

namespace podium {

namespace {

struct SimulateArgs {
  SimulationPlan plan;
  std::string out;
};

void run_simulate(const SimulateArgs& args, const Context& context) {
  if (!args.out.empty()) check_writable(args.out);
  const ReportDocument document = simulation_report(args.plan, context.seed);
  if (!args.out.empty()) write_file(args.out, report_page(document));
  context.out << to_text(document, context.format);
}

}  // namespace

void add_label_simulate(CLI::App& label, Context& context) {
  const char* summary =
      "a labelling study with simulated assessors, and what strategies find with noise";
  add_command(label, context, "simulate", summary, [](CLI::App& command) -> Action {
    auto args = std::make_shared<SimulateArgs>();
    add_option_fields(command, args->plan.study);
    add_option_fields(command, args->plan.repeat);
    add_option_fields(command, args->plan.comparison);
    add_option_fields(command, args->plan.bootstrap);
    command.add_option("--out", args->out, "where to write the report as one HTML file")
        ->type_name("FILE");
    return [args](const Context& ctx) { run_simulate(*args, ctx); };
  });
}

}  // namespace podium
