#include <ostream>

#include "podium/cli/commands.hpp"
#include "podium/cli/labelling/label_project.hpp"
#include "podium/core/report/render.hpp"
#include "podium/labelling/label/analysis/agreement_report.hpp"

namespace podium::cli {

namespace {

struct AgreementArgs {
  LabelStoreArgs store;
  std::string name;
  AssessorArgs assessors;
  labelling::TimeOptions time;
  labelling::BootstrapOptions bootstrap;
};

void run_agreement(const AgreementArgs& args, const Context& context) {
  const auto store = args.store.open_existing();
  const labelling::Project project = chosen_project(*store, args.name);
  const ReportDocument report{
      .title = project.settings.name,
      .sections = {labelling::agreement_report(args.assessors.read(*store, project), args.time,
                                               args.bootstrap)}};
  context.out << to_text(report, context.format);
}

}  // namespace

void add_label_agreement(Command& label) {
  Command& command = label.add(
      "agreement", "report the agreement, working times and combined votes of the assessors");
  auto* const args = command.runs(run_agreement);
  args->store.add_to(command);
  add_project_name(command, args->name);
  args->assessors.add_to(command);
  add_option_fields(command, args->time);
  add_option_fields(command, args->bootstrap);
}

}  // namespace podium::cli
