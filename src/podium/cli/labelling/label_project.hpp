#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "podium/cli/command.hpp"
#include "podium/labelling/label/analysis/assessor_choice.hpp"
#include "podium/labelling/store/label_store.hpp"

namespace podium::cli {

/// The store of labels, as every command of podium label is given it.
struct LabelStoreArgs {
  std::string folder;
  std::string database;

  void add_to(Command& command);

  /// Makes the store when it is not there.
  std::unique_ptr<labelling::LabelStore> open() const;

  /// Throws UsageError when there is none: looking must not make a store.
  std::unique_ptr<labelling::LabelStore> open_existing() const;
};

/// Declares --name, the project of a store that a command is about.
void add_project_name(Command& command, std::string& name);

/// With which tool documents are judged.
struct ToolArgs {
  labelling::Tool choice = labelling::Tool::preferences;
  bool is_given = false;

  void add_to(Command& command, const std::string& help);
};

/// Whose answers a command takes.
struct AssessorArgs {
  labelling::AssessorChoice choice;

  void add_to(Command& command);

  /// The judgements of a project, without the answers that are left out.
  labelling::Judgements read(const labelling::LabelStore& store,
                             const labelling::Project& project) const;

  /// ", only ann, without bob" for the audit log.
  std::string text() const;
};

/// The project of that name, or the only one when the name is empty. Throws UsageError naming those
/// that are there.
labelling::Project chosen_project(const labelling::LabelStore& store, const std::string& name);

/// Writes to the audit log what a command did, for `account` where it is somebody's work.
void record_command(labelling::LabelStore& store, std::string_view action,
                    const std::string& detail, labelling::RowId account = 0);

/// Milliseconds since 1970, of the system's clock.
labelling::Instant current_instant();

}  // namespace podium::cli
