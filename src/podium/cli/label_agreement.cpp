#include <filesystem>
#include <memory>
#include <ostream>

#include "podium/cli/command.hpp"
#include "podium/label/agreement_report.hpp"
#include "podium/report/render.hpp"
#include "podium/store/label_store.hpp"

namespace podium {

namespace {

struct AgreementArgs {
  std::string folder;
  std::string database;
  std::string name;
  TimeOptions time;
  BootstrapOptions bootstrap;
};

/// The project of that name, or the only one.
Project chosen_project(const LabelStore& store, const std::string& name) {
  if (!name.empty()) {
    const std::optional<Project> found = store.find_project(name);
    if (found) return *found;
  }
  const std::vector<Project> projects = store.projects();
  if (name.empty() && projects.size() == 1) return projects.front();
  if (projects.empty()) throw UsageError("there is no project here yet");
  std::vector<std::string_view> known;
  for (const Project& project : projects) known.push_back(project.settings.name);
  throw UsageError((name.empty() ? "several projects; say one with --name: "
                                 : "unknown project " + in_quotes(name) + "; known are: ") +
                   joined(known));
}

std::string printed(const std::string& project, std::vector<TitledTable> tables,
                    TableFormat format) {
  if (format == TableFormat::table) return text_of(tables);
  ReportSection section{.title = "Judgements"};
  for (TitledTable& titled : tables) {
    section.blocks.emplace_back(
        TableBlock{std::move(titled.title), std::move(titled.note), std::move(titled.table)});
  }
  return to_text({.title = project, .sections = {std::move(section)}}, format);
}

/// Looking must not make a store where there is none.
void check_place(const AgreementArgs& args) {
  if (!args.database.empty()) return;
  if (args.folder.empty()) {
    throw UsageError("found neither --project nor --database, expected one of them");
  }
  if (!std::filesystem::is_directory(args.folder)) {
    throw UsageError("found no " + in_quotes(args.folder) + ", expected a folder with a project");
  }
}

void run_agreement(const AgreementArgs& args, const Context& context) {
  check_place(args);
  const LabelStore store(open_database(args.folder, args.database));
  const Project project = chosen_project(store, args.name);
  context.out << printed(project.settings.name,
                         agreement_report(store.judgements(project.id), args.time, args.bootstrap),
                         context.format);
}

}  // namespace

void add_label_agreement(CLI::App& label, Context& context) {
  const char* summary = "how far assessors agree, how they work, and what all votes say together";
  add_command(label, context, "agreement", summary, [](CLI::App& command) -> Action {
    auto args = std::make_shared<AgreementArgs>();
    command.add_option("--project", args->folder, "folder of the project")->type_name("DIR");
    command.add_option("--database", args->database, "where several machines share one store")
        ->type_name("URL");
    command.add_option("--name", args->name, "which project, when there are several")
        ->type_name("PROJECT");
    add_option_fields(command, args->time);
    add_option_fields(command, args->bootstrap);
    return [args](const Context& ctx) { run_agreement(*args, ctx); };
  });
}

}  // namespace podium
