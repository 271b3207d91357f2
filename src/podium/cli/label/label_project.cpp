#include "podium/cli/label/label_project.hpp"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "podium/base/text.hpp"

namespace podium {

void LabelStoreArgs::add_to(CLI::App& command) {
  command.add_option("--project", folder, "folder in which everything is kept")->type_name("DIR");
  command
      .add_option("--database", database,
                  "postgresql://... in place of the folder's file, for several machines")
      ->type_name("URL");
}

std::unique_ptr<LabelStore> LabelStoreArgs::open() const {
  if (folder.empty() && database.empty()) {
    throw UsageError("found neither --project nor --database, expected one of them");
  }
  if (!folder.empty() && !database.empty()) {
    throw UsageError("found --project and --database, expected one of them");
  }
  return std::make_unique<LabelStore>(open_database(folder, database));
}

std::unique_ptr<LabelStore> LabelStoreArgs::open_existing() const {
  if (database.empty() && !folder.empty() && !std::filesystem::exists(database_file(folder))) {
    throw UsageError("found no " + in_quotes(database_file(folder).string()) +
                     ", expected a folder with a project");
  }
  return open();
}

void add_project_name(CLI::App& command, std::string& name) {
  command.add_option("--name", name, "which project, when there are several")->type_name("PROJECT");
}

void ToolArgs::add_to(CLI::App& command, const std::string& help) {
  const auto chosen = field("tool", &ToolArgs::choice, tool_names, "");
  command
      .add_option_function<std::string>(
          "--tool",
          [this, chosen](const std::string& text) {
            chosen.read(this, text);
            is_given = true;
          },
          help)
      ->type_name(chosen.range)
      ->default_str(chosen.text_of(this));
}

Project chosen_project(const LabelStore& store, const std::string& name) {
  if (!name.empty()) {
    if (const std::optional<Project> found = store.find_project(name)) return *found;
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

void record_command(LabelStore& store, std::string_view action, const std::string& detail,
                    RowId account) {
  store.record({.at = current_instant(),
                .account = account,
                .action = std::string(action),
                .detail = detail,
                .address = "command line"});
}

Instant current_instant() {
  using namespace std::chrono;  // NOLINT(google-build-using-namespace): names of one line
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

}  // namespace podium
