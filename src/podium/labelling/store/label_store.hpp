#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "podium/labelling/store/database.hpp"
#include "podium/labelling/store/people_repository.hpp"
#include "podium/labelling/store/project_repository.hpp"
#include "podium/labelling/store/task_repository.hpp"

namespace podium::labelling {

/// The data of labelling in either database, by subject. Every change is a transaction that is on
/// disk when the function returns. Safe to use from several threads, and by several servers at
/// once. Functions throw StorageError when the database fails, UsageError when a requested row does
/// not exist.
class LabelStore {
  std::unique_ptr<Database> database_;

 public:
  /// Creates or updates the tables.
  explicit LabelStore(std::unique_ptr<Database> database);

  ProjectRepository projects;
  PeopleRepository people;
  TaskRepository tasks;
};

/// The path of a folder's database file, which need not exist.
std::filesystem::path database_file(const std::string& folder);

/// Creates a missing folder with access for its owner only.
void create_store_folder(const std::string& folder);

/// Opens "postgresql://...", or the file of a folder. A missing folder or file is created with
/// access for its owner only; a file without content is refused (open_sqlite).
std::unique_ptr<Database> open_database(const std::string& folder, const std::string& url);

}  // namespace podium::labelling
