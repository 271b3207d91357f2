#include "podium/cli/label_project.hpp"

namespace podium {

void ProjectArgs::add_to(CLI::App& command) {
  command.add_option("--project", folder, "folder of the labelling database")
      ->type_name("DIR")
      ->required();
  command
      .add_option("--database", database,
                  "a PostgreSQL server instead of a file in the folder: postgresql://...")
      ->type_name("URL");
  command.add_option("--name", name, "name of the project in the database")->required();
}

}  // namespace podium
