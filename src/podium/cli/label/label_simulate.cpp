#include <memory>
#include <ostream>

#include "podium/base/file.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/data/data_file.hpp"
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

void add_label_simulate(Command& label) {
  Command& command = label.add(
      "simulate", "simulate a labelling study, and compare strategies for noisy assessors");
  auto args = std::make_shared<SimulateArgs>();
  add_option_fields(command, args->plan.study);
  add_option_fields(command, args->plan.repeat);
  add_option_fields(command, args->plan.comparison);
  add_option_fields(command, args->plan.bootstrap);
  command.option("--out", args->out, "write an HTML report to this file").value("FILE");
  command.action = [args](const Context& context) { run_simulate(*args, context); };
}

}  // namespace podium
