#include "podium/cli/label_store_args.hpp"

#include <chrono>

namespace podium {

void LabelStoreArgs::add_to(CLI::App& command) {
  command.add_option("--project", project, "folder in which everything is kept")
      ->type_name("DIR")
      ->required();
  command
      .add_option("--database", database,
                  "postgresql://... in place of the folder's file, for several machines")
      ->type_name("URL");
}

std::unique_ptr<LabelStore> LabelStoreArgs::open() const {
  return std::make_unique<LabelStore>(open_database(project, database));
}

Instant current_instant() {
  using namespace std::chrono;  // NOLINT(google-build-using-namespace): names of one line
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

}  // namespace podium
