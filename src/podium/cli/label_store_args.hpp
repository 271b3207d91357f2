#pragma once

#include <memory>
#include <string>

#include "podium/cli/command.hpp"
#include "podium/store/label_store.hpp"

namespace podium {

/// Where labels are kept, the same for every command of labelling.
struct LabelStoreArgs {
  std::string project;
  std::string database;

  void add_to(CLI::App& command);
  std::unique_ptr<LabelStore> open() const;
};

/// Milliseconds since 1970, of the system's clock.
Instant current_instant();

}  // namespace podium
