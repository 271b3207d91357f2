#include "podium/labelling/store/project_repository.hpp"

#include <cstdint>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/text.hpp"
#include "podium/labelling/store/fields.hpp"
#include "podium/labelling/store/project_rows.hpp"

namespace podium::labelling {

namespace {

/// All options, defaults included: a later version may have other defaults.
std::string text_of(const SessionOptions& options) {
  OptionText text;
  for (const OptionField& f : SessionOptions::fields()) {
    text.emplace(std::string(f.name), f.text_of(&options));
  }
  return Json(text).exact_dump();
}

constexpr std::string_view all_projects =
    "SELECT id, name, guidelines, options, scale, seed, overlap, created FROM projects ";

Project project_of(const SqlRow& row) {
  Fields fields(row);
  Project project{.id = fields.whole()};
  ProjectSettings& settings = project.settings;
  settings.name = fields.text();
  settings.guidelines = fields.text();
  settings.session = parse_options<SessionOptions>(
      fields.json([](const JsonReader& json) { return json.text_members(); }));
  settings.scale = fields.json([](const JsonReader& json) { return json.texts(); });
  settings.seed = fields.number<std::uint64_t>();
  settings.overlap = fields.number<std::uint32_t>();
  project.created = fields.whole();
  return project;
}

void check(const SessionOptions& options) {
  if (options.infer_ties && !options.ties) {
    throw UsageError("infer-ties requires ties");
  }
}

void check_scale(const std::vector<std::string>& scale) {
  constexpr std::size_t limit = 20;
  const std::set<std::string_view> different(scale.begin(), scale.end());
  if (scale.size() >= 2 && scale.size() <= limit && different.size() == scale.size() &&
      !different.contains("")) {
    return;
  }
  std::string found;
  for (const std::string& grade : scale) found += (found.empty() ? "" : ", ") + in_quotes(grade);
  throw UsageError(fmt::format("scale: found {}, expected 2 to {} distinct names, worst first",
                               found.empty() ? "none" : found, limit));
}

void check(const ProjectSettings& settings) {
  if (settings.name.empty()) throw UsageError("the project needs a name");
  check_scale(settings.scale);
  if (settings.overlap == 0) throw UsageError("overlap: found 0, expected at least 1");
}

std::vector<SqlValue> columns_of(const ProjectSettings& settings) {
  return {settings.name,
          settings.guidelines,
          text_of(settings.session),
          Json(settings.scale).exact_dump(),
          static_cast<std::int64_t>(settings.seed),
          std::int64_t{settings.overlap}};
}

ConflictError taken(const ProjectSettings& settings) {
  return ConflictError(fmt::format("project {} already exists", in_quotes(settings.name)));
}

/// Settings that determine sessions must not change once there are tasks.
void check_fixed(Connection& connection, const Project& project, const ProjectSettings& wanted) {
  const ProjectSettings& old = project.settings;
  if (old.session != wanted.session) check(wanted.session);
  const bool is_same = old.session == wanted.session && old.seed == wanted.seed &&
                       old.scale.size() == wanted.scale.size();
  if (is_same) return;
  if (!connection.run("SELECT id FROM tasks WHERE project = ? LIMIT 1", {project.id}).empty()) {
    throw ConflictError(
        "the options, the seed and the number of grades cannot be changed, because the project has "
        "tasks");
  }
}

}  // namespace

Project project_in(Connection& connection, RowId id) {
  const auto rows = connection.run(std::string(all_projects) + "WHERE id = ?", {id});
  if (rows.empty()) throw UsageError(fmt::format("there is no project {}", id));
  return project_of(rows.front());
}

RowId ProjectRepository::create(const ProjectSettings& settings, Instant at) {
  check(settings);
  check(settings.session);
  std::vector<SqlValue> columns = columns_of(settings);
  columns.emplace_back(at);
  RowId id = 0;
  try {
    database_.write([&](Connection& connection) {
      id = Fields(connection
                      .run("INSERT INTO projects (name, guidelines, options, scale, seed, overlap, "
                           "created) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
                           columns)
                      .at(0))
               .whole();
    });
  } catch (const ConstraintError&) {
    throw taken(settings);
  }
  return id;
}

void ProjectRepository::change(RowId project, const ProjectSettings& settings) {
  check(settings);
  std::vector<SqlValue> columns = columns_of(settings);
  columns.emplace_back(project);
  try {
    database_.write([&](Connection& connection) {
      if (database_.dialect() == Dialect::postgresql) {
        // Locked until the end of the transaction: a concurrent new task refers to this row, so
        // it is added either before the check below or after the change. SQLite has one writer.
        connection.run("SELECT id FROM projects WHERE id = ? FOR UPDATE", {project});
      }
      check_fixed(connection, project_in(connection, project), settings);
      connection.run(
          "UPDATE projects SET name = ?, guidelines = ?, options = ?, scale = ?, seed = ?, "
          "overlap = ? WHERE id = ?",
          columns);
    });
  } catch (const ConstraintError&) {
    throw taken(settings);
  }
}

std::vector<Project> ProjectRepository::all() const {
  std::vector<Project> projects;
  database_.read([&](Connection& connection) {
    for (const SqlRow& row : connection.run(std::string(all_projects) + "ORDER BY id")) {
      projects.push_back(project_of(row));
    }
  });
  return projects;
}

Project ProjectRepository::get(RowId id) const {
  Project project;
  database_.read([&](Connection& connection) { project = project_in(connection, id); });
  return project;
}

std::optional<Project> ProjectRepository::find(std::string_view name) const {
  std::optional<Project> project;
  database_.read([&](Connection& connection) {
    const auto rows =
        connection.run(std::string(all_projects) + "WHERE name = ?", {std::string(name)});
    if (!rows.empty()) project = project_of(rows.front());
  });
  return project;
}

}  // namespace podium::labelling
