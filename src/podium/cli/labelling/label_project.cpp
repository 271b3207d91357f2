#include "podium/cli/labelling/label_project.hpp"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "podium/core/base/text.hpp"

namespace podium::cli {

void LabelStoreArgs::add_to(Command& command) {
  command.option("--project", folder, "folder with the projects, accounts and answers")
      .updates("DIR")
      .inside({"podium.db*"});
  command
      .option(
          "--database", database,
          "PostgreSQL database (postgresql://...) to use instead of a folder, for several machines")
      .value("URL");
}

std::unique_ptr<labelling::LabelStore> LabelStoreArgs::open() const {
  if (folder.empty() && database.empty()) {
    throw UsageError("give either --project DIR or --database URL");
  }
  if (!folder.empty() && !database.empty()) {
    throw UsageError("give either --project or --database, not both");
  }
  return std::make_unique<labelling::LabelStore>(labelling::open_database(folder, database));
}

std::unique_ptr<labelling::LabelStore> LabelStoreArgs::open_existing() const {
  if (database.empty() && !folder.empty() &&
      !std::filesystem::exists(labelling::database_file(folder))) {
    throw UsageError("there is no project in this folder: " +
                     in_quotes(labelling::database_file(folder).string()) + " does not exist");
  }
  return open();
}

void add_project_name(Command& command, std::string& name) {
  command.option("--name", name, "name of the project in that folder, if it has several")
      .value("PROJECT");
}

void ToolArgs::add_to(Command& command, const std::string& help) {
  command.choice("--tool", choice, labelling::tool_names, help).notes(is_given);
}

void AssessorArgs::add_to(Command& command) {
  command
      .option("--without", choice.without,
              "leave out all answers of this assessor; may be given several times")
      .value("NAME");
  command
      .option("--only", choice.only,
              "take the answers of this assessor only, and no decisions of administrators; may be "
              "given several times")
      .value("NAME");
}

labelling::Judgements AssessorArgs::read(const labelling::LabelStore& store,
                                         const labelling::Project& project) const {
  return labelling::chosen_judgements(store.tasks.judgements(project.id), choice);
}

std::string AssessorArgs::text() const {
  std::string text;
  for (const std::string& name : choice.only) text += ", only " + name;
  for (const std::string& name : choice.without) text += ", without " + name;
  return text;
}

labelling::Project chosen_project(const labelling::LabelStore& store, const std::string& name) {
  if (!name.empty()) {
    if (const std::optional<labelling::Project> found = store.projects.find(name)) return *found;
  }
  const std::vector<labelling::Project> projects = store.projects.all();
  if (name.empty() && projects.size() == 1) return projects.front();
  if (projects.empty())
    throw UsageError("there is no project yet; create one with podium label import");
  std::vector<std::string_view> known;
  for (const labelling::Project& project : projects) known.push_back(project.settings.name);
  throw UsageError((name.empty() ? "there are several projects; select one with --name: "
                                 : "unknown project " + in_quotes(name) + "; known are: ") +
                   joined(known));
}

void record_command(labelling::LabelStore& store, std::string_view action,
                    const std::string& detail, labelling::RowId account) {
  store.people.record({.at = current_instant(),
                       .account = account,
                       .action = std::string(action),
                       .detail = detail,
                       .address = "command line"});
}

labelling::Instant current_instant() {
  using namespace std::chrono;  // NOLINT(google-build-using-namespace): names of one line
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

}  // namespace podium::cli
