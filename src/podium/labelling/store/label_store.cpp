#include "podium/labelling/store/label_store.hpp"

#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "podium/labelling/store/schema.hpp"

namespace podium::labelling {

LabelStore::LabelStore(std::unique_ptr<Database> database)
    : database_(std::move(database)), projects(*database_), people(*database_), tasks(*database_) {
  update_schema(*database_);
}

std::filesystem::path database_file(const std::string& folder) {
  return std::filesystem::path(folder) / "podium.db";
}

std::unique_ptr<Database> open_database(const std::string& folder, const std::string& url) {
  if (!url.empty()) {
    if (!url.starts_with("postgresql://") && !url.starts_with("postgres://")) {
      throw UsageError("the database address must start with postgresql://");
    }
    return open_postgresql(url);
  }
  create_store_folder(folder);
  return open_sqlite(database_file(folder));
}

void create_store_folder(const std::string& folder) {
  std::error_code problem;
  if (std::filesystem::create_directories(folder, problem)) {
    std::filesystem::permissions(folder, std::filesystem::perms::owner_all, problem);
  }
  if (problem) {
    throw StorageError(fmt::format("cannot create the folder {}: {}", folder, problem.message()));
  }
}

}  // namespace podium::labelling
