#pragma once

#include <string>

#include "podium/cli/command.hpp"
#include "podium/store/label_store.hpp"

namespace podium {

/// Which project of which database a command is about.
struct ProjectArgs {
  std::string folder;
  std::string database;
  std::string name;

  void add_to(CLI::App& command);

  LabelStore open() const { return LabelStore(open_database(folder, database)); }
};

}  // namespace podium
